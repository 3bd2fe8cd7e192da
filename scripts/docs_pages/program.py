"""What the program says about itself."""

import json
import os
import subprocess
import tempfile


class Program:
    def __init__(self, path):
        self.path = str(path)

    def text(self, *arguments):
        """What `kreisel ARGUMENTS` prints; results of studies are kept nowhere."""
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([self.path, *arguments], capture_output=True, text=True, check=False,
                                  env={**os.environ, "XDG_CACHE_HOME": folder})  # fmt: skip
        if done.returncode != 0:
            raise SystemExit(f"docs_pages: `kreisel {' '.join(arguments)}` failed: {done.stderr.strip()}")
        return done.stdout

    def json(self, *arguments):
        return json.loads(self.text(*arguments, "--json"))
