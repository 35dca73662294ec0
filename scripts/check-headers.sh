#!/bin/bash
# SPDX-License-Identifier: MIT
# Checks that every header compiles on its own, with the flags of the tests.  Ends with "N passed, N failed".
set -u
cd "$(dirname "$0")/.."
compile=$(make -s --no-print-directory show-compile) || exit 1
passed=0 failed=0
for h in common/*.h common/*/*.h server/*.h server/*/*.h server/*/*/*.h client-cli/*/*.h client-web/*.h tests/*/*.h; do
	[ -f "$h" ] || continue
	if printf '#include "%s"\ntypedef int not_empty;\n' "$h" |
		$compile -Werror -fsyntax-only -x c -; then
		passed=$((passed + 1))
	else
		echo "$h does not compile on its own" >&2
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
