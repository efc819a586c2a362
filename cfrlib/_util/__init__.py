"""What needs no game: checks of arguments, files, the cache, memory, progress, and how kernels are compiled and kept."""
