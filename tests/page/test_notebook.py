"""The board of a notebook, in a page that is none of ours, with a kernel that answers as Python does."""

import re

from playwright.sync_api import expect

from noughts.notebook.widget import NotebookGame, script, style

START = """async ([source, css, state]) => {
  const sheet = document.createElement("style");
  sheet.textContent = css;
  document.head.append(sheet);
  const changed = [];
  globalThis.model = {
    state,
    get: () => globalThis.model.state,
    on: (_, listener) => changed.push(listener),
    off: () => {},
    send: async (message) => {
      globalThis.model.state = await globalThis.told(message);
      for (const listener of changed) listener();
    },
  };
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  await widget.render({ model: globalThis.model, el: document.body });
}"""


def test_a_notebooks_board_is_played_on(chromium):
    """The page's own board appears, a click is answered, taken back, and begun anew; nothing goes wrong in the page."""
    session, errors = NotebookGame("perfect", "X", None, seed=1), []

    def told(message):
        if "cell" in message:
            session.play(message["cell"])
        else:
            getattr(session, message["act"])()
        return session.state

    def failed(error):
        errors.append(error)

    page = chromium.new_page()
    page.on("pageerror", failed)
    page.expose_function("told", told)
    page.set_content("<!doctype html><title>A notebook</title>")
    page.evaluate(START, [script(), style(), session.state])
    page.get_by_role("button", name=re.compile("^a1.*empty")).click()
    page.get_by_role("button", name=re.compile("^b2.*O, last move")).wait_for()
    expect(page.get_by_role("status")).to_have_text(re.compile(r"X to move\.$"))
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name=re.compile("^b2.*empty")).wait_for()
    page.get_by_role("button", name="New game").click()
    assert page.locator("noughts-board").bounding_box()["width"] > 150
    assert errors == []
    page.close()
