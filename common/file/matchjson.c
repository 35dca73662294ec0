/* SPDX-License-Identifier: MIT */
/* See matchjson.h. */
#include "file/matchjson.h"

#include <string.h>

#include <sodium.h>

#define SUM_HEX_LEN (2u * crypto_hash_sha256_BYTES)
#define SUM_KEY "\"sha256\": \""
#define SUM_END "\"\n}\n"

/* Returns whether the last member is the SHA-256 of all bytes before it. */
static bool
sum_holds(const char *text, size_t n)
{
	char tail[sizeof(SUM_KEY) + SUM_HEX_LEN + sizeof(SUM_END)], hex[SUM_HEX_LEN + 1];
	uint8_t sum[crypto_hash_sha256_BYTES];
	struct sbuf b;

	SBUF_INIT(&b, tail);
	sbuf_addf(&b, SUM_KEY "%*s" SUM_END, (int)SUM_HEX_LEN, "");
	if (n < b.len)
		return false;
	n -= b.len;
	(void)crypto_hash_sha256(sum, (const uint8_t *)text, n);
	(void)sodium_bin2hex(hex, sizeof(hex), sum, sizeof(sum));
	memcpy(tail + strlen(SUM_KEY), hex, SUM_HEX_LEN);
	return memcmp(text + n, tail, b.len) == 0;
}

json_t *
matchjson_read(const char *text, size_t n, const char **why_out)
{
	json_t *match = NULL;

	if (!sum_holds(text, n))
		*why_out = "it has changed since it was exported";
	else if ((match = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL)) == NULL)
		*why_out = "it is not an exported match";
	return match;
}

bool
matchjson_read_action(json_t *element, struct action *a_out)
{
	const char *kind, *text;
	json_int_t seat;
	int automatic;

	return json_unpack(element, "{s:I, s:b, s:s, s:s}", "seat", &seat, "auto", &automatic,
		   "kind", &kind, "text", &text) == 0 &&
	       seat >= SEAT_0 && seat <= SEAT_NONE &&
	       action_read(kind, (enum seat)seat, automatic != 0, text, a_out);
}
