/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Position IDs: XGID, GNU ID and OGID. */
#include "rules/position.h"

#include "rules/match.h"
#include "rules/variant.h"
#include "tests/unit/test.h"

#define OPENING_XG "-b----E-C---eE---c-e----B-"

static struct game_position
read_position(const char *text)
{
	struct game_position p;

	memset(&p, 0, sizeof(p));
	if (position_id_read(text, &p) != POSITION_OK)
		fail_msg("not read: %s", text);
	assert_true(position_valid(&p, VARIANT_FIBS));
	return p;
}

static void
assert_written(const struct game_position *p, enum position_form form, const char *want)
{
	char text[POSITION_ID_ROOM];
	struct sbuf b;

	SBUF_INIT(&b, text);
	position_id_write(&b, p, form);
	assert_true(sbuf_ok(&b));
	assert_string_equal(text, want);
}

static void
assert_equal(const struct game_position *a, const struct game_position *b)
{
	assert_memory_equal(a->at, b->at, sizeof(a->at));
	assert_int_equal(a->turn, b->turn);
	assert_int_equal(a->doubled, b->doubled);
	assert_memory_equal(a->dice, b->dice, sizeof(a->dice));
	assert_int_equal(a->cube, b->cube);
	assert_int_equal(a->cube_owner, b->cube_owner);
	assert_memory_equal(a->score, b->score, sizeof(a->score));
	assert_int_equal(a->length, b->length);
	assert_int_equal(a->crawford, b->crawford);
	assert_int_equal(a->jacoby, b->jacoby);
}

/* Each line of the file has the XGID, the GNU ID and the OGID of a position that
 * `build/test/tools/positions 2 300` made; gnubg agrees with the first two.  An OGID has no
 * Jacoby rule. */
TEST(the_three_ids_of_each_position_agree)
{
	FILE *f = fopen("tests/data/position-ids.txt", "r");
	char line[512];
	unsigned n = 0;

	assert_non_null(f);
	for (; fgets(line, sizeof(line), f) != NULL; n++) {
		const char *id[POSITION_FORM_COUNT];
		struct game_position p[POSITION_FORM_COUNT];

		for (unsigned i = 0; i < POSITION_FORM_COUNT; i++) {
			id[i] = strtok(i == 0 ? line : NULL, "\t\n");
			assert_non_null(id[i]);
			p[i] = read_position(id[i]);
			assert_written(&p[i], (enum position_form)i, id[i]);
		}
		assert_equal(&p[POSITION_XGID], &p[POSITION_GNUID]);
		p[POSITION_OGID].jacoby = p[POSITION_XGID].jacoby;
		assert_equal(&p[POSITION_XGID], &p[POSITION_OGID]);
	}
	assert_int_equal(fclose(f), 0);
	assert_int_equal(n, 300);
}

/* Positions that other programs have published. */
TEST(published_ids_are_read)
{
	/* GNU Backgammon's manual: 2-4 in a match to 9, player 0 owns the cube at 2, player 1
	 * has rolled 52 */
	struct game_position p = read_position("4HPwATDgc/ABMA:QYkqASAAIAAA");

	assert_int_equal(p.turn, SEAT_0);
	assert_int_equal(p.cube_owner, SEAT_1);
	assert_int_equal(p.cube, 2);
	assert_int_equal(p.score[0], 4);
	assert_int_equal(p.score[1], 2);
	assert_int_equal(p.length, 9);
	assert_int_equal(p.dice[0], 5);
	assert_int_equal(p.dice[1], 2);
	assert_int_equal(p.at[0][24], 2);
	/* gnubg's console */
	p = read_position("CgAAEAEAAAAAAA");
	assert_int_equal(p.at[1][2] + p.at[1][3] + p.at[0][2] + p.at[0][5], 4);
	/* HedgeHog: White plays 61; a double by Black */
	p = read_position("99cchhiijjjkkmm:223334455666ddo:N0N:16:B:R:2:1:3C:13");
	assert_int_equal(p.turn, SEAT_1);
	assert_true(p.crawford);
	assert_int_equal(p.score[1], 2);
	assert_int_equal(p.at[1][25 - 9], 2);
	p = read_position("cccccgghhhjjjjj:112233666777dll:N0O::B:D:0:0:3:11");
	assert_true(p.doubled);
	assert_int_equal(p.turn, SEAT_0);
	/* "IW": White begins, whichever colour the field before it names */
	p = read_position("11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0");
	assert_int_equal(p.turn, SEAT_1);
}

TEST(a_double_that_was_offered_names_the_doubler)
{
	struct game_position p = read_position("XGID=" OPENING_XG ":1:-1:-1:D:2:1:0:5:10");

	assert_true(p.doubled);
	assert_int_equal(p.turn, SEAT_1);
	assert_int_equal(p.cube_owner, SEAT_1);
	assert_int_equal(p.cube, 2);
	for (unsigned form = 0; form < POSITION_FORM_COUNT; form++) {
		char text[POSITION_ID_ROOM];
		struct game_position again;
		struct sbuf b;

		SBUF_INIT(&b, text);
		position_id_write(&b, &p, (enum position_form)form);
		again = read_position(text);
		assert_equal(&p, &again);
	}
	assert_written(&p, POSITION_OGID, "11ccccchhhjjjjj:66666888dddddoo:W1O::W:D:1:2:5:0");
}

TEST(a_prefix_and_a_missing_maximum_of_the_cube_are_accepted)
{
	const struct game_position p = read_position("XGID=" OPENING_XG ":0:0:1:25:0:0:0:7:10");
	struct game_position q = read_position(OPENING_XG ":0:0:1:52:0:0:0:7");

	assert_equal(&p, &q);
	q = read_position("GNUID=4HPwATDgc/ABMA:cInqAAAAAAAE");
	assert_equal(&p, &q);
	q = read_position("OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:25:W:R:0:0:7:0");
	assert_equal(&p, &q);
}

TEST(a_flipped_position_is_seen_by_the_other_side)
{
	const struct game_position p =
	    read_position("-b----E-C---eE---c-e----A-:1:-1:-1:52:1:2:0:5:10");
	const struct game_position q = position_flip(&p);
	const struct game_position r = position_flip(&q);

	assert_written(&q, POSITION_XGID, "-a----E-C---eE---c-e----B-:1:1:1:52:2:1:0:5:10");
	assert_equal(&p, &r);
}

TEST(other_texts_are_not_ids)
{
	static const char *const texts[] = {
		"",
		":",
		"play",
		"XGID=",
		"4HPwATDgc/ABM",
		"4HPwATDgc/ABMAA",
		"4HPwATDgc/ABM?",
		"4HPwATDgc/ABMB", /* bits after the last byte */
		"4HPwATDgc/ABMA:",
		"4HPwATDgc/ABMA:cInqAAAAAAA",
		"4HPwATDgc/ABMA:cInqAAAAAAAE:1",
		OPENING_XG,
		OPENING_XG ":0:0:1:52:0:0:0",
		OPENING_XG ":0:0:1:52:0:0:0:7:10:1",
		OPENING_XG ":0:2:1:52:0:0:0:7:10",
		OPENING_XG ":0:0:0:52:0:0:0:7:10",
		OPENING_XG ":0:0:1:72:0:0:0:7:10",
		OPENING_XG ":0:0:1:5:0:0:0:7:10",
		OPENING_XG ":0:0:1:52:-1:0:0:7:10",
		OPENING_XG ":x:0:1:52:0:0:0:7:10",
		"Ab----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10",
		"11ccccchhhjjjjj:66666888dddddoo:N0N:25",
		"11ccccchhhjjjjz:66666888dddddoo:N0N:25:W",
		"p1ccccchhhjjjjj:66666888dddddoo:N0N:25:W",
		"11ccccchhhjjjjj:66666888dddddoo:N0P:25:W",
		"11ccccchhhjjjjj:66666888dddddoo:NN:25:W",
		"11ccccchhhjjjjj:66666888dddddoo:N0N:25:X",
		"11ccccchhhjjjjj:66666888dddddoo:N0N:25:W:R:0:0:7:0:15:1:1:1:1:1",
		"XGID=4HPwATDgc/ABMA:cInqAAAAAAAE",
	};
	struct game_position p;

	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (position_id_read(texts[i], &p) != POSITION_BAD_FORM)
			fail_msg("an ID: %s", texts[i]);
}

TEST(positions_that_no_game_has_are_refused)
{
	static const char *const texts[] = {
		"-b----E-C---eE---c-e----C-:0:0:1:52:0:0:0:7:10", /* 16 checkers */
		"-b----E-C---eE---c-e----P-:0:0:1:52:0:0:0:7:10",
		"------E-C----E----------B-:0:0:1:52:0:0:0:7:10", /* the other side is off */
		"cBBBBBB------------bbbbbbC:0:0:1:00:4:3:1:5:10", /* neither can move */
		OPENING_XG ":0:0:1:52:7:0:0:7:10",                /* the match is over */
		OPENING_XG ":0:0:1:52:0:0:0:100:10",
		OPENING_XG ":0:0:1:52:5:5:1:7:10", /* no Crawford game */
		OPENING_XG ":0:0:1:52:6:6:1:7:10",
		OPENING_XG ":1:1:1:52:6:0:1:7:10", /* the cube in the Crawford game */
		OPENING_XG ":0:0:1:D:6:0:1:7:10",
		OPENING_XG ":0:0:1:D:0:0:0:1:10",
		OPENING_XG ":0:1:1:52:0:0:0:7:10", /* an owner of the cube at 1 */
		OPENING_XG ":1:0:1:52:0:0:0:7:10",
		OPENING_XG ":13:1:1:52:0:0:0:7:10",
		OPENING_XG ":40:1:1:52:0:0:0:7:10",
		OPENING_XG ":12:1:1:D:0:0:0:7:10",
		OPENING_XG ":1:-1:1:D:0:0:0:7:10",
		OPENING_XG ":0:0:1:52:0:0:2:7:10",
		OPENING_XG ":0:0:1:52:0:0:4:0:10",
		OPENING_XG ":0:0:1:52:10000:0:0:0:10",
		"AAAAAAAAAAAAAA",
		"/////////////w",
		"AAAAAAAAAAAAAQ",
		"4HPwATDgc/ABMA:cArqAAAAAAAE", /* the game is over */
		"4HPwATDgc/ABMA:YInqAAAAAAAE", /* the cube belongs to player 2 */
		"1111111111111111:66666888dddddoo:N0N:25:W",
		"11ccccchhhjjjjj:66666888dddddoo:N0N:25:W:R:0:0:7:0:14",
		"11ccccchhhjjjjj:66666888ddddd99:N0N:25:W:R:9:0:7",
	};
	struct game_position p;

	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (position_id_read(texts[i], &p) != POSITION_IMPOSSIBLE)
			fail_msg("not impossible: %s", texts[i]);
}

TEST(games_like_backgammon_have_ids)
{
	static const char *const like[] = { "backgammon", "nackgammon", "hyper", "longgammon" };
	static const char *const unlike[] = { "anti", "cloning", "portes", "plakoto", "fevga",
		"tavli", "european", "narde", "tapa", "gulbara" };

	for (size_t i = 0; i < ARRAY_LEN(like); i++)
		assert_true(position_has_ids(variant_find(like[i])));
	for (size_t i = 0; i < ARRAY_LEN(unlike); i++)
		assert_false(position_has_ids(variant_find(unlike[i])));
}

/* The position of a state is set in a new state and read back unchanged. */
TEST(a_position_can_be_set)
{
	FILE *f = fopen("tests/data/position-ids.txt", "r");
	char line[512];

	assert_non_null(f);
	while (fgets(line, sizeof(line), f) != NULL) {
		struct game_position p = read_position(strtok(line, "\t")), q;
		struct match_state m;

		p.dice[0] = p.dice[1] = 0;
		match_init(&m, VARIANT_FIBS, p.length);
		position_set(&m, &p);
		assert_true(match_check(&m));
		assert_true(position_of(&m, SEAT_0, &q));
		assert_equal(&p, &q);
		assert_true(position_of(&m, SEAT_1, &q));
		q = position_flip(&q);
		assert_equal(&p, &q);
	}
	assert_int_equal(fclose(f), 0);
}

TEST(between_games_there_is_no_position)
{
	struct match_state m;
	struct game_position p;

	match_init(&m, VARIANT_FIBS, 5);
	assert_false(position_of(&m, SEAT_0, &p));
}
