"""What the page costs on the wire."""

from playwright.sync_api import Browser

from tests.ui.browser.conftest import Visit

LIMIT = 150_000


def test_the_page_is_light(chromium: Browser, visit: Visit):
    """A cold load of `/` to a board that can be played takes less than 150,000 bytes, headers included."""
    table = visit(None)
    session = table.page.context.new_cdp_session(table.page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: dict[str, float] = {}
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    table.goto().play("b2").holds(2)
    assert len(sizes) > 10, "the parts of the page were counted"
    total = sum(sizes.values())
    assert total < LIMIT, f"{total:,.0f} bytes in {len(sizes)} answers"
