# SPDX-License-Identifier: MIT
"""Reads HOSTING.md as a list of steps.  An indented block is one step; the paragraph above it says which:

    "Save this as `FILE`", "Append this to `FILE`"    the block is the file, or its last lines
    "In `[SECTION]`:", or the block starts so         the block is lines of gammond.conf
    otherwise                                         each line of the block is a command"""

import os
import re
from collections import namedtuple

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# kind: "file", "append", "settings", "command".  target: the file's name; for settings the section, "" if the text
# names its own.  number: position of the block in its chapter, from 1.
Step = namedtuple("Step", "chapter number kind target text")


def steps():
    with open(os.path.join(TOP, "HOSTING.md"), encoding="utf-8") as f:
        text = f.read()
    found = []
    for chapter in re.split(r"^## ", text, flags=re.M)[1:]:
        title, body = chapter.split("\n", 1)
        # a paragraph, if any, and the block below it, in which there may be blank lines
        blocks = re.finditer(r"((?:^\S.*\n|^  \S.*\n)*)\n((?:^    .*\n|^\n(?=    ))+)", body, re.M)
        for number, m in enumerate(blocks, 1):
            found.append(_step(title, number, " ".join(m.group(1).split()), re.sub(r"^    ", "", m.group(2), flags=re.M)))
    return found


def _step(chapter, number, above, text):
    saved = re.search(r"(Save this as|Append this to) `([^`]+)`", above)
    if saved:
        return Step(chapter, number, "file" if saved.group(1).startswith("Save") else "append", saved.group(2), text)
    section = re.search(r"[Ii]n `\[(\w+)\]`:$", above)
    if section or text.startswith("["):
        return Step(chapter, number, "settings", section.group(1) if section else "", text)
    return Step(chapter, number, "command", "", text)


def settings(conf, step):
    """Returns the configuration with the step's options set.  Each option must be in the configuration already, as in the shipped file."""
    section = step.target
    for line in step.text.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line:
            key = line.split(" ")[0]
            # the lines of the section up to the option
            place = re.compile(r"(^\[%s\]\n(?:(?!\[).*\n)*?)%s =.*\n" % (re.escape(section), re.escape(key)), re.M)
            conf, n = place.subn(lambda m, line=line: m.group(1) + line + "\n", conf)
            if n != 1:
                raise ValueError("gammond.conf has no %s in [%s]" % (key, section))
    return conf
