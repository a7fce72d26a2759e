"""The builder of compiled kernels: ``python -m kernels build``. It is not part of what users install."""
