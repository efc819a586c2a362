"""What needs no game: checks of arguments, files, the cache, memory, progress, and compiling."""
