pytest_plugins = ["companion.testing.fixtures"]
