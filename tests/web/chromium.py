# SPDX-License-Identifier: MIT
"""What the tests of the page need: Debian's chromium, nodejs and npm, and the packages that package.json names."""
import asyncio
import fcntl
import os
import shutil

HERE = os.path.dirname(os.path.abspath(__file__))


async def call(*words, cwd=None, text=""):
    """Returns the status of a program, which reads the text, and what it has printed."""
    process = await asyncio.create_subprocess_exec(*words, cwd=cwd, stdin=asyncio.subprocess.PIPE,
                                                   stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    out, _ = await process.communicate(text.encode())
    return process.returncode, out.decode(errors="replace")


async def ready(report):
    """Fetches the packages from npm unless they are there.  Reports the checks as skipped and returns false if
    something they need is missing and cannot be fetched."""
    for program in ("chromium", "node", "npm"):
        if not shutil.which(program):
            report.skip("the page in Chromium", program + " is not installed")
            return False
    with open(os.path.join(HERE, "package.json"), encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several tests may start at once
        if os.path.isdir(os.path.join(HERE, "node_modules", "playwright-core")):
            return True
        status, said = await call("npm", "ci", "--no-audit", "--no-fund", cwd=HERE)
    if status != 0:
        report.skip("the page in Chromium", "npm ci: " + " ".join(said.split())[-500:])
    return status == 0
