"""Inside the tree under test: a pytest plugin of the standard library and pytest alone."""
