/* SPDX-License-Identifier: MIT */
/* The verifier of exported matches: any file must get a verdict, both unchanged and with a
 * correct checksum added.  Without the checksum no input would get past its comparison. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "file/verify.h"
#include "tests/support/sealed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
try(const char *text, size_t n)
{
	struct verified_match v = { .match_id = -7 };
	const char *why = verify_text(text, n, &v);

	if (why == NULL)
		CHECK(strlen(v.commitment) == FAIR_HEX_ROOM - 1);
	else
		CHECK(why[0] != '\0' && v.match_id == -7);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	size_t whole;
	char *text = sealed((const char *)data, n, &whole);

	try((const char *)data, n);
	try(text, whole);
	free(text);
	return 0;
}
