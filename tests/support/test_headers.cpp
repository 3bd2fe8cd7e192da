// Nothing: the target test_headers has the precompiled header of all tests.
