/* SPDX-License-Identifier: MIT */
/* See verify.h; the rules are in PROTOCOL.md 12. */
#include "file/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "file/matchjson.h"
#include "file/regular.h"

/* The dice of a match.  Each pair is kept, because taking back a play rewinds the stream, and a
 * file may take back a play after every action. */
struct dice_stream {
	struct fair_dice dice;
	struct dice_pair *pair;
	uint32_t pairs_made, next_roll;
};

static bool
pair_holds(struct dice_stream *s, struct dice_pair said)
{
	struct dice_pair *p = &s->pair[s->next_roll];

	if (s->next_roll == s->pairs_made)
		fair_dice_roll(&s->dice, s->pairs_made++, p->d);
	s->next_roll++;
	return memcmp(p->d, said.d, sizeof(said.d)) == 0;
}

static bool
rolls_follow_seed(struct dice_stream *s, const struct action *a)
{
	if (a->kind == ACT_TAKEBACK) {
		if (a->roll_no > s->next_roll)
			return false;
		s->next_roll = a->roll_no;
	}
	if (a->kind == ACT_ROLL)
		return a->roll_no == s->next_roll && pair_holds(s, a->dice);
	/* npairs is 0 when the winner of the last game begins */
	for (unsigned i = 0; a->kind == ACT_START && i < a->start.npairs; i++)
		if (a->roll_no + i != s->next_roll || !pair_holds(s, a->start.pair[i]))
			return false;
	return true;
}

static const char *
rolls_fault(struct dice_stream *s, const json_t *actions)
{
	struct action a;

	for (size_t i = 0; i < json_array_size(actions); i++) {
		if (!matchjson_read_action(json_array_get(actions, i), &a))
			return "it has an action that this program does not know";
		if (!rolls_follow_seed(s, &a))
			return "a roll does not follow from the seed";
	}
	return NULL;
}

/* Starts the dice stream from the seed.  Returns false if the seed does not match the
 * commitment. */
static bool
seed_holds(struct dice_stream *s, const char *seed_hex, const char *text1, const char *text2,
    const struct verified_match *v)
{
	uint8_t seed[FAIR_SEED_BYTES];
	char hex[FAIR_HEX_ROOM], number[24];
	struct sbuf b;
	size_t n = 0;

	if (sodium_hex2bin(seed, sizeof(seed), seed_hex, strlen(seed_hex), NULL, &n, NULL) !=
		0 ||
	    n != sizeof(seed))
		return false;
	SBUF_INIT(&b, number);
	sbuf_addf(&b, "%" PRId64, v->match_id);
	fair_dice_init(&s->dice, seed, number, text1, strlen(text1), text2, strlen(text2));
	fair_draw_commitment(seed, hex);
	return strcmp(hex, v->commitment) == 0;
}

static const char *
match_fault(json_t *match, struct dice_stream *s, struct verified_match *v)
{
	const char *commitment, *text1, *text2;
	json_t *seed, *actions;
	json_int_t number;

	if (json_unpack(match, "{s:I, s:s, s:o, s:[ss!], s:o}", "match", &number, "commitment",
		&commitment, "seed", &seed, "texts", &text1, &text2, "actions",
		&actions) != 0 ||
	    !json_is_array(actions) || strlen(text1) > FAIR_CONTRIBUTION_MAX ||
	    strlen(text2) > FAIR_CONTRIBUTION_MAX ||
	    !sbuf_copy(v->commitment, sizeof(v->commitment), commitment))
		return "it is not an exported match";
	v->match_id = number;
	if (json_is_null(seed))
		return "the match is not over, so its seed is a secret";
	if (!json_is_string(seed) || !seed_holds(s, json_string_value(seed), text1, text2, v))
		return "the seed is not the one that was committed to";
	return rolls_fault(s, actions);
}

const char *
verify_text(const char *text, size_t n, struct verified_match *out)
{
	struct dice_stream s = { .pairs_made = 0 };
	struct verified_match v = { .match_id = 0 };
	const char *why = NULL;
	json_t *match = matchjson_read(text, n, &why);

	if (match != NULL) {
		/* n is enough: a pair takes at least two bytes of the file */
		s.pair = calloc(n, sizeof(*s.pair));
		why = s.pair == NULL ? "there is no memory" : match_fault(match, &s, &v);
		v.rolls = s.next_roll;
		free(s.pair);
		json_decref(match);
	}
	if (why == NULL)
		*out = v;
	return why;
}

int
verify_file(const char *path)
{
	char space[600];
	struct sbuf error;
	struct verified_match v;
	const char *why;
	size_t n;
	char *text;

	SBUF_INIT(&error, space);
	text = regular_read(path, MATCHJSON_BYTES_MAX, &n, &error);
	if (text == NULL) {
		(void)puts(space);
		return 1;
	}
	why = verify_text(text, n, &v);
	free(text);
	if (why != NULL)
		(void)printf("%s: %s\n", path, why);
	else
		(void)printf("%s: match %" PRId64 ", %" PRIu32
			     " rolls, commitment %s: all as it must be\n",
		    path, v.match_id, v.rolls, v.commitment);
	return why == NULL ? 0 : 1;
}
