/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=external_ask -Wl,--wrap=external_serial -Wl,--wrap=external_fail */
/* LINK: -Wl,--wrap=external_answer_was_valid */
/* The server's questions to gnubg and its handling of any answer.  tests/tcp/test_gnubg.py
 * checks the answers of the real gnubg. */
#include "bot/gnubg.h"
#include "os/log.h"
#include "tests/unit/test.h"

static const char *next_answers[4]; /* gnubg's next answers; NULL: gnubg is unavailable */
static char asked_lines[4][EXTERNAL_LINE_MAX + 1];
static unsigned n_questions, questions_serial, n_logged, clock_good;
static bool gnubg_ended;

enum external_err __wrap_external_ask(
    struct external *x, const char *line, char answer[EXTERNAL_ANSWER_MAX]);
unsigned __wrap_external_serial(const struct external *x);
void __wrap_external_fail(struct external *x, const char *why);
void __wrap_external_answer_was_valid(struct external *x);

enum external_err
__wrap_external_ask(struct external *x, const char *line, char answer[EXTERNAL_ANSWER_MAX])
{
	assert_null(x);
	assert_true(n_questions < ARRAY_LEN(asked_lines));
	(void)snprintf(asked_lines[n_questions], sizeof(asked_lines[0]), "%s", line);
	if (next_answers[n_questions] == NULL) {
		questions_serial = 0;
		return EXTERNAL_UNAVAILABLE;
	}
	questions_serial = questions_serial == 0 ? 1 : questions_serial;
	(void)snprintf(answer, EXTERNAL_ANSWER_MAX, "%s", next_answers[n_questions++]);
	return EXTERNAL_OK;
}

unsigned
__wrap_external_serial(const struct external *x)
{
	assert_null(x);
	return questions_serial;
}

void
__wrap_external_fail(struct external *x, const char *why)
{
	assert_null(x);
	assert_non_null(why);
	questions_serial = 0;
	gnubg_ended = true;
}

void
__wrap_external_answer_was_valid(struct external *x)
{
	assert_null(x);
	clock_good++;
}

static bool
count_line(void *ctx, enum log_level grade, const char *event, const char *text)
{
	assert_string_equal(event, "gnubg");
	assert_true(grade == LOG_LEVEL_WARN && strstr(text, "state=strange") != NULL);
	n_logged++;
	return true;
}

static struct gnubg *g;

BEFORE_EACH
{
	memset(next_answers, 0, sizeof(next_answers));
	memset(asked_lines, 0, sizeof(asked_lines));
	n_questions = questions_serial = n_logged = clock_good = 0;
	gnubg_ended = false;
	g = gnubg_new(NULL);
	log_set_hook(count_line, NULL);
}

AFTER_EACH
{
	log_set_hook(NULL, NULL);
	gnubg_free(&g);
}

#define OUTPUTS_TOO_SHORT "0.5 0.1 0.0 0.1 0.0 0.8" /* too few digits */
#define OUTPUTS_RIGHT "0.521514 0.153921 0.007563 0.129847 0.007546 0.847162"
#define OUTPUTS_SWAPPED "0.521514 0.153921 0.007563 0.129847 0.007546 0.162602"

/* Returns a state in which seat 1, at 2-4 in a match to 7, has rolled 3 and 1 in the starting
 * position. */
static struct thought
opening_thought(enum phase phase)
{
	struct thought t = { .seat = SEAT_1, .grade = GRADE_strong, .line = "ours" };
	struct match_state *m = &t.state;

	match_init(m, VARIANT_FIBS, 7);
	m->score[0] = 4;
	m->score[1] = 2;
	m->turn = m->o = SEAT_1;
	m->phase = phase;
	if (phase == PH_MOVE)
		m->dice = (struct dice_pair){ { 3, 1 } };
	return t;
}

static const char *
ask_gnubg(struct thought *t, const char *probe, const char *answer)
{
	n_questions = 0;
	questions_serial = 0;
	next_answers[0] = probe;
	next_answers[1] = answer;
	gnubg_improve_thought(g, t);
	return t->line;
}

#define START "-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2"

TEST(boards_are_in_fibs_form_with_scores_in_gnubgs_order)
{
	struct thought t = opening_thought(PH_MOVE);

	assert_string_equal(ask_gnubg(&t, OUTPUTS_SWAPPED, "8/5 6/5"), "move 8-5 6-5");
	assert_string_equal(asked_lines[0], "evaluation fibsboard board:me:you:7:5:0:0:" START
					    ":0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:4:0:0:0"
					    " plies 0 cubeful");
	assert_string_equal(asked_lines[1],
	    "board:me:you:7:4:2:0:" START ":0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:4:0:0:0");
	t = opening_thought(PH_MOVE);
	assert_string_equal(ask_gnubg(&t, OUTPUTS_RIGHT, "8/5 6/5"), "move 8-5 6-5");
	assert_string_equal(asked_lines[1],
	    "board:me:you:7:2:4:0:" START ":0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:4:0:0:0");
	/* only once per connection */
	t = opening_thought(PH_MOVE);
	next_answers[2] = "13/10 6/5";
	gnubg_improve_thought(g, &t);
	assert_string_equal(t.line, "move 13-10 6-5");
	assert_string_equal(asked_lines[2], asked_lines[1]);
	assert_int_equal(clock_good, 3);
}

TEST(a_double_is_sent_as_fibs_shows_it)
{
	struct thought t = opening_thought(PH_DOUBLED);

	t.state.turn = t.state.doubler = SEAT_0;
	t.state.offered_cube = 2;
	assert_string_equal(ask_gnubg(&t, OUTPUTS_SWAPPED, "take"), "accept");
	assert_string_equal(asked_lines[1],
	    "board:me:you:7:2:4:0:" START ":0:-1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:4:0:0:0");
	assert_string_equal(ask_gnubg(&t, OUTPUTS_SWAPPED, "drop"), "reject");
	assert_string_equal(ask_gnubg(&t, OUTPUTS_SWAPPED, "beaver"), "accept");
	t.state.cube = 2;
	t.state.cube_owner = SEAT_0;
	t.state.offered_cube = 4;
	t.state.score[0] = 0;
	t.state.crawford = CRAWFORD_EXPIRED;
	(void)ask_gnubg(&t, OUTPUTS_SWAPPED, "take");
	assert_string_equal(asked_lines[1],
	    "board:me:you:7:2:0:0:" START ":0:-1:0:0:0:0:2:0:1:1:1:-1:0:25:0:0:0:0:4:0:0:1");
}

TEST(the_right_to_double_and_the_jacoby_rule_are_sent)
{
	struct thought t = opening_thought(PH_ROLL);

	t.state.length = 0;
	t.state.jacoby = true;
	assert_string_equal(ask_gnubg(&t, OUTPUTS_SWAPPED, "double"), "double");
	assert_string_equal(asked_lines[1],
	    "board:me:you:9999:0:0:0:" START
	    ":0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:4:0:0:0 jacobyrule on");
	t.state.jacoby = false;
	t.state.cube = 2;
	t.state.cube_owner = SEAT_1;
	assert_string_equal(ask_gnubg(&t, OUTPUTS_SWAPPED, "roll"), "roll");
	assert_string_equal(asked_lines[1],
	    "board:me:you:9999:0:0:0:" START
	    ":0:1:0:0:0:0:2:1:0:0:1:-1:0:25:0:0:0:0:4:0:0:0 jacobyrule off");
}

TEST(an_invalid_answer_is_ignored_and_logged_once_per_connection)
{
	static const char *const wrong[] = { "", "roll", "double", "take", "8/5", "8/5 6/5 6/5",
		"8/5  6/5", "8/5 6/5 x", "8/5,6/5", "bar/22 6/5", "5/8 6/5", "8/8 6/5",
		"25/22 6/5", "008/5 6/5", "8/5 6/5*6", "-8/5 6/5", "8/5 6", "/", "8/",
		"13/10/9 x", "24/20 6/5", "8/4 8/4 6/4 6/4 6/4", "Error: badly formed board" };
	struct thought again = opening_thought(PH_MOVE);
	unsigned connections = 0;

	for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
		struct thought t = opening_thought(PH_MOVE);

		assert_string_equal(ask_gnubg(&t, OUTPUTS_SWAPPED, wrong[i]), "ours");
		connections++;
		assert_int_equal(n_questions, 2);
		if (i < 3)
			continue;
		t = opening_thought(PH_ROLL);
		assert_string_equal(ask_gnubg(&t, OUTPUTS_SWAPPED, wrong[i]), "ours");
		connections++;
		t = opening_thought(PH_DOUBLED);
		t.state.turn = t.state.doubler = SEAT_0;
		t.state.offered_cube = 2;
		if (i == 3)
			continue;
		assert_string_equal(ask_gnubg(&t, OUTPUTS_SWAPPED, wrong[i]), "ours");
		connections++;
	}
	next_answers[2] = "8/5";
	gnubg_improve_thought(g, &again);
	assert_string_equal(again.line, "ours");
	assert_int_equal(n_questions, 3);
	assert_int_equal(clock_good, 0);
	assert_int_equal(n_logged, connections);
	assert_false(gnubg_ended);
}

TEST(a_peer_that_does_not_answer_like_gnubg_is_disconnected)
{
	static const char *const wrong[] = { OUTPUTS_TOO_SHORT, "", "8/5 6/5",
		(OUTPUTS_RIGHT " "), (OUTPUTS_RIGHT " 1.000000"), ("x" OUTPUTS_RIGHT),
		"0.521514 0.153921 0.007563 0.129847 0.007546 7.847162",
		"1.521514 0.153921 0.007563 0.129847 0.007546 0.847162",
		"-.521514 0.153921 0.007563 0.129847 0.007546 0.847162",
		"0.521514 0.153921 0.007563 0.129847 0.007546" };

	for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
		struct thought t = opening_thought(PH_MOVE);

		gnubg_ended = false;
		assert_string_equal(ask_gnubg(&t, wrong[i], "8/5 6/5"), "ours");
		assert_true(gnubg_ended);
		assert_int_equal(n_questions, 1);
	}
	assert_int_equal(n_logged, 1);
	for (unsigned i = 0; i < 2; i++) {
		struct thought t = opening_thought(PH_MOVE);

		assert_string_equal(
		    ask_gnubg(&t, i == 0 ? NULL : OUTPUTS_SWAPPED, NULL), "ours");
	}
}

/* Each of these changes alone keeps the decision from being sent to gnubg. */
TEST(unsupported_decisions_are_not_sent_to_gnubg)
{
	struct thought t = opening_thought(PH_MOVE), base = t;

#define NOT_ASKED(change)                                                                      \
	do {                                                                                   \
		t = base;                                                                      \
		change;                                                                        \
		assert_string_equal(ask_gnubg(&t, OUTPUTS_SWAPPED, "8/5 6/5"), base.line);     \
		assert_int_equal(n_questions, 0);                                              \
	} while (false)

	NOT_ASKED(t.state.variant = variant_find("portes"));
	NOT_ASKED(t.state.variant = variant_find("hyper"));
	NOT_ASKED(t.state.variant = variant_find("anti"));
	NOT_ASKED(t.state.no_cube = true);
	NOT_ASKED(t.state.cube = 64);
	NOT_ASKED(t.state.resign_by = SEAT_0);
	NOT_ASKED(t.state.draw_by = SEAT_0);
	NOT_ASKED(t.state.turn = SEAT_0);
	base = opening_thought(PH_ROLL);
	NOT_ASKED(t.state.crawford = CRAWFORD_ACTIVE);
	NOT_ASKED(t.state.cube_owner = SEAT_0);
	memcpy(base.line, "resign normal", sizeof("resign normal"));
	NOT_ASKED(t.resign_rejected = false);
	base = opening_thought(PH_DOUBLED);
	base.state.turn = base.state.doubler = SEAT_0;
	base.state.offered_cube = 4;
	NOT_ASKED(t.state.redoubles_done = 1);
	NOT_ASKED(t.state.score[0] = 5); /* the drop would lose the match */
	NOT_ASKED(t.seat = SEAT_0);
	NOT_ASKED(t.state.offered_cube = 64);
}

TEST(hits_bars_and_bearing_off_are_understood)
{
	struct thought t = opening_thought(PH_MOVE);
	struct board *b = &t.state.board;

	memset(b, 0, sizeof(*b));
	b->at[SEAT_1][PT_BAR] = 1;
	b->at[SEAT_1][6] = 14;
	b->at[SEAT_0][25 - 22] = 1;
	b->at[SEAT_0][25 - 21] = 1;
	b->at[SEAT_0][6] = 13;
	assert_string_equal(
	    ask_gnubg(&t, OUTPUTS_SWAPPED, "bar/22* 22/21*"), "move bar-22 22-21");
	assert_string_equal(ask_gnubg(&t, OUTPUTS_SWAPPED, "25/22 22/21"), "move bar-22 22-21");
	memset(b, 0, sizeof(*b));
	b->at[SEAT_1][3] = 2;
	b->at[SEAT_1][1] = 2;
	b->at[SEAT_1][PT_OFF] = 11;
	b->at[SEAT_0][1] = 15;
	assert_string_equal(ask_gnubg(&t, OUTPUTS_SWAPPED, "3/off 1/off"), "move 3-off 1-off");
	assert_string_equal(ask_gnubg(&t, OUTPUTS_SWAPPED, "3/0 1/0"), "move 3-off 1-off");
}
