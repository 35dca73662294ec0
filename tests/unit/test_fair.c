/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Verifiable dice: what is shown before a match binds the server to what is shown afterwards,
 * and every stored roll follows from it. */
#include "fair/draw.h"
#include "match/match.h"
#include "people/people.h"
#include "tests/support/fixture.h"
#include "tests/support/people.h"
#include "tests/unit/test.h"

struct table {
	struct fixture *h;
	unsigned ann, bob;
};

static struct table
two(void)
{
	struct table t = { .h = fixture_new(NULL) };

	t.ann = fixture_telnet(t.h, "ann");
	t.bob = fixture_telnet(t.h, "bob");
	fixture_type(t.h, t.ann, "toggle ready");
	fixture_type(t.h, t.bob, "toggle ready");
	return t;
}

/* Extracts what follows a word in the answer to `fair`; "" if absent. */
static void
shown(struct table *t, unsigned conn, const char *command, const char *word,
    char hex_out[FAIR_HEX_ROOM])
{
	const char *at;

	fixture_discard(t->h);
	fixture_type(t->h, conn, command);
	at = strstr(fixture_read(t->h, conn), word);
	memset(hex_out, 0, FAIR_HEX_ROOM);
	if (at != NULL) {
		at += strlen(word);
		at += strspn(at, " ");
		memcpy(hex_out, at, FAIR_HEX_ROOM - 1);
	}
}

static struct match_record
stored_match(struct table *t, int64_t id)
{
	struct match_record r;

	assert_true(store_match_by_id(fixture_store(t->h), id, &r));
	return r;
}

struct roll_check {
	struct fair_dice dice;
	unsigned n, wrong;
};

static bool
check_action(void *ctx, const struct action_record *a)
{
	struct roll_check *r = ctx;
	struct action act;
	uint8_t d[2];

	assert_true(match_read_action(a, &act));
	for (unsigned i = 0; act.kind == ACT_START && i < act.start.npairs; i++) {
		fair_dice_roll(&r->dice, r->n++, d);
		r->wrong += memcmp(d, act.start.pair[i].d, 2) != 0;
	}
	if (act.kind == ACT_ROLL) {
		fair_dice_roll(&r->dice, r->n++, d);
		r->wrong += memcmp(d, act.dice.d, 2) != 0;
	}
	return true;
}

/* Counts the rolls of a match that do not follow from its seed and the two players' texts. */
static unsigned
count_wrong_rolls(struct table *t, int64_t id, const char *text0, const char *text1)
{
	struct match_record r = stored_match(t, id);
	struct roll_check x = { .n = 0 };
	char number[24];
	struct sbuf b;

	SBUF_INIT(&b, number);
	sbuf_addf(&b, "%lld", (long long)id);
	fair_dice_init(&x.dice, r.seed, number, text0, strlen(text0), text1, strlen(text1));
	store_actions_each(fixture_store(t->h), id, check_action, &x);
	assert_true(x.n >= 5);
	return x.wrong;
}

static bool plays(struct table *t, unsigned conn);

/* Lets the two players type up to `lines` lines, as long as the match lasts. */
static void
play(struct table *t, unsigned lines)
{
	struct move_space *space = malloc(sizeof(*space));
	struct rng rng;

	assert_non_null(space);
	rng_seed(&rng, 7);
	for (unsigned i = 0; i < 2 * lines && plays(t, t->ann); i++) {
		unsigned conn = i % 2 == 0 ? t->ann : t->bob;
		unsigned long moves = 0;
		char text[128];
		struct sbuf b;

		SBUF_INIT(&b, text);
		if (people_play(t->h, fixture_session(t->h, conn), &rng, space, &b, &moves))
			fixture_type(t->h, conn, text);
	}
	free(space);
}

static bool
plays(struct table *t, unsigned conn)
{
	return fixture_session(t->h, conn)->match != 0;
}

TEST(the_commitment_binds_the_rolls_and_the_seed)
{
	struct table t = two();
	char before[FAIR_HEX_ROOM], during[FAIR_HEX_ROOM], seed[FAIR_HEX_ROOM], again[65];
	struct match_record r;

	fixture_type(t.h, t.ann, "invite bob 9");
	shown(&t, t.bob, "fair ann", "commitment", before);
	fixture_type(t.h, t.ann, "seed one text");
	fixture_type(t.h, t.bob, "seed first");
	fixture_type(t.h, t.bob, "seed another, which counts");
	fixture_type(t.h, t.bob, "join ann");
	assert_true(plays(&t, t.bob));
	fixture_type(t.h, t.bob, "seed too late");
	shown(&t, t.bob, "fair", "commitment", during);
	assert_string_equal(during, before);
	shown(&t, t.bob, "fair 1", "  seed ", seed);
	assert_string_equal(seed, "");
	play(&t, 30);
	fixture_type(t.h, t.ann, "leave");
	fixture_type(t.h, t.bob, "invite ann");
	fixture_type(t.h, t.ann, "seed for the way back");
	fixture_type(t.h, t.ann, "join bob");
	assert_true(plays(&t, t.bob));
	play(&t, 30);
	assert_int_equal(count_wrong_rolls(&t, 1, "one text", "another, which counts"), 0);
	assert_int_not_equal(count_wrong_rolls(&t, 1, "one text", "first"), 0);
	shown(&t, t.ann, "fair 1", "  seed ", seed);
	assert_string_equal(seed, "");
	/* the match ends when another match starts */
	fixture_type(t.h, t.ann, "leave");
	fixture_type(t.h, t.ann, "invite bob 3 yes");
	fixture_type(t.h, t.bob, "join ann");
	shown(&t, t.ann, "fair 1", "  seed ", seed);
	r = stored_match(&t, 1);
	fair_hex(r.seed, again);
	assert_string_equal(seed, again);
	fair_draw_commitment(r.seed, again);
	assert_string_equal(before, again);
	assert_true(r.dice_committed);
	fixture_free(&t.h);
}

/* Both players are shown the seal at the start, and the seed only on request. */
TEST(the_seal_is_one_line_and_the_seed_is_shown_on_request)
{
	struct table t = two();
	char commitment[FAIR_HEX_ROOM], seed[FAIR_HEX_ROOM];
	char line[100];
	struct match_record r;
	struct sbuf b;

	fixture_type(t.h, t.ann, "invite bob 1");
	shown(&t, t.bob, "fair ann", "commitment", commitment);
	sbuf_init(&b, line, sizeof(line));
	sbuf_add(&b, "Dice seal 1:");
	for (unsigned i = 0; i < 8; i++)
		sbuf_addf(&b, " %.4s", &commitment[4 * i]);
	sbuf_add(&b, " (help fair)\r\n");
	fixture_discard(t.h);
	fixture_type(t.h, t.bob, "join ann");
	assert_non_null(strstr(fixture_read(t.h, t.ann), line));
	assert_non_null(strstr(fixture_read(t.h, t.bob), line));
	r = stored_match(&t, 1);
	fair_hex(r.seed, seed);
	fixture_type(t.h, t.ann, "resign n");
	fixture_type(t.h, t.bob, "accept");
	assert_false(plays(&t, t.ann));
	assert_null(strstr(fixture_read(t.h, t.ann), seed));
	assert_null(strstr(fixture_read(t.h, t.bob), seed));
	fixture_type(t.h, t.bob, "fair");
	assert_non_null(strstr(fixture_read(t.h, t.bob), seed));
	fixture_free(&t.h);
}

TEST(a_repeated_invitation_has_new_dice_and_needs_a_new_text)
{
	struct table t = two();
	char first[FAIR_HEX_ROOM], second[FAIR_HEX_ROOM], third[FAIR_HEX_ROOM];

	fixture_type(t.h, t.ann, "invite bob 1");
	shown(&t, t.bob, "fair ann", "commitment", first);
	fixture_type(t.h, t.bob, "seed of the first");
	fixture_type(t.h, t.ann, "invite bob 1");
	shown(&t, t.bob, "fair ann", "commitment", second);
	assert_string_not_equal(first, second);
	/* the text does not survive a restart of the server either */
	fixture_restart(t.h);
	t.ann = fixture_telnet(t.h, "ann");
	t.bob = fixture_telnet(t.h, "bob");
	fixture_type(t.h, t.bob, "join ann");
	assert_false(plays(&t, t.bob));
	fixture_type(t.h, t.ann, "invite bob 1");
	shown(&t, t.bob, "fair ann", "commitment", third);
	assert_string_not_equal(second, third);
	fixture_type(t.h, t.bob, "join ann");
	assert_true(plays(&t, t.bob));
	shown(&t, t.bob, "fair", "commitment", first);
	assert_string_equal(first, third);
	assert_string_equal(stored_match(&t, 1).dice_text[1], "");
	fixture_free(&t.h);
}

/* Makes a tournament with announced pairings, which are played once both players are ready. */
static struct table
make_tournament_match(void)
{
	struct table t = two();

	fixture_type(t.h, t.ann,
	    "tournament create Pair length 1 checkin 0 clock off schedule deadline days 2");
	fixture_type(t.h, t.ann, "tournament open 1");
	fixture_type(t.h, t.ann, "tournament register 1");
	fixture_type(t.h, t.bob, "tournament register 1");
	fixture_type(t.h, t.ann, "tournament start 1 yes");
	fixture_advance(t.h, 1000);
	return t;
}

TEST(tournament_dice_are_fixed_when_the_pairing_is_announced)
{
	struct table t = make_tournament_match();
	char before[FAIR_HEX_ROOM], after[FAIR_HEX_ROOM];
	struct match_record r;
	int64_t id;

	shown(&t, t.bob, "fair", "commitment", before);
	assert_int_equal(strlen(before), FAIR_HEX_ROOM - 1);
	fixture_type(t.h, t.bob, "seed mine");
	fixture_restart(t.h);
	t.ann = fixture_telnet(t.h, "ann");
	t.bob = fixture_telnet(t.h, "bob");
	shown(&t, t.bob, "fair", "commitment", after);
	assert_string_equal(before, after);
	for (unsigned i = 0; i < 100 && !plays(&t, t.bob); i++) {
		fixture_type(t.h, t.ann, "tournament play 1");
		fixture_type(t.h, t.bob, "tournament play 1");
		fixture_advance(t.h, 10000);
	}
	assert_true(plays(&t, t.bob));
	id = session_match(fixture_world(t.h), fixture_session(t.h, t.bob))->row;
	r = stored_match(&t, id);
	assert_true(r.dice_committed);
	fair_draw_commitment(r.seed, after);
	assert_string_equal(before, after);
	play(&t, 30);
	assert_int_equal(count_wrong_rolls(&t, id, r.dice_text[0], r.dice_text[1]), 0);
	assert_string_equal(r.dice_text[strcmp(r.name[0], "bob") == 0 ? 0 : 1], "mine");
	/* another match of that pairing would have different dice */
	assert_false(store_pairing_dice(
	    fixture_store(t.h), 1, 0, &(struct dice_record){ .seed = { 0 } }));
	fixture_free(&t.h);
}
