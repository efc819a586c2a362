"""A person at the table: dealing, acting, keeping what was played, and saying what it was worth."""
