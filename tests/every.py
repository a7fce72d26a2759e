"""A law tried on many things, as one test: a test apiece would be thousands."""


def every(things):
    """A law tried on each of these, told by the first that breaks it."""

    def decorate(law):
        def test():
            for thing in things:
                try:
                    law(thing)
                except AssertionError as error:
                    raise AssertionError(f"{thing}: {error}") from error

        test.__doc__ = law.__doc__
        return test

    return decorate
