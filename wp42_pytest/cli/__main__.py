"""`python -m wp42_pytest.cli`."""

from wp42_pytest.cli import main

main()
