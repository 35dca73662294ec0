#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=120
"""The page's computer player chooses what the server's bots choose: every decision of some matches, native and in
WebAssembly.  Needs Debian's nodejs.
Usage: test_mind.py [--games NAME,NAME...] [--actions N] [--seed N]"""
import asyncio
import json
import os
import shutil

from website import HERE
from fibs import options, run, tool


async def main(report):
    opts = options(__doc__, games="backgammon,plakoto,acey-deucey", actions="40", seed="1")
    if not shutil.which("node"):
        report.skip("the page's computer player", "node is not installed")
        return
    choices = await asyncio.create_subprocess_exec(tool("gradechoices"), opts["seed"], opts["actions"], *opts["games"].split(","),
                                                   stdout=asyncio.subprocess.PIPE)
    native, _ = await choices.communicate()
    mind = await asyncio.create_subprocess_exec("node", os.path.join(HERE, "mind.mjs"), stdin=asyncio.subprocess.PIPE,
                                                stdout=asyncio.subprocess.PIPE)
    said, _ = await mind.communicate(native)
    report.check("both programs end", choices.returncode == 0 and mind.returncode == 0, (choices.returncode, mind.returncode))
    found = json.loads(said)
    report.check("each grade is asked", len(found["grades"]) == 7, found["grades"])
    report.check("the same choices, native and in WebAssembly", found["asked"] > 0 and not found["wrong"], found["wrong"][:3])


if __name__ == "__main__":
    run(main, 100)
