#!/bin/bash
# SPDX-License-Identifier: MIT
# Every .c and .h file is written as clang-format 14, Debian 12's, writes it: other releases differ.  Names
# those that are not; `clang-format-14 -i FILE` mends one.  Ends with "N passed, N failed", one per file.
set -u
cd "$(dirname "$0")/.."
format=${CLANG_FORMAT:-clang-format-14}
command -v "$format" >/dev/null || { echo "no $format"; echo "0 passed, 1 failed"; exit 1; }

files=$(git ls-files -co --exclude-standard -- '*.[ch]' 2>/dev/null || find common server client-cli tests -name '*.[ch]')
n=$(printf '%s\n' "$files" | wc -l)
bad=$(printf '%s\n' "$files" | xargs -P 2 -n 16 "$format" --dry-run -Werror 2>&1 | sed -n 's/^\([^:]*\):.*error:.*/\1/p' | sort -u)
failed=$(printf '%s' "$bad" | grep -c .)
[ "$failed" = 0 ] || printf '%s\n' "$bad"
echo "$((n - failed)) passed, $failed failed"
[ "$failed" = 0 ]
