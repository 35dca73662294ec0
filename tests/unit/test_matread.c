/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The reader of .mat texts: the server's own texts give the same actions, texts of other
 * programs are understood, and invalid ones are refused with the line number. */
#include "base/rng.h"
#include "match/match.h"
#include "form/matfile.h"
#include "proto/matread.h"
#include "tests/unit/test.h"

#define TEXT_MAX 400000u

static struct matread got;
static struct move_space space;
static struct matfile file;
static char text[TEXT_MAX];
static size_t text_len;

BEFORE_ALL
{
	(void)state;
	got.action = calloc(MATREAD_ACTIONS_MAX, sizeof(*got.action));
	assert_non_null(got.action);
}

AFTER_ALL
{
	(void)state;
	free(got.action);
}

/* ---- there and back ---- */

struct made {
	struct match_state m;
	struct rng rng;
	bool crawford, jacoby;
	unsigned n, games_most;
	struct action action[MATREAD_ACTIONS_MAX];
};

static struct made made;

static bool
choose(struct made *p, struct action *a)
{
	const struct match_state *m = &p->m;
	unsigned odd = rng_below(&p->rng, 1000);
	uint8_t d1 = (uint8_t)(1 + rng_below(&p->rng, 6)),
		d2 = (uint8_t)(1 + rng_below(&p->rng, 6));

	*a = (struct action){ .seat = m->turn, .roll_no = m->next_roll };
	if (m->phase == PH_OVER ||
	    (m->phase == PH_BETWEEN && m->length == 0 && m->game_no == p->games_most))
		return false;
	if (m->resign_by != SEAT_NONE) {
		a->kind = ACT_RESIGN_ACCEPT;
		a->seat = seat_other(m->resign_by);
	} else if (m->phase == PH_BETWEEN) {
		a->kind = ACT_START;
		a->seat = SEAT_NONE;
		a->start.crawford = p->crawford;
		a->start.jacoby = p->jacoby;
		a->start.redoubles[0] = a->start.redoubles[1] = 3;
		a->start.npairs = 1;
		a->start.pair[0] = (struct dice_pair){ { d1, (uint8_t)(d1 % 6 + 1) } };
	} else if (m->phase == PH_DOUBLED) {
		a->seat = seat_other(m->offer_by);
		a->kind = odd < 800 ? ACT_TAKE : ACT_DROP;
		if (m->length == 0 && match_redoubles_left(m) > 0 && odd < 300)
			a->kind = ACT_REDOUBLE;
	} else if (m->phase == PH_ROLL && odd < 10 && m->moved[0] && m->moved[1]) {
		a->kind = ACT_RESIGN;
		a->size = (uint8_t)(1 + odd % 3);
		a->seat = odd % 2 == 0 ? SEAT_0 : SEAT_1;
	} else if (m->phase == PH_ROLL) {
		a->kind = match_may_double(m, m->turn) && odd < 60 ? ACT_DOUBLE : ACT_ROLL;
		a->dice = (struct dice_pair){ { d1, d2 } };
	} else {
		a->kind = ACT_MOVE;
		(void)move_list(
		    m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], &space);
		a->play = space.result[rng_below(&p->rng, space.n)].play;
	}
	return true;
}

static void
put(void *ctx, const char *bytes, size_t n)
{
	(void)ctx;
	assert_true(text_len + n < TEXT_MAX);
	memcpy(text + text_len, bytes, n);
	text[text_len += n] = '\0';
}

static void
make(uint64_t seed)
{
	struct match_record r = { .id = 1, .user = { 1, 2 }, .name = { "ann", "bob_2" } };
	const struct matfile_event event = { "7 point match", "losers' round 2" };
	struct out out = { .write = put };
	struct match_events ev;
	struct action a;

	rng_seed(&made.rng, seed);
	made.n = 0;
	made.crawford = rng_below(&made.rng, 3) > 0;
	made.jacoby = rng_below(&made.rng, 3) == 0;
	made.games_most = 4;
	r.length = (uint8_t)(seed % 4 == 0 ? 0 : 1 + rng_below(&made.rng, 7));
	CHECK(sbuf_copy(r.variant, sizeof(r.variant), "backgammon"));
	r.created_ms = INT64_C(1700000000000);
	match_init(&made.m, VARIANT_FIBS, r.length);
	text_len = 0;
	matfile_begin(&file, &r, seed % 2 == 0 ? &event : NULL, &out);
	while (choose(&made, &a)) {
		struct action_record rec = { .match = 1,
			.seq = made.n,
			.seat = (int)a.seat,
			.kind = action_kind_name(a.kind) };
		char stored[256];
		struct sbuf b;

		SBUF_ON(&b, stored);
		action_write(&b, &a);
		rec.text = stored;
		if (match_apply(&made.m, &a, &space, &ev).err != MATCH_OK)
			continue; /* a roll not allowed here is drawn again */
		assert_true(made.n < MATREAD_ACTIONS_MAX && matfile_action(&file, &rec));
		made.action[made.n++] = a;
	}
	r.actions = made.n;
	assert_int_equal(matfile_end(&file), MATFILE_OK);
}

static void
same(const struct match_state *a, const struct match_state *b)
{
	assert_memory_equal(&a->board, &b->board, sizeof(a->board));
	assert_int_equal(a->phase, b->phase);
	assert_int_equal(a->turn, b->turn);
	assert_int_equal(a->cube, b->cube);
	assert_int_equal(a->cube_owner, b->cube_owner);
	assert_int_equal(a->score[0], b->score[0]);
	assert_int_equal(a->score[1], b->score[1]);
	assert_memory_equal(&a->dice, &b->dice, sizeof(a->dice));
}

static void
read_text(void)
{
	if (!matread(&got, text, text_len, &space))
		fail_msg("line %u: %s\n%s", got.line, got.why, text);
}

TEST(written_matches_are_read_back_action_by_action)
{
	for (uint64_t seed = 1; seed <= 300; seed++) {
		struct match_state ours, theirs;
		struct match_events ev;

		make(seed);
		read_text();
		assert_int_equal(got.n, made.n);
		assert_string_equal(got.name[0], "ann");
		assert_string_equal(got.name[1], "bob_2");
		assert_int_equal(got.year, 2023);
		assert_int_equal(got.month, 11);
		match_init(&ours, VARIANT_FIBS, made.m.length);
		theirs = ours;
		for (unsigned i = 0; i < made.n; i++) {
			const struct action *a = &made.action[i], *b = &got.action[i];

			assert_int_equal(a->kind, b->kind);
			assert_int_equal(a->seat, b->seat);
			assert_int_equal(match_apply(&ours, a, &space, &ev).err, MATCH_OK);
			assert_int_equal(match_apply(&theirs, b, &space, &ev).err, MATCH_OK);
			same(&ours, &theirs);
		}
		same(&got.state, &made.m);
	}
}

/* ---- texts of other programs ---- */

static void
set_text(const char *t)
{
	text_len = strlen(t);
	assert_true(text_len < TEXT_MAX);
	memcpy(text, t, text_len + 1);
}

TEST(other_programs_texts_are_read)
{
	set_text("\xef\xbb\xbf; [Site \"club\"]\r\n; [EventDate \"1999.12.31\"]\r\n\r\n"
		 " 3 point match\r\n\r\n Game 1\r\n"
		 " Anna : 0                          Bert : 0\r\n"
		 "  1)                             13: 8/5 6/5\r\n"
		 "  2) 44: 13/5(2)                 Doubles => 2\r\n"
		 "  3) Drops\r\n"
		 "                                   Wins 1 point\r\n\r\n"
		 " Game 2\r\n Anna : 0                          Bert : 1\r\n"
		 "  1) 65: 24/13                   Wins 2 points and the match\r\n");
	read_text();
	assert_string_equal(got.name[1], "Bert");
	assert_int_equal(got.year, 1999);
	assert_int_equal(got.state.score[1], 3);
	assert_int_equal(got.state.winner, SEAT_1);
}

#define DATED                                                                                  \
	" 1 point match\n\n Game 1\n ann : 0              bob : 0\n"                           \
	"  1) 31: 8/5 6/5       Wins 1 point and the match\n"

/* A date cut off by the end of its line is ignored; text left over from the previous line is
 * not read. */
TEST(a_date_ends_with_its_line)
{
	char long_line[400 + sizeof(DATED) + 1];

	set_text("; [EventDate \"2020.02.29\"]\n; [EventDate \"1999\n" DATED);
	read_text();
	assert_int_equal(got.year, 2020);
	assert_int_equal(got.month, 2);
	assert_int_equal(got.day, 29);

	memset(long_line, ' ', sizeof(long_line));
	memcpy(long_line, ";", 1);
	memcpy(long_line + 400 - strlen("EventDate \"1999"), "EventDate \"1999",
	    strlen("EventDate \"1999"));
	long_line[400] = '\n';
	memcpy(long_line + 401, DATED, sizeof(DATED));
	set_text(long_line);
	read_text();
	assert_int_equal(got.year, 0);
}

/* The owners of a match may be given separately, whatever names the file contains. */
TEST(a_name_may_be_longer_than_a_user_name)
{
	set_text(" 1 point match\n\n Game 1\n"
		 " A very long name of a person (1) : 0       Berta of the other club : 0\n"
		 "  1) 31: 8/5 6/5       Wins 1 point and the match\n");
	read_text();
	assert_string_equal(got.name[0], "A very long name of a person (1)");
	assert_string_equal(got.name[1], "Berta of the other club");
}

/* ---- what is refused ---- */

#define HEAD " 3 point match\n\n Game 1\n ann : 0              bob : 0\n"

TEST(invalid_texts_are_refused_with_their_line)
{
	static const struct {
		const char *text;
		unsigned line;
		const char *why;
	} BAD[] = {
		{ "", 0, "there is no game in it" },
		{ "hello\n", 1, "the length of the match is expected here: '7 point match'" },
		{ " 100 point match\n", 1,
		    "the length of the match is expected here: '7 point match'" },
		{ " 3 point match\n Game 2\n", 2, "the next game is number 1" },
		{ " 3 point match\n Game 1\n ann\n", 3,
		    "the names and the score are expected here" },
		{ " 3 point match\n Game 1\n ann : 0   : 0\n", 3, "a name is missing" },
		{ " 3 point match\n Game 1\n ann : 1   bob : 0\n", 3,
		    "the score of the left player is 0" },
		{ " 3 point match\n  1) 31: 8/5 6/5\n", 2,
		    "a game begins with the names and the score" },
		{ HEAD "  1) 33: 8/5(2) 6/3(2)\n", 5, "an opening roll is no double" },
		{ HEAD "  1) 31: 8/4\n  2) 31: 8/5 6/5\n", 6,
		    "it is not the turn of the left player" },
		{ HEAD "  1) 31: 8/5 6/4\n", 5, "that play is not legal" },
		{ HEAD "  1) 31: 8/x\n", 5, "that is no play" },
		{ HEAD "  1) 31: Cannot Move\n", 5, "there is a legal play" },
		{ HEAD "  1) 31: 8/5 6/5       Doubles => 4\n", 5, "the cube would show 2" },
		{ HEAD "  1) 31: 8/5 6/5       Takes\n", 5,
		    "it is not the turn of the right player" },
		{ HEAD "  1) 31: 8/5 6/5       Wonders\n", 5, "that is no move" },
		{ HEAD "  1) 31: 8/5 6/5       Doubles => 2\n  2) Drops\n"
		       "                       Wins 2 points\n",
		    7, "this game was won with 1" },
		{ HEAD "  1) 31: 8/5 6/5       Doubles => 2\n  2) Drops\n"
		       "      Wins 1 point\n",
		    7, "the other player has won this game" },
		{ HEAD "      Wins 1 point\n", 5, "nothing was played in this game" },
		{ HEAD "  1) 31: 8/5 6/5       Wins 7 points\n", 5,
		    "so many points cannot be won by that; the cube shows 1" },
		{ HEAD "  1) 31: 8/5 6/5\n", 5, "the last game has no end" },
		{ HEAD "  1) 31: 8/5 6/5       Wins 1 point\n", 5, "the match has no end" },
		{ HEAD "  1) 31: 8/5 6/5       Wins 1 point\n\n Game 2\n"
		       " ann : 0    eve : 1\n",
		    8, "the names are not those of the first game" },
	};

	for (unsigned i = 0; i < ARRAY_LEN(BAD); i++) {
		set_text(BAD[i].text);
		if (matread(&got, text, text_len, &space))
			fail_msg("read: %s", BAD[i].text);
		if (got.line != BAD[i].line || strcmp(got.why, BAD[i].why) != 0)
			fail_msg("%s: line %u: %s", BAD[i].text, got.line, got.why);
	}
}

/* Any damaged text is read or refused, and never overflows. */
TEST(a_damaged_text_does_no_harm)
{
	static const char SPOIL[] = "0123456789/:*()=>DTWG barof\n\t\xff";
	struct rng rng;
	unsigned refused = 0;

	rng_seed(&rng, 5);
	for (unsigned i = 0; i < 1500; i++) {
		if (i % 100 == 0)
			make(900 + i);
		else if (i % 10 == 0)
			make(900 + i - i % 100);
		for (unsigned k = 0; k <= i % 3; k++)
			text[rng_below(&rng, (uint32_t)text_len)] =
			    SPOIL[rng_below(&rng, sizeof(SPOIL) - 1)];
		refused += !matread(&got, text, text_len, &space);
		assert_true(got.n <= MATREAD_ACTIONS_MAX);
	}
	assert_true(refused > 1000);
}
