#!/bin/bash
# SPDX-License-Identifier: MIT
# Checks that every .c and .h file is formatted as by clang-format 14, the release of Debian 12: other releases
# format differently.  Lists the files that are not; `clang-format-14 -i FILE` corrects one.  Also checks that a
# file outside tests has at most 800 lines, and a struct in it at most 40 fields.  Ends with "N passed, N failed",
# one per file.
set -u
cd "$(dirname "$0")/.."
format=${CLANG_FORMAT:-clang-format-14}
command -v "$format" >/dev/null || { echo "no $format"; echo "0 passed, 1 failed"; exit 1; }

files=$(if [ -e .git ]; then git ls-files -co --exclude-standard -- '*.[ch]'; else find common server client-cli client-web tests -name '*.[ch]'; fi)
n=$(printf '%s\n' "$files" | wc -l)
bad=$(printf '%s\n' "$files" | xargs -P 2 -n 16 "$format" --dry-run -Werror 2>&1 | sed -n 's/^\([^:]*\):.*error:.*/\1/p' | sort -u)
large=$(python3 - $(printf '%s\n' "$files" | grep -v '^tests/') <<'PY'
import re, sys


def fields(text):
    """Yields the name of each struct in a source and its number of fields."""
    for m in re.finditer(r"\bstruct (\w+) \{", text):
        body, depth, n = "", 1, 0
        for c in text[m.end():]:
            depth += (c == "{") - (c == "}")
            if depth == 0:
                break
            if c == ";" and depth == 1:
                n += 1 if "(" in body else 1 + body.count(",")
                body = ""
            elif depth == 1:
                body += c
        yield m.group(1), n


for path in sys.argv[1:]:
    source = open(path, encoding="utf-8").read()
    if source.count("\n") > 800:
        print("%s: more than 800 lines" % path)
    for name, n in fields(re.sub(r"/\*.*?\*/", "", source, flags=re.S)):
        if n > 40:
            print("%s: struct %s has %d fields" % (path, name, n))
PY
)
bad=$(printf '%s\n%s' "$bad" "$large" | grep .)
failed=$(printf '%s' "$bad" | grep -c .)
[ "$failed" = 0 ] || printf '%s\n' "$bad"
echo "$((n - failed)) passed, $failed failed"
[ "$failed" = 0 ]
