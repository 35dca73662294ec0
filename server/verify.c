/* SPDX-License-Identifier: MIT */
/* Checks an export of the form "json" (PROTOCOL.md 12): that no byte of it has changed since it
 * was written, that its seed is the one that was committed to, and every roll.  Owns nothing.
 *
 * The file is read as it was written, line by line; JSON laid out otherwise is refused. */
#include "verify.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "fair/draw.h"

#define TEXT_MAX (FAIR_CONTRIBUTION_MAX + 1)
#define FILE_MAX (64u << 20)
#define SUM_LINE "\"sha256\": \""

struct export_read {
	char match[24];
	char commitment[FAIR_HEX_ROOM], seed[FAIR_HEX_ROOM];
	char text[2][TEXT_MAX];
	struct fair_dice dice;
	uint32_t rolls;
	const char *back; /* the next play that is taken back; NULL none */
};

/* NULL: it could not be read.  To be freed. */
static char *
read_file(const char *path, size_t *n_out)
{
	FILE *file = fopen(path, "rb");
	char *text = file != NULL ? malloc(FILE_MAX + 1) : NULL;
	size_t n = text != NULL ? fread(text, 1, FILE_MAX, file) : 0;

	if (file != NULL)
		(void)fclose(file);
	if (n == 0 || memchr(text, '\0', n) != NULL) {
		free(text);
		return NULL;
	}
	text[n] = '\0';
	*n_out = n;
	return text;
}

/* The last line but one is the sum of all before it; it is cut off. */
static bool
sum_holds(char *text, size_t n)
{
	const size_t tail = strlen(SUM_LINE) + FAIR_HEX_ROOM - 1 + strlen("\"\n}\n");
	char want[sizeof(SUM_LINE) + FAIR_HEX_ROOM + 8], hex[FAIR_HEX_ROOM];
	uint8_t sum[crypto_hash_sha256_BYTES];
	struct sbuf b;

	if (n < tail)
		return false;
	(void)crypto_hash_sha256(sum, (const uint8_t *)text, n - tail);
	fair_hex(sum, hex);
	SBUF_ON(&b, want);
	sbuf_addf(&b, SUM_LINE "%s\"\n}\n", hex);
	if (strcmp(text + n - tail, want) != 0)
		return false;
	text[n - tail] = '\0';
	return true;
}

/* What stands behind `key` at the begin of a line, up to one of these characters; false: there
 * is none, or it is too long. */
static bool
field(const char *text, const char *key, const char *until, char *out, size_t size)
{
	const char *at = strstr(text, key);
	size_t n;

	if (at == NULL || at[-1] != '\n')
		return false;
	at += strlen(key);
	n = strcspn(at, until);
	if (n >= size)
		return false;
	memcpy(out, at, n);
	out[n] = '\0';
	return true;
}

static bool
read_head(const char *text, struct export_read *x)
{
	char both[2 * TEXT_MAX + 8];
	char *comma;

	if (!field(text, "\"match\": ", ",", x->match, sizeof(x->match)) ||
	    !field(text, "\"commitment\": \"", "\"", x->commitment, sizeof(x->commitment)) ||
	    !field(text, "\"seed\": ", ",", both, sizeof(both)) ||
	    !field(text, "\"texts\": [\"", "\n", both, sizeof(both)))
		return false;
	x->seed[0] = '\0'; /* null */
	(void)field(text, "\"seed\": \"", "\"", x->seed, sizeof(x->seed));
	comma = strstr(both, "\", \"");
	if (comma == NULL || strlen(comma) < strlen("\", \"\"],"))
		return false;
	*comma = '\0';
	comma += strlen("\", \"");
	comma[strlen(comma) - strlen("\"],")] = '\0';
	return sbuf_copy(x->text[0], TEXT_MAX, both) && sbuf_copy(x->text[1], TEXT_MAX, comma);
}

static bool
seed_holds(struct export_read *x)
{
	uint8_t seed[FAIR_SEED_BYTES];
	char hex[FAIR_HEX_ROOM];
	size_t n = 0;

	if (sodium_hex2bin(seed, sizeof(seed), x->seed, strlen(x->seed), NULL, &n, NULL) != 0 ||
	    n != sizeof(seed))
		return false;
	fair_draw_commitment(seed, hex);
	fair_dice_init(&x->dice, seed, x->match, x->text[0], strlen(x->text[0]), x->text[1],
	    strlen(x->text[1]));
	return strcmp(hex, x->commitment) == 0;
}

/* "33,61": pairs from the next one of the stream on. */
static bool
pairs_hold(struct export_read *x, const char *pair)
{
	for (;; pair += 3) {
		uint8_t d[2];

		fair_dice_roll(&x->dice, x->rolls++, d);
		if (pair[0] != '0' + d[0] || pair[1] != '0' + d[1])
			return false;
		if (pair[2] != ',')
			return pair[2] == '"';
	}
}

#define BACK "\"kind\": \"takeback\", \"text\": \"roll="

/* Plays were taken back before `end`: the stream goes on from an earlier roll, told there. */
static bool
go_back(struct export_read *x, const char *end)
{
	for (; x->back != NULL && x->back < end; x->back = strstr(x->back + 1, BACK)) {
		unsigned long no = strtoul(x->back + strlen(BACK), NULL, 10);

		if (no > x->rolls)
			return false;
		x->rolls = (uint32_t)no;
	}
	return true;
}

static bool
rolls_hold(struct export_read *x, const char *text)
{
	const char *at = text;

	x->back = strstr(text, BACK);
	while ((at = strstr(at, " dice=")) != NULL) {
		const char *no = at;
		char want[24];
		struct sbuf b;

		if (!go_back(x, at))
			return false;
		at += strlen(" dice=");
		if (*at == '-') /* the winner of the last game begins */
			continue;
		SBUF_ON(&b, want);
		sbuf_addf(&b, "roll=%" PRIu32, x->rolls);
		if ((size_t)(no - text) < b.len || memcmp(no - b.len, want, b.len) != 0 ||
		    !pairs_hold(x, at))
			return false;
	}
	return go_back(x, text + strlen(text));
}

/* What is wrong with it; NULL nothing. */
static const char *
fault(char *text, size_t n, struct export_read *x)
{
	const char *actions;

	if (!sum_holds(text, n))
		return "it is not as it was written";
	actions = strstr(text, "\n\"actions\": [");
	if (actions == NULL || !read_head(text, x))
		return "it is no export of a match";
	if (x->seed[0] == '\0')
		return "the match is not over, so its seed is a secret";
	if (!seed_holds(x))
		return "the seed is not the one that was committed to";
	if (!rolls_hold(x, actions))
		return "a roll does not follow from the seed";
	return NULL;
}

int
verify_run(const char *data_dir, unsigned n, char *const *words)
{
	struct export_read x = { .rolls = 0 };
	const char *why = "it cannot be read";
	size_t len = 0;
	char *text;

	(void)data_dir;
	if (n != 1) {
		(void)fputs("usage:\n" VERIFY_USAGE, stderr);
		return 2;
	}
	text = read_file(words[0], &len);
	if (text != NULL)
		why = fault(text, len, &x);
	if (why != NULL)
		(void)printf("%s: %s\n", words[0], why);
	else
		(void)printf("%s: match %s, %" PRIu32
			     " rolls, commitment %s: all as it must be\n",
		    words[0], x.match, x.rolls, x.commitment);
	free(text);
	return why == NULL ? 0 : 1;
}
