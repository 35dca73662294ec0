/* SPDX-License-Identifier: MIT */
/* Moves as users type them: in any notation and from either side, they are resolved to a play
 * in the list of legal plays.  One step for several dice means the same as its single steps. */
#include "base/rng.h"
#include "rules/expand.h"
#include "rules/notation.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

static struct move_space space;

#define START "24:2 13:5 8:3 6:5"
#define TYPED_FORMS (NOTATION_BOOK | NOTATION_RESERVE)

/* ---- worked positions ---- */

struct typed_example {
	const char *variant, *mover, *other;
	unsigned d1, d2;
	const char *typed;
	enum move_err want;
	const char *means;   /* stored form of the play; both forms if ambiguous */
	unsigned wrong_step; /* the wrong step, on an error */
	enum rule rule;
};

/* clang-format off */
static const struct typed_example TYPED_EXAMPLES[] = {
	/* forms used in books */
	{ "backgammon", START, START, 6, 5, "24/18 18/13", MOVE_OK, "24/18 18/13", 0, 0 },
	{ "backgammon", START, START, 6, 5, "24/18, 13/8", MOVE_OK, "24/18 13/8", 0, 0 },
	{ "backgammon", START, START, 6, 5, "24/18,13/8", MOVE_OK, "24/18 13/8", 0, 0 },
	{ "backgammon", START, START, 6, 5, "24/18/13", MOVE_OK, "24/18 18/13", 0, 0 },
	{ "backgammon", START, START, 3, 1, "8/5* 6/5*", MOVE_OK, "8/5 6/5", 0, 0 },
	{ "backgammon", START, START, 4, 4, "24/20(2) 13/9(2)", MOVE_OK, "24/20 24/20 13/9 13/9", 0, 0 },
	{ "backgammon", START, START, 4, 4, "24/16(2)", MOVE_OK, "24/20 20/16 24/20 20/16", 0, 0 },
	{ "backgammon", START, START, 4, 4, "24/20/16(2)", MOVE_OK, "24/20 20/16 24/20 20/16", 0, 0 },
	{ "backgammon", "bar:1 13:2", "6:2 5:1", 5, 1, "bar/20*, 13/12", MOVE_OK, "bar/20 13/12", 0, 0 },
	{ "backgammon", "6:1 5:1", "24:2", 6, 5, "6/off 5/o", MOVE_OK, "6/off 5/off", 0, 0 },
	/* one checker with both dice */
	{ "backgammon", START, START, 6, 5, "24/13", MOVE_OK, "24/18 18/13", 0, 0 },
	{ "backgammon", START, START, 6, 5, "24-13", MOVE_OK, "24/18 18/13", 0, 0 },
	{ "backgammon", START, START, 6, 3, "13/4", MOVE_OK, "13/7 7/4", 0, 0 },
	{ "backgammon", START, START, 2, 2, "24/18 6/4", MOVE_OK, "24/22 22/20 20/18 6/4", 0, 0 },
	{ "backgammon", START, START, 2, 2, "24/16", MOVE_OK, "24/22 22/20 20/18 18/16", 0, 0 },
	{ "backgammon", "10:1 2:1", "24:2", 6, 5, "10/off", MOVE_OK, "10/4 4/off", 0, 0 },
	{ "backgammon", "6:2", "24:2", 3, 3, "6/off(2)", MOVE_OK, "6/3 3/off 6/3 3/off", 0, 0 },
	{ "backgammon", "6:1", "1:2", 6, 2, "6/off", MOVE_OK, "6/4 4/off", 0, 0 },
	{ "backgammon", "4:1", "1:2", 3, 1, "4/off", MOVE_OK, "4/1 1/off", 0, 0 },
	{ "backgammon", "bar:1 6:2", "6:2 4:2", 6, 2, "bar/17", MOVE_OK, "bar/23 23/17", 0, 0 },
	{ "backgammon", "20:1", "11:2", 6, 3, "20/11", MOVE_OK, "20/17 17/11", 0, 0 },
	/* one route hits and the other does not: the number of stars decides; both routes hit;
	 * no open route */
	{ "backgammon", "13:1 6:2", "21:2 17:1", 5, 3, "13/5", MOVE_OK, "13/10 10/5", 0, 0 },
	{ "backgammon", "13:1 6:2", "21:2 17:1", 5, 3, "13/5*", MOVE_OK, "13/8 8/5", 0, 0 },
	{ "backgammon", "13:1 6:2", "21:2 17:1", 5, 3, "13/8*/5", MOVE_OK, "13/8 8/5", 0, 0 },
	{ "backgammon", "13:1 6:2", "21:2 17:1", 5, 3, "13/8/5", MOVE_OK, "13/8 8/5", 0, 0 },
	{ "backgammon", "13:1 6:2", "20:1 17:1", 5, 3, "13/5*", MOVE_OK, "13/10 10/5", 0, 0 },
	{ "backgammon", "13:1 6:2", "20:1 17:1", 5, 3, "13/5", MOVE_OK, "13/10 10/5", 0, 0 },
	{ "backgammon", "13:1 6:2", "21:2 17:1 15:1", 5, 3, "13/5", MOVE_TWO_WAYS, "13/8 8/5 | 13/10 10/5", 0, 0 },
	{ "backgammon", "13:1 6:2", "20:1", 5, 3, "13/5*", MOVE_OK, "13/8 8/5", 0, 0 },
	{ "backgammon", "13:1 6:2", "17:2 15:1", 5, 3, "13/5", MOVE_OK, "13/10 10/5", 0, 0 },
	{ "backgammon", "13:1 6:2", "17:2 15:2", 5, 3, "13/5", MOVE_NO_WAY, NULL, 0, 0 },
	{ "backgammon", "13:1 6:2", "20:2", 5, 3, "13/5", MOVE_NO_WAY, NULL, 0, 0 },
	/* a checker pinned on the way is freed again; without hitting, routes do not differ */
	{ "plakoto", "24:15", "2:1 24:14", 2, 1, "24/21", MOVE_OK, "24/22 22/21", 0, 0 },
	{ "tapa", "24:15", "2:1 24:14", 2, 1, "24/21", MOVE_OK, "24/22 22/21", 0, 0 },
	{ "plakoto", "24:15", "2:1 3:1 24:13", 2, 1, "24/21", MOVE_OK, "24/22 22/21", 0, 0 },
	{ "tapa", "24:2 20:13", "4:1 24:14", 3, 1, "24/20", MOVE_OK, "24/21 21/20", 0, 0 },
	{ "fevga", "24:15", "24:15", 5, 2, "24/17", MOVE_OK, "24/19 19/17", 0, 0 },
	{ "narde", "24:15", "24:15", 5, 2, "24/17", MOVE_OK, "24/19 19/17", 0, 0 },
	/* steps in any order, and steps of several checkers alternately */
	{ "backgammon", "bar:2 13:2", "6:2", 5, 5, "bar/15(2)", MOVE_OK, "bar/20 bar/20 20/15 20/15", 0, 0 },
	{ "backgammon", "bar:2 13:2", "6:2", 5, 5, "13/8 bar/15 bar/20", MOVE_OK, "bar/20 bar/20 13/8 20/15", 0, 0 },
	{ "backgammon", "bar:1 13:2", "6:2", 5, 3, "13/10 bar/20", MOVE_OK, "bar/20 13/10", 0, 0 },
	{ "backgammon", "7:1 6:1", "24:2", 6, 1, "6/off 7/6", MOVE_OK, "7/6 6/off", 0, 0 },
	{ "backgammon", "6:1 1:1", "20:2", 5, 1, "1/off 6/1", MOVE_OK, "1/off 6/1", 0, 0 },
	{ "fevga", "24:14 13:1", "24:15", 2, 1, "24/23 13/11", MOVE_OK, "13/11 24/23", 0, 0 },
	/* names of the place from which checkers enter */
	{ "race", "res:15", "res:15", 5, 3, "bar/20 0/22", MOVE_OK, "res/20 res/22", 0, 0 },
	{ "race", "res:15", "res:15", 5, 3, "enter/17", MOVE_OK, "res/20 20/17", 0, 0 },
	{ "race", "res:14 bar:1", "res:15", 5, 3, "0/20 0/22", MOVE_OK, "bar/20 res/22", 0, 0 },
	{ "race", "res:14 bar:1", "res:15", 5, 3, "res/20 bar/22", MOVE_OK, "bar/22 res/20", 0, 0 },
	{ "race", "res:14 bar:1", "res:15", 5, 3, "res/20 res/22", MOVE_BAR_FIRST, NULL, 0, 0 },
	{ "race", "res:15", "res:15", 4, 4, "enter/21(4)", MOVE_OK, "res/21 res/21 res/21 res/21", 0, 0 },
	{ "grasshopper", "res:14", "res:14", 0, 0, "0/24", MOVE_OK, "res/24", 0, 0 },
	{ "backgammon", START, START, 6, 5, "bar/20 24/18", MOVE_NO_CHECKER, NULL, 0, 0 },
	/* an error in a single step takes precedence over the number of steps */
	{ "backgammon", START, START, 6, 5, "24/18", MOVE_TOO_FEW, NULL, 0, 0 },
	{ "backgammon", START, START, 6, 5, "24/16", MOVE_NOT_ON_DICE, NULL, 0, 0 },
	{ "backgammon", START, START, 6, 5, "24/13 6/5", MOVE_NOT_ON_DICE, NULL, 1, 0 },
	{ "backgammon", "24:1 13:1", "6:2", 4, 4, "24/8 13/9", MOVE_TOO_MANY, NULL, 0, 0 },
	{ "backgammon", START, START, 6, 5, "8/3 8/2 6/1", MOVE_TOO_MANY, NULL, 0, 0 },
	{ "backgammon", "20:1", "14:2", 6, 3, "20/17", MOVE_LARGER_DIE, NULL, 0, 0 },
	{ "backgammon", "20:1 10:1", "24:2 18:2 14:2", 6, 3, "20/14", MOVE_USES_FEWER, NULL, 0, 0 },
	{ "backgammon", START, START, 6, 5, "24/off", MOVE_NOT_HOME, NULL, 0, 0 },
	{ "backgammon", START, START, 6, 5, "24/77 6/5", MOVE_BLOCKED, NULL, 0, 0 },
	/* the rule that forbids the play */
	{ "fevga", "24:14 20:1", "24:15", 2, 1, "24/22 20/19", MOVE_FORBIDDEN, NULL, 0, RULE_RUNNER },
	{ "fevga", "24:14 20:1", "24:15", 2, 1, "24/21", MOVE_FORBIDDEN, NULL, 0, RULE_RUNNER },
	{ "fevga", "24:9 23:1 22:1 21:1 20:1 11:2", "24:15", 5, 1, "24/19 11/10", MOVE_FORBIDDEN, NULL, 0, RULE_START_PRIME },
	{ "fevga", "24:6 13:1 11:2 10:2 9:2 8:1 7:1", "24:15", 6, 1, "13/7 7/6", MOVE_FORBIDDEN, NULL, 0, RULE_SHUT_IN },
	{ "fevga", "24:6 13:1 11:2 10:2 9:2 8:1 7:1", "24:15", 6, 1, "13/6", MOVE_FORBIDDEN, NULL, 0, RULE_SHUT_IN },
	{ "moultezim", "24:10 13:1 11:1 10:1 9:1 8:1", "3:1 2:14", 6, 1, "13/12 24/18", MOVE_FORBIDDEN, NULL, 0, RULE_FOUR_POINTS },
	{ "narde", "24:10 20:5", "24:15", 2, 1, "24/22 24/23", MOVE_FORBIDDEN, NULL, 1, RULE_HEAD },
	{ "narde", "22:1 17:1 16:1 15:1 14:1 13:1", "24:15", 4, 1, "22/18 13/12", MOVE_FORBIDDEN, NULL, 0, RULE_PRIME },
	{ "grasshopper", "res:14", "res:14", 0, 0, "res/18", MOVE_FORBIDDEN, NULL, 0, RULE_ENTER },
	{ "grasshopper", "res:14", "24:1 res:13", 0, 0, "res/24", MOVE_FORBIDDEN, NULL, 0, RULE_ENTER },
	{ "grasshopper", "24:1 res:13", "res:14", 0, 0, "24/20", MOVE_FORBIDDEN, NULL, 0, RULE_NEXT_QUARTER },
	{ "grasshopper", "24:1 res:13", "res:14", 0, 0, "24/10", MOVE_FORBIDDEN, NULL, 0, RULE_NEXT_QUARTER },
	{ "grasshopper", "3:1 res:13", "res:14", 0, 0, "3/1", MOVE_FORBIDDEN, NULL, 0, RULE_NEXT_QUARTER },
	{ "grasshopper", "24:1 res:13", "15:1 res:13", 0, 0, "24/15", MOVE_FORBIDDEN, NULL, 0, RULE_EMPTY_POINT },
	{ "grasshopper", "24:1 res:13", "20:2 res:12", 0, 0, "24/15", MOVE_FORBIDDEN, NULL, 0, RULE_WALL_BLOCKS },
	{ "grasshopper", "3:1 res:13", "res:14", 0, 0, "3/off", MOVE_FORBIDDEN, NULL, 0, RULE_SCORE_WALL },
	{ "grasshopper", "3:1 res:13", "res:14", 0, 0, "5/off", MOVE_NO_CHECKER, NULL, 0, 0 },
};
/* clang-format on */

static void
assert_means(const struct typed_example *w, const struct expansion *x)
{
	char text[128];
	struct sbuf b;

	SBUF_INIT(&b, text);
	notation_write(&b, &x->play[0]);
	if (w->want == MOVE_TWO_WAYS) {
		sbuf_add(&b, " | ");
		notation_write(&b, &x->play[1]);
	}
	assert_true(sbuf_ok(&b));
	assert_string_equal(text, w->means);
}

TEST(worked_positions)
{
	unsigned rules = 0;

	for (size_t i = 0; i < ARRAY_LEN(TYPED_EXAMPLES); i++) {
		const struct typed_example *w = &TYPED_EXAMPLES[i];
		const struct variant *v = row_find(w->variant);
		struct typed_play typed;
		struct expansion x;
		enum move_err err;
		struct board b;
		unsigned n;

		row_position(v, w->mover, w->other, &b);
		assert_int_equal(
		    notation_parse_typed(w->typed, TYPED_FORMS, NUMBERS_SAME, &typed, &n),
		    NOTATION_OK);
		(void)move_list(v, &b, SEAT_0, w->d1, w->d2, &space);
		err = move_expand(v, &b, SEAT_0, w->d1, w->d2, &typed, &space, &x);
		if (err != w->want)
			fail_msg("%s %s | %s %u-%u %s: %d", w->variant, w->mover, w->other,
			    w->d1, w->d2, w->typed, (int)err);
		if (w->means != NULL) {
			assert_means(w, &x);
			continue;
		}
		if (x.refused_step != w->wrong_step || x.broken_rule != w->rule)
			fail_msg("%s %s: step %u, rule %d", w->variant, w->typed,
			    x.refused_step, (int)x.broken_rule);
		rules |= 1u << x.broken_rule;
	}
	assert_int_equal(rules, (1u << RULE_COUNT) - 1u);
}

/* ---- invalid words ---- */

TEST(invalid_moves_are_refused)
{
	static const struct {
		const char *text;
		enum notation_err want;
		unsigned steps;
	} row[] = {
		{ "8/5(0)", NOTATION_BAD_WORD, 1 },
		{ "8/5(", NOTATION_BAD_WORD, 1 },
		{ "8/5(2", NOTATION_BAD_WORD, 1 },
		{ "8/5(22)", NOTATION_BAD_WORD, 1 },
		{ "(2)", NOTATION_BAD_WORD, 0 },
		{ "8(2)/5", NOTATION_BAD_WORD, 0 },
		{ "8/5(2)(2)", NOTATION_BAD_WORD, 2 },
		{ "8*/5", NOTATION_BAD_WORD, 0 },
		{ "8/5 *", NOTATION_BAD_WORD, 1 },
		{ "8/5**", NOTATION_BAD_WORD, 1 },
		{ "8/5.", NOTATION_BAD_WORD, 0 },
		{ "8/5/x", NOTATION_BAD_WORD, 1 },
		{ "8/", NOTATION_INCOMPLETE, 0 },
		{ "8/5 6/", NOTATION_INCOMPLETE, 1 },
		{ "8-5-3", NOTATION_INCOMPLETE, 1 },
		{ "8/5(5)", NOTATION_TOO_MANY, 5 },
		{ "8/5(3) 6/5(2)", NOTATION_TOO_MANY, 5 },
		{ "8/7/6/5/4/3", NOTATION_TOO_MANY, 5 },
		{ "8/5(9) 8/5(9) 8/5(9)", NOTATION_TOO_MANY, 27 },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct typed_play t;
		unsigned steps = 77;

		assert_int_equal(
		    notation_parse_typed(row[i].text, TYPED_FORMS, NUMBERS_SAME, &t, &steps),
		    row[i].want);
		assert_int_equal(steps, row[i].steps);
	}
}

TEST(words_are_kept_as_typed)
{
	struct typed_play t;
	unsigned n;

	assert_int_equal(
	    notation_parse_typed("Bar/020*/14 8/77(2)", TYPED_FORMS, NUMBERS_TURNED, &t, &n),
	    NOTATION_OK);
	assert_int_equal(n, 4);
	assert_memory_equal(t.word[0][0].at, "Bar", t.word[0][0].n);
	assert_int_equal(t.word[0][1].n, 3);
	assert_memory_equal(t.word[1][0].at, "020", t.word[1][0].n);
	assert_memory_equal(t.word[1][1].at, "14", t.word[1][1].n);
	assert_memory_equal(t.word[3][0].at, "8", t.word[3][0].n);
	assert_memory_equal(t.word[3][1].at, "77", t.word[3][1].n);
}

/* FIBS's forms are unchanged: other forms are accepted only on request. */
TEST(other_forms_are_accepted_only_on_request)
{
	static const char *const row[] = { "8/5", "8-5, 6-5", "8-5*", "8-5(2)", "enter-20",
		"bar/20" };

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct typed_play t;
		unsigned n;

		assert_int_equal(
		    notation_parse_typed(row[i], 0, NUMBERS_SAME, &t, &n), NOTATION_BAD_WORD);
	}
}

/* ---- random positions of all games ---- */

/* Writes a play in book notation: "13/8 13/8 6/5" as "13/8(2) 6/5", and a chain of steps as
 * "13/8/5". */
static void
write_book_form(struct sbuf *out, const struct play *p, enum numbering numbering)
{
	for (unsigned i = 0; i < p->n;) {
		struct play one = { 1, { p->step[i] } };
		unsigned same = 1;
		char text[32];
		struct sbuf b;

		while (i + same < p->n && p->step[i + same].from == p->step[i].from &&
		       p->step[i + same].to == p->step[i].to)
			same++;
		SBUF_INIT(&b, text);
		notation_write_fibs(&b, &one, numbering);
		*strchr(text, '-') = '/';
		if (i > 0 && same == 1 && p->step[i].from == p->step[i - 1].to)
			sbuf_add(out, strchr(text, '/'));
		else
			sbuf_addf(out, "%s%s", i > 0 ? ", " : "", text);
		if (same > 1)
			sbuf_addf(out, "(%u)", same);
		i += same;
	}
}

/* Writes the play, parses it and looks it up: the result must be the same play. */
static void
check_forms(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, const struct move_result *r, enum numbering numbering)
{
	for (unsigned form = 0; form < 2; form++) {
		struct typed_play t;
		struct expansion x;
		char text[128];
		struct sbuf out;
		unsigned n;

		SBUF_INIT(&out, text);
		if (form == 0)
			notation_write_fibs(&out, &r->play, numbering);
		else
			write_book_form(&out, &r->play, numbering);
		assert_true(sbuf_ok(&out));
		assert_int_equal(
		    notation_parse_typed(text, TYPED_FORMS, numbering, &t, &n), NOTATION_OK);
		assert_int_equal(t.play.n, r->play.n);
		assert_memory_equal(
		    t.play.step, r->play.step, r->play.n * sizeof(t.play.step[0]));
		assert_int_equal(move_expand(v, b, seat, d1, d2, &t, &space, &x), MOVE_OK);
		assert_memory_equal(
		    x.play[0].step, r->play.step, r->play.n * sizeof(t.play.step[0]));
	}
}

/* Returns how many steps in sequence, from step i on, are made by the same checker. */
static unsigned
chain_length(const struct play *p, unsigned i)
{
	unsigned n = 1;

	while (i + n < p->n && p->step[i + n].from == p->step[i + n - 1].to)
		n++;
	return n;
}

/* Returns the play with consecutive steps of one checker joined into one step. */
static struct play
join_steps(const struct play *p)
{
	struct play q = { .n = 0 };

	for (unsigned i = 0; i < p->n;) {
		unsigned n = chain_length(p, i);

		q.step[q.n++] = (struct step){ p->step[i].from, p->step[i + n - 1].to };
		i += n;
	}
	return q;
}

static unsigned
ends_of_both_orders(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, const struct step *s, struct board end[2])
{
	unsigned n = 0;

	for (unsigned k = 0; k < 2; k++) {
		unsigned mid = step_target(s->from, k == 0 ? d1 : d2), step;
		struct play p = { 2, { { s->from, (uint8_t)mid }, { (uint8_t)mid, s->to } } };

		if (mid != PT_OFF &&
		    move_check(v, b, seat, d1, d2, &p, &space, &end[n], &step) == MOVE_OK)
			n += n == 0 || memcmp(&end[0], &end[1], sizeof(end[0])) != 0;
	}
	return n;
}

static void
assert_leads_to(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, const struct play *p, const struct board *want)
{
	struct board after;
	unsigned step;

	assert_int_equal(move_check(v, b, seat, d1, d2, p, &space, &after, &step), MOVE_OK);
	assert_memory_equal(&after, want, sizeof(after));
}

static unsigned
hits_in(const struct board *before, const struct board *after, enum seat seat)
{
	enum seat other = seat_other(seat);

	return (unsigned)after->at[other][PT_BAR] - before->at[other][PT_BAR];
}

/* Checks that consecutive steps written as one lead to the same position as when written
 * singly.  If the order of the dice matters, the typed number of hits decides; if both orders
 * hit equally often, the step is ambiguous. */
static void
check_joined(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, const struct move_result *r, unsigned *differed)
{
	struct typed_play q = { .play = join_steps(&r->play) };
	struct expansion x;

	if (q.play.n == 1 && r->play.n == 2) {
		struct board end[2];
		unsigned n = ends_of_both_orders(v, b, seat, d1, d2, &q.play.step[0], end);
		bool alike = n == 2 && hits_in(b, &end[0], seat) == hits_in(b, &end[1], seat);

		assert_true(n >= 1);
		for (unsigned i = 0; i < n; i++) {
			q.hits = hits_in(b, &end[i], seat);
			assert_int_equal(move_expand(v, b, seat, d1, d2, &q, &space, &x),
			    alike ? MOVE_TWO_WAYS : MOVE_OK);
			assert_leads_to(v, b, seat, d1, d2, &x.play[alike ? i : 0], &end[i]);
		}
		*differed += n == 2;
		return;
	}
	q.hits = hits_in(b, &r->after, seat);
	assert_int_equal(move_expand(v, b, seat, d1, d2, &q, &space, &x), MOVE_OK);
	assert_leads_to(v, b, seat, d1, d2, &x.play[0], &r->after);
}

/* Checks that the steps of a legal play lead to its position in any order. */
static void
check_shuffled(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, const struct move_result *r, struct rng *rng)
{
	struct typed_play q = { .play = r->play };
	struct expansion x;

	if (v->no_dice)
		return; /* a play has only one step */
	for (unsigned n = q.play.n; n > 1; n--) {
		unsigned k = rng_below(rng, n);
		struct step last = q.play.step[n - 1];

		q.play.step[n - 1] = q.play.step[k];
		q.play.step[k] = last;
	}
	assert_int_equal(move_expand(v, b, seat, d1, d2, &q, &space, &x), MOVE_OK);
	assert_leads_to(v, b, seat, d1, d2, &x.play[0], &r->after);
}

static bool
is_over(const struct board *b, const struct variant *v)
{
	return b->at[0][PT_OFF] >= v->checkers || b->at[1][PT_OFF] >= v->checkers;
}

static unsigned
one_game(const struct variant *v, struct rng *rng)
{
	unsigned differed = 0;
	struct board b;

	variant_start_board(&b, v);
	for (unsigned turn = 0; turn < 200 && !is_over(&b, v); turn++) {
		enum seat seat = (enum seat)(turn % 2);
		unsigned d1 = 1 + rng_below(rng, 6), d2 = 1 + rng_below(rng, 6);
		unsigned n = move_list(v, &b, seat, d1, d2, &space);
		struct move_result r;

		for (unsigned k = 0; k < 4 && n > 0; k++) {
			r = space.result[rng_below(rng, n)];
			/* in board numbers and in the player's own */
			check_forms(v, &b, seat, d1, d2, &r, notation_numbering(v, true));
			check_forms(v, &b, seat, d1, d2, &r, notation_numbering(v, false));
			check_joined(v, &b, seat, d1, d2, &r, &differed);
			check_shuffled(v, &b, seat, d1, d2, &r, rng);
		}
		if (n > 0)
			b = r.after;
	}
	return differed;
}

TEST(printed_plays_are_parsed_in_every_game)
{
	unsigned met[3] = { 0 };
	struct rng rng;

	rng_seed(&rng, 24);
	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		unsigned differed = 0, games = test_cases(40);

		if (v->cycle != NULL)
			continue;
		for (unsigned i = 0; i < games; i++)
			differed += one_game(v, &rng);
		/* the routes differ only in games where a checker can be hit or pinned on the
		 * way */
		met[v->contact] += differed;
	}
	assert_int_equal(met[CONTACT_BLOCKS], 0);
	assert_int_equal(
	    met[CONTACT_PIN], 0); /* a checker pinned on the way is free once passed */
	assert_true(met[CONTACT_HIT] > 0);
}
