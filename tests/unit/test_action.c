/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The stored form of actions: a written action reads back unchanged, and any text that
 * action_write would not have written is refused. */
/* LINK: -Wl,--wrap=check_failed */
#include <unistd.h>

#include "base/rng.h"
#include "rules/match.h"
#include "tests/unit/test.h"

enum {
	TEXT_MAX = 256
};

/* ---- broken invariants, caught ---- */

static jmp_buf on_failure;
static bool expects_failure;

_Noreturn void __wrap_check_failed(const char *cond, const char *file, int line);

_Noreturn void
__wrap_check_failed(const char *cond, const char *file, int line)
{
	if (expects_failure)
		longjmp(on_failure, 1);
	print_error("check failed: %s %s:%d\n", cond, file, line);
	_exit(1);
}

/* ---- comparing ---- */

static void
write_text(const struct action *a, char text[TEXT_MAX])
{
	struct sbuf b;

	sbuf_init(&b, text, TEXT_MAX);
	action_write(&b, a);
	assert_true(sbuf_ok(&b));
}

static void
assert_same_start(const struct action *a, const struct action *b)
{
	assert_int_equal(a->start.o, b->start.o);
	assert_int_equal(a->start.crawford, b->start.crawford);
	assert_int_equal(a->start.autodouble, b->start.autodouble);
	assert_memory_equal(a->start.redoubles, b->start.redoubles, 2);
	assert_int_equal(a->start.jacoby, b->start.jacoby);
	assert_int_equal(a->start.npairs, b->start.npairs);
	assert_memory_equal(a->start.pair, b->start.pair, sizeof(a->start.pair));
}

/* Compares every field, including those that the kind does not use, which are 0 in both. */
static void
assert_same_action(const struct action *a, const struct action *b)
{
	assert_int_equal(a->kind, b->kind);
	assert_int_equal(a->seat, b->seat);
	assert_int_equal(a->automatic, b->automatic);
	assert_int_equal(a->roll_no, b->roll_no);
	assert_memory_equal(&a->dice, &b->dice, sizeof(a->dice));
	assert_memory_equal(&a->play, &b->play, sizeof(a->play));
	assert_int_equal(a->size, b->size);
	assert_int_equal(a->elapsed_ms, b->elapsed_ms);
	assert_int_equal(a->lag_credit_ms, b->lag_credit_ms);
	assert_int_equal(a->add_ms, b->add_ms);
	assert_memory_equal(&a->clock, &b->clock, sizeof(a->clock));
	assert_memory_equal(&a->position, &b->position, sizeof(a->position));
	assert_same_start(a, b);
}

static void
assert_text_refused(const char *kind, const char *text)
{
	struct action a;
	unsigned char before[sizeof(a)];

	memset(&a, 0xa5, sizeof(a));
	memcpy(before, &a, sizeof(a));
	if (action_read(kind, SEAT_0, false, text, &a))
		fail_msg("accepted: %s \"%s\"", kind, text);
	assert_memory_equal(&a, before, sizeof(a));
}

/* ---- the texts ---- */

static const struct {
	struct action action;
	const char *kind, *text;
} ACTION_TEXTS[] = {
	{ { .kind = ACT_START,
	      .seat = SEAT_NONE,
	      .start = { .npairs = 1, .pair = { { { 6, 1 } } } } },
	    "start", "o=0 crawford=0 autodouble=0 redoubles=0,0 roll=0 dice=61" },
	{ { .kind = ACT_START,
	      .seat = SEAT_NONE,
	      .roll_no = 7,
	      .start = { SEAT_1, true, true, { 99, 255 }, 3,
		  { { { 3, 3 } }, { { 1, 1 } }, { { 2, 5 } } }, false, false } },
	    "start", "o=1 crawford=1 autodouble=1 redoubles=99,255 roll=7 dice=33,11,25" },
	{ { .kind = ACT_START,
	      .seat = SEAT_NONE,
	      .roll_no = 3,
	      .start = { .npairs = 1, .pair = { { { 2, 5 } } }, .jacoby = true } },
	    "start", "o=0 crawford=0 autodouble=0 redoubles=0,0 jacoby=1 roll=3 dice=25" },
	{ { .kind = ACT_START, .seat = SEAT_NONE, .roll_no = 40, .start = { .o = SEAT_1 } },
	    "start", "o=1 crawford=0 autodouble=0 redoubles=0,0 roll=40 dice=-" },
	{ { .kind = ACT_ROLL, .seat = SEAT_0, .roll_no = 0, .dice = { { 1, 6 } } }, "roll",
	    "roll=0 dice=16" },
	{ { .kind = ACT_ROLL,
	      .seat = SEAT_1,
	      .automatic = true,
	      .roll_no = UINT32_MAX,
	      .dice = { { 4, 4 } } },
	    "roll", "roll=4294967295 dice=44" },
	{ { .kind = ACT_MOVE, .seat = SEAT_0, .play = { 2, { { 8, 5 }, { 6, 5 } } } }, "move",
	    "8/5 6/5" },
	{ { .kind = ACT_MOVE,
	      .seat = SEAT_1,
	      .automatic = true,
	      .play = { 4, { { PT_BAR, 21 }, { PT_RESERVE, 20 }, { 24, 1 }, { 6, PT_OFF } } } },
	    "move", "bar/21 res/20 24/1 6/off" },
	{ { .kind = ACT_MOVE, .seat = SEAT_1 }, "move", "" },
	{ { .kind = ACT_DOUBLE, .seat = SEAT_0 }, "double", "" },
	{ { .kind = ACT_TAKE, .seat = SEAT_1 }, "take", "" },
	{ { .kind = ACT_DROP, .seat = SEAT_1 }, "drop", "" },
	{ { .kind = ACT_REDOUBLE, .seat = SEAT_1 }, "redouble", "" },
	{ { .kind = ACT_RESIGN, .seat = SEAT_0, .size = 1 }, "resign", "1" },
	{ { .kind = ACT_RESIGN, .seat = SEAT_0, .size = 2 }, "resign", "2" },
	{ { .kind = ACT_RESIGN, .seat = SEAT_1, .size = 3 }, "resign", "3" },
	{ { .kind = ACT_RESIGN_ACCEPT, .seat = SEAT_1 }, "resign_accept", "" },
	{ { .kind = ACT_RESIGN_REJECT, .seat = SEAT_0 }, "resign_reject", "" },
	{ { .kind = ACT_NAME_DOUBLE, .seat = SEAT_0, .size = 1 }, "name", "1" },
	{ { .kind = ACT_NAME_DOUBLE, .seat = SEAT_1, .size = 6 }, "name", "6" },
	{ { .kind = ACT_DRAW, .seat = SEAT_0 }, "draw", "" },
	{ { .kind = ACT_DRAW_ACCEPT, .seat = SEAT_1 }, "draw_accept", "" },
	{ { .kind = ACT_DRAW_REJECT, .seat = SEAT_1 }, "draw_reject", "" },
	{ { .kind = ACT_START,
	      .seat = SEAT_NONE,
	      .roll_no = 3,
	      .start = { .npairs = 1,
		  .pair = { { { 2, 5 } } },
		  .jacoby = true,
		  .no_cube = true } },
	    "start",
	    "o=0 crawford=0 autodouble=0 redoubles=0,0 jacoby=1 cube=0 roll=3 dice=25" },
	{ { .kind = ACT_CLOCK,
	      .seat = SEAT_NONE,
	      .clock = { 12000, { 600000, 540000 }, 60000, { 300000, 300000 } } },
	    "clock", "delay=12000 reserve=600000,540000 overtime=60000" },
	{ { .kind = ACT_CLOCK,
	      .seat = SEAT_NONE,
	      .clock = { 8000, { 20000, 1500000 }, 0, { 4000, 300000 } } },
	    "clock", "delay=8000 reserve=20000,1500000 overtime=0 allowance=4000,300000" },
	{ { .kind = ACT_CLOCK, .seat = SEAT_NONE }, "clock", "off" },
	{ { .kind = ACT_PENALTY_POINTS, .seat = SEAT_1, .size = 98 }, "points", "98" },
	{ { .kind = ACT_DISCONNECT, .seat = SEAT_0 }, "cut", "" },
	{ { .kind = ACT_RETURN, .seat = SEAT_0 }, "back", "" },
	{ { .kind = ACT_PAUSE, .seat = SEAT_NONE }, "pause", "" },
	{ { .kind = ACT_UNPAUSE, .seat = SEAT_NONE }, "unpause", "" },
	{ { .kind = ACT_ADDTIME, .seat = SEAT_1, .add_ms = CLOCK_RESERVE_MAX }, "addtime",
	    "86400000" },
	{ { .kind = ACT_BREAK, .seat = SEAT_1 }, "break", "" },
	{ { .kind = ACT_READY, .seat = SEAT_0 }, "ready", "" },
	{ { .kind = ACT_TIMEOUT, .seat = SEAT_0 }, "timeout", "" },
	{ { .kind = ACT_ABANDON, .seat = SEAT_1 }, "abandon", "" },
	{ { .kind = ACT_FORFEIT, .seat = SEAT_NONE }, "forfeit", "" },
	{ { .kind = ACT_SET_RESULT, .seat = SEAT_1, .score = { 0, 99 } }, "result", "0-99" },
	{ { .kind = ACT_SET_RESULT, .seat = SEAT_0, .score = { 5, 3 } }, "result", "5-3" },
	{ { .kind = ACT_SET_SCORE, .seat = SEAT_NONE, .score = { 9999, 0 } }, "score",
	    "9999-0" },
	{ { .kind = ACT_MISPLAY, .seat = SEAT_1, .play = { .n = 1, .step = { { 24, 3 } } } },
	    "misplay", "24/3" },
	{ { .kind = ACT_SAVE, .seat = SEAT_NONE }, "save", "" },
	{ { .kind = ACT_TAKEBACK, .seat = SEAT_1, .roll_no = 7 }, "takeback", "roll=7" },
	{ { .kind = ACT_PRACTICE, .seat = SEAT_NONE }, "practice", "" },
	{ { .kind = ACT_STOP_CLOCK, .seat = SEAT_NONE, .add_ms = CLOCK_STOPS_MAX_MS }, "stop",
	    "600000" },
	{ { .kind = ACT_SET_POSITION,
	      .seat = SEAT_NONE,
	      .position = { .at = { { [6] = 2, [PT_BAR] = 1 }, { [1] = 15 } },
		  .turn = SEAT_1,
		  .dice = { 5, 2 },
		  .cube = 4,
		  .cube_owner = SEAT_0,
		  .score = { 3, 0 },
		  .length = 7 } },
	    "position", "------B-----------------oA:2:1:-1:52:3:0:0:7:10" },
};

TEST(each_kind_has_its_text)
{
	for (size_t i = 0; i < ARRAY_LEN(ACTION_TEXTS); i++) {
		char text[TEXT_MAX];

		assert_string_equal(
		    action_kind_name(ACTION_TEXTS[i].action.kind), ACTION_TEXTS[i].kind);
		write_text(&ACTION_TEXTS[i].action, text);
		assert_string_equal(text, ACTION_TEXTS[i].text);
	}
}

TEST(each_text_gives_its_action)
{
	for (size_t i = 0; i < ARRAY_LEN(ACTION_TEXTS); i++) {
		const struct action *want = &ACTION_TEXTS[i].action;
		struct action a;

		memset(&a, 0xa5, sizeof(a));
		assert_true(action_read(ACTION_TEXTS[i].kind, want->seat, want->automatic,
		    ACTION_TEXTS[i].text, &a));
		assert_same_action(&a, want);
	}
}

TEST(an_action_is_appended_to_existing_text)
{
	char text[TEXT_MAX];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_add(&b, "before ");
	action_write(&b, &ACTION_TEXTS[4].action);
	assert_string_equal(text, "before roll=0 dice=16");
}

/* ---- round trips ---- */

static uint8_t
die(struct rng *r)
{
	return (uint8_t)(1 + rng_below(r, 6));
}

static void
random_start_action(struct rng *r, struct action *a)
{
	a->seat = SEAT_NONE;
	a->roll_no = (uint32_t)rng_next(r);
	a->start.o = rng_below(r, 2) == 0 ? SEAT_0 : SEAT_1;
	a->start.crawford = rng_below(r, 2) == 0;
	a->start.autodouble = rng_below(r, 2) == 0;
	for (unsigned s = 0; s < 2; s++)
		a->start.redoubles[s] =
		    (uint8_t)(rng_below(r, 4) == 0 ? REDOUBLES_UNLIMITED : rng_below(r, 100));
	a->start.jacoby = rng_below(r, 2) == 0;
	a->start.no_cube = rng_below(r, 2) == 0;
	a->start.npairs = (uint8_t)rng_below(r, OPENING_PAIRS_MAX + 1);
	if (a->start.npairs == 0)
		return;
	for (unsigned i = 0; i < a->start.npairs; i++) {
		uint8_t d = die(r);

		a->start.pair[i] = (struct dice_pair){ { d, d } };
	}
	a->start.pair[a->start.npairs - 1].d[0] = die(r);
}

static void
random_play(struct rng *r, struct play *p)
{
	p->n = (uint8_t)rng_below(r, PLAY_MAX_STEPS + 1);
	for (unsigned i = 0; i < p->n; i++) {
		p->step[i].from = (uint8_t)(1 + rng_below(r, PT_RESERVE));
		p->step[i].to = (uint8_t)rng_below(r, 25);
	}
}

static struct action
random_action(struct rng *r, enum act_kind kind)
{
	struct action a = { .kind = kind };

	a.seat = rng_below(r, 2) == 0 ? SEAT_0 : SEAT_1;
	a.automatic = rng_below(r, 2) == 0;
	if (kind == ACT_START)
		random_start_action(r, &a);
	if (kind == ACT_ROLL) {
		a.roll_no = (uint32_t)(rng_next(r) >> rng_below(r, 33) >> 31);
		a.dice = (struct dice_pair){ { die(r), 0 } };
		a.dice.d[1] = die(r);
	}
	if (kind == ACT_MOVE || kind == ACT_MISPLAY)
		random_play(r, &a.play);
	if (kind == ACT_RESIGN)
		a.size = (uint8_t)(1 + rng_below(r, 3));
	if (kind == ACT_NAME_DOUBLE)
		a.size = die(r);
	if (kind == ACT_PENALTY_POINTS)
		a.size = (uint8_t)(1 + rng_below(r, MATCH_LENGTH_MAX));
	if (kind == ACT_ADDTIME)
		a.add_ms = 1 + rng_below(r, CLOCK_RESERVE_MAX);
	if (kind == ACT_STOP_CLOCK)
		a.add_ms = 1 + rng_below(r, CLOCK_STOPS_MAX_MS);
	if (kind == ACT_SET_RESULT || kind == ACT_SET_SCORE)
		for (unsigned s = 0; s < 2; s++)
			a.score[s] = (uint16_t)rng_below(r, MATCH_LENGTH_MAX + 1);
	if (kind == ACT_SET_POSITION)
		a.position = ACTION_TEXTS[ARRAY_LEN(ACTION_TEXTS) - 1].action.position;
	if (kind == ACT_CLOCK && rng_below(r, 4) > 0) {
		a.clock.delay_ms = rng_below(r, CLOCK_DELAY_MAX + 1);
		a.clock.reserve_ms[0] = 1 + rng_below(r, CLOCK_RESERVE_MAX);
		a.clock.reserve_ms[1] = rng_below(r, CLOCK_RESERVE_MAX + 1);
		a.clock.overtime_ms = rng_below(r, CLOCK_OVERTIME_MAX + 1);
		for (unsigned s = 0; s < 2; s++)
			a.clock.allowance_ms[s] =
			    rng_below(r, 3) > 0 ? CLOCK_ALLOWANCE_MAX_MS
						: rng_below(r, CLOCK_ALLOWANCE_MAX_MS + 1);
	}
	return a;
}

TEST(a_written_action_reads_back_unchanged)
{
	struct rng r;

	rng_seed(&r, 42);
	for (unsigned i = 0; i < 20000; i++) {
		struct action a = random_action(&r, (enum act_kind)(i % ACT_COUNT));
		struct action back;
		char text[TEXT_MAX];

		write_text(&a, text);
		assert_true(
		    action_read(action_kind_name(a.kind), a.seat, a.automatic, text, &back));
		assert_same_action(&a, &back);
	}
}

TEST(the_longest_start_fits_and_one_pair_more_is_refused)
{
	struct action a = ACTION_TEXTS[0].action;
	struct action back;
	char text[TEXT_MAX];
	char longer[TEXT_MAX + 4];

	a.roll_no = UINT32_MAX;
	a.start.redoubles[0] = a.start.redoubles[1] = REDOUBLES_UNLIMITED;
	a.start.npairs = OPENING_PAIRS_MAX;
	for (unsigned i = 0; i < OPENING_PAIRS_MAX; i++)
		a.start.pair[i] =
		    (struct dice_pair){ { 1, i + 1 < OPENING_PAIRS_MAX ? 1 : 2 } };
	write_text(&a, text);
	assert_true(action_read("start", SEAT_NONE, false, text, &back));
	assert_same_action(&a, &back);
	(void)snprintf(longer, sizeof(longer), "%s,61", text);
	assert_text_refused("start", longer);
}

/* ---- damage ---- */

/* Returns whether the text is refused or is exactly what action_write writes: no action has a
 * second spelling. */
static bool
spelled_as_written(const char *kind, const char *text)
{
	struct action a;
	char again[TEXT_MAX];

	if (!action_read(kind, SEAT_0, false, text, &a))
		return true;
	write_text(&a, again);
	if (strcmp(text, again) != 0)
		print_error("%s \"%s\" was read as \"%s\"\n", kind, text, again);
	return strcmp(text, again) == 0;
}

TEST(no_text_with_one_byte_changed_is_a_second_spelling)
{
	for (size_t i = 0; i < ARRAY_LEN(ACTION_TEXTS); i++) {
		const char *kind = ACTION_TEXTS[i].kind;
		size_t n = strlen(ACTION_TEXTS[i].text);

		for (size_t at = 0; at <= n; at++)
			for (unsigned c = 1; c < 256; c++) {
				char text[TEXT_MAX];

				memcpy(text, ACTION_TEXTS[i].text,
				    n + 1); /* with a byte inserted */
				memmove(text + at + 1, text + at, n + 1 - at);
				text[at] = (char)c;
				assert_true(spelled_as_written(kind, text));
				if (at == n)
					continue;
				memcpy(text, ACTION_TEXTS[i].text,
				    n + 1); /* with a byte replaced */
				text[at] = (char)c;
				assert_true(spelled_as_written(kind, text));
			}
	}
}

TEST(no_text_with_a_part_cut_out_or_doubled_is_a_second_spelling)
{
	for (size_t i = 0; i < ARRAY_LEN(ACTION_TEXTS); i++) {
		const char *whole = ACTION_TEXTS[i].text;
		size_t n = strlen(whole);

		for (size_t from = 0; from < n; from++)
			for (size_t to = from + 1; to <= n; to++) {
				char text[2 * TEXT_MAX];

				(void)snprintf(
				    text, sizeof(text), "%.*s%s", (int)from, whole, whole + to);
				assert_true(spelled_as_written(ACTION_TEXTS[i].kind, text));
				(void)snprintf(
				    text, sizeof(text), "%.*s%s", (int)to, whole, whole + from);
				assert_true(spelled_as_written(ACTION_TEXTS[i].kind, text));
			}
	}
}

static const struct {
	const char *kind, *text;
} DAMAGED_TEXTS[] = {
	{ "clock", "delay=0 reserve=1,1 overtime=0 allowance=300000,300000" },
	{ "clock", "delay=0 reserve=1,1 overtime=0 allowance=300001,0" },
	{ "clock", "delay=0 reserve=1,1 overtime=0 allowance=0" },
	{ "clock", "delay=0 reserve=1,1 overtime=0 " },
	{ "start", "" },
	{ "start", "o" },
	{ "start", "o=2 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=61" },
	{ "start", "o=-1 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=61" },
	{ "start", "o= crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=61" },
	{ "start", "o=00 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=61" },
	{ "start", "O=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=61" },
	{ "start", "o=0  crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=61" },
	{ "start", "o=0\tcrawford=1 autodouble=0 redoubles=0,0 roll=0 dice=61" },
	{ "start", "o=0 crawford=2 autodouble=0 redoubles=0,0 roll=0 dice=61" },
	{ "start", "o=0 autodouble=0 crawford=1 redoubles=0,0 roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=yes redoubles=0,0 roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=2 redoubles=0,0 roll=0 dice=61" },
	{ "start", "o=0 crawford=1 redoubles=0,0 roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=256,0 roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,256 roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=01,0 roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0 roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0,0 roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0, 0 roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=, roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,x roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll= dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=4294967296 dice=61" },
	{ "start",
	    "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=99999999999999999999999 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=6" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=61," },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=,61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=61 " },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=611" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=07" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=33;61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 jacoby=0 roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 jacoby=2 roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 jacoby roll=0 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 jacoby=1 dice=61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=-61" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=61,-" },
	{ "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=--" },
	{ " start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=61" },
	{ "roll", "" },
	{ "roll", "roll" },
	{ "roll", "roll=" },
	{ "roll", "roll=7" },
	{ "roll", "roll=7 dice=" },
	{ "roll", "roll=7 dice=5" },
	{ "roll", "roll=7 dice=520" },
	{ "roll", "roll=7 dice=50" },
	{ "roll", "roll=7 dice=72" },
	{ "roll", "roll=7 dice=5,2" },
	{ "roll", "roll=7 dice=52 " },
	{ "roll", "roll=7  dice=52" },
	{ "roll", "roll=07 dice=52" },
	{ "roll", "roll=+7 dice=52" },
	{ "roll", "roll=-1 dice=52" },
	{ "roll", "roll=4294967296 dice=52" },
	{ "roll", "dice=52 roll=7" },
	{ "move", " " },
	{ "move", "8" },
	{ "move", "8/" },
	{ "move", "/5" },
	{ "move", "8-5" },
	{ "move", "8/5 " },
	{ "move", " 8/5" },
	{ "move", "8/5  6/5" },
	{ "move", "08/5" },
	{ "move", "8/5 6/5 4/3 3/2 2/1" },
	{ "move", "0/5" },
	{ "move", "25/5" },
	{ "move", "26/5" },
	{ "move", "27/5" },
	{ "move", "6/0" },
	{ "move", "6/25" },
	{ "move", "6/bar" },
	{ "move", "off/5" },
	{ "move", "BAR/20" },
	{ "move", "8/5*" },
	{ "resign", "" },
	{ "resign", "0" },
	{ "resign", "4" },
	{ "resign", "01" },
	{ "resign", "11" },
	{ "resign", "1 " },
	{ "resign", "-1" },
	{ "resign", "n" },
	{ "double", " " },
	{ "double", "2" },
	{ "take", "x" },
	{ "drop", "0" },
	{ "redouble", "4" },
	{ "resign_accept", "1" },
	{ "resign_reject", "1" },
	{ "name", "" },
	{ "name", "0" },
	{ "name", "7" },
	{ "name", "06" },
	{ "name", "66" },
	{ "name", "6 " },
	{ "position", "" },
	{ "position", "XGID=------B-----------------oA:2:1:-1:52:3:0:0:7:10" },
	{ "position", "------B-----------------oA:2:1:-1:25:3:0:0:7:10" },
	{ "position", "------B-----------------oA:2:1:-1:52:3:0:0:7" },
	{ "position", "------B-----------------oA:02:1:-1:52:3:0:0:7:10" },
	{ "position", "4HPwATDgc/ABMA" },
	{ "draw", "1" },
	{ "draw", " " },
	{ "draw_accept", "x" },
	{ "draw_reject", "0" },
};

TEST(damaged_texts_are_refused)
{
	for (size_t i = 0; i < ARRAY_LEN(DAMAGED_TEXTS); i++)
		assert_text_refused(DAMAGED_TEXTS[i].kind, DAMAGED_TEXTS[i].text);
}

TEST(unknown_kinds_are_refused)
{
	static const char *const kinds[] = { "", " ", "Roll", "ROLL", "rol", "rolls", "double ",
		"resign_", "resign accept", "resignaccept", "beaver", "count", "0", "1" };

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		for (size_t t = 0; t < ARRAY_LEN(ACTION_TEXTS); t++)
			assert_text_refused(kinds[i], ACTION_TEXTS[t].text);
}

/* Returns 1 if the text of an action of this kind is a number, 2 if it is a score, 3 if it is a
 * play, and 0 if no other kind has texts of that form. */
static unsigned
fields_of_kind(unsigned kind)
{
	switch (kind) {
	case ACT_RESIGN:
	case ACT_NAME_DOUBLE:
	case ACT_PENALTY_POINTS:
	case ACT_ADDTIME:
	case ACT_STOP_CLOCK:
		return 1;
	case ACT_SET_RESULT:
	case ACT_SET_SCORE:
		return 2;
	case ACT_MOVE:
	case ACT_MISPLAY:
		return 3;
	default:
		return 0;
	}
}

TEST(no_text_is_accepted_for_another_kind)
{
	for (size_t i = 0; i < ARRAY_LEN(ACTION_TEXTS); i++)
		for (unsigned k = 0; k < ACT_COUNT; k++)
			if (k != ACTION_TEXTS[i].action.kind &&
			    ACTION_TEXTS[i].text[0] != '\0' &&
			    (fields_of_kind(k) == 0 ||
				fields_of_kind(k) !=
				    fields_of_kind(ACTION_TEXTS[i].action.kind)))
				assert_text_refused(
				    action_kind_name((enum act_kind)k), ACTION_TEXTS[i].text);
}

/* Well-formed texts that break the rules of the match. */
TEST(well_formed_actions_against_the_rules_are_refused_when_applied)
{
	static const char *const texts[] = {
		"o=0 crawford=1 autodouble=0 redoubles=100,0 roll=0 dice=61",
		"o=0 crawford=1 autodouble=0 redoubles=0,254 roll=0 dice=61",
		"o=0 crawford=1 autodouble=0 redoubles=0,0 roll=1 dice=61",
		"o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=66",
		"o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=61,61",
		"o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=-",
	};
	static struct move_space space;
	struct match_events events;

	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		struct match_state m;
		struct action a;

		match_init(&m, variant_find("backgammon"), 0);
		if (action_read("start", SEAT_NONE, false, texts[i], &a))
			assert_int_equal(
			    match_apply(&m, &a, &space, &events).err, MATCH_BAD_ACTION);
		assert_int_equal(m.phase, PH_BETWEEN_GAMES);
	}
}

/* ---- kinds ---- */

TEST(every_kind_has_a_distinct_name)
{
	for (unsigned k = 0; k < ACT_COUNT; k++) {
		const char *name = action_kind_name((enum act_kind)k);

		assert_true(strspn(name, "abcdefghijklmnopqrstuvwxyz_") == strlen(name));
		assert_true(strlen(name) > 0);
		for (unsigned other = 0; other < k; other++)
			assert_string_not_equal(name, action_kind_name((enum act_kind)other));
	}
}

TEST(actions_without_a_seat_do_not_count_as_play)
{
	for (unsigned k = 0; k < ACT_COUNT; k++)
		if (action_has_flag((enum act_kind)k, ACTION_OF_NO_SEAT) ||
		    action_has_flag((enum act_kind)k, ACTION_OF_BOTH) ||
		    action_has_flag((enum act_kind)k, ACTION_ENDS_MATCH))
			assert_false(action_has_flag((enum act_kind)k, ACTION_OF_PLAY));
}

TEST(an_invalid_kind_has_neither_name_nor_text)
{
	struct action a = { .kind = ACT_COUNT, .size = 3 };
	char text[TEXT_MAX];

	write_text(&a, text);
	assert_string_equal(text, "");
	a.kind = (enum act_kind)200;
	write_text(&a, text);
	assert_string_equal(text, "");
	assert_false(action_has_flag(a.kind, ACTION_OF_PLAY));
	expects_failure = true;
	if (setjmp(on_failure) == 0) {
		(void)action_kind_name(ACT_COUNT);
		expects_failure = false;
		fail_msg("a name for ACT_COUNT");
	}
	expects_failure = false;
}
