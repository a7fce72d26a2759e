"""The kernels for browsers, for makers only: ``python -m web.kernels build/web/kernels``."""
