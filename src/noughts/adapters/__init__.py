"""noughts in the interfaces of other libraries, and programs of other authors as players."""
