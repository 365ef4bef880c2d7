"""``python -m mjlog``: the command line where its script is not on the path."""

from mjlog.cli import main

if __name__ == "__main__":
    main()
