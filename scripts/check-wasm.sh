#!/bin/bash
# SPDX-License-Identifier: MIT
# Checks that the WebAssembly files of the page are those that client-web/wasm/SHA256SUMS names and, where clang can
# compile to WebAssembly, that the sources give the same bytes.  Ends with "N passed, N failed".
set -u
cd "$(dirname "$0")/.."
passed=0 failed=0

# check WHAT COMMAND...
check() {
	local what=$1
	shift
	if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $what"; fi
}

check "client-web/wasm/SHA256SUMS" sh -c 'cd client-web/page && sha256sum --quiet -c ../wasm/SHA256SUMS'
if dpkg-query -W lld wasi-libc libclang-rt-14-dev-wasm32 >/dev/null 2>&1; then
	for f in client-web/page/*.wasm; do
		check "$f differs from what its sources give: run make wasm" \
			sh -c 'make -s "build/wasm/${1##*/}" && cmp "build/wasm/${1##*/}" "$1"' sh "$f"
	done
else
	echo "skipped: compiling to WebAssembly needs lld, wasi-libc and libclang-rt-14-dev-wasm32"
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
