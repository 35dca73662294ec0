/* SPDX-License-Identifier: MIT */
/* The computer player in the page: the rules, the evaluator and the grades, compiled to
 * WebAssembly.  The page's worker (client-web/page/mind-worker.js) calls these functions, one
 * at a time.
 *
 * Text is passed in `io`: arguments as a text ending in NUL, answers as JSON.  The match is the
 * list of actions applied since think_begin, in the stored form of rules/action.h. */
#include <string.h>

#include "eval/analysis.h"
#include "eval/brain.h"
#include "rules/match.h"
#include "rules/notation.h"

#define EXPORT(name) __attribute__((export_name(#name)))
#define IO_MAX 4096u
#define CYCLE_MAX 3u /* maximum games in the cycle of a match */

static char io[IO_MAX];
static unsigned char weights[EVAL_FILE_MAX];

static struct {
	struct eval_tables tables;
	struct bearoff_scratch bearoff_scratch;
	struct cube_table cube_table;
	struct eval evaluators[CYCLE_MAX];
	bool weights_loaded[CYCLE_MAX];
	struct brain brain;
} own;

static struct match_state match;
static struct match_events events;
static bool resign_rejected[2]; /* a resignation of that seat was rejected in this game */
static struct analysis_sums sums[2];

_Noreturn void
check_failed(const char *cond, const char *file, int line)
{
	(void)cond;
	(void)file;
	(void)line;
	__builtin_trap();
}

/* Returns the element of own.evaluators for a game of the match; CYCLE_MAX if there is none. */
static unsigned
evaluator_index(const struct variant *v)
{
	for (unsigned i = 0; i < CYCLE_MAX; i++)
		if (variant_of_game(match.match_variant, i + 1) == v)
			return i;
	return CYCLE_MAX;
}

static const struct eval *
find_evaluator(void *ctx, const struct variant *v)
{
	const unsigned i = evaluator_index(v);

	(void)ctx;
	return i < CYCLE_MAX && own.weights_loaded[i] ? &own.evaluators[i] : NULL;
}

EXPORT(think_io)
char *
think_io(void)
{
	return io;
}

EXPORT(think_weights)
unsigned char *
think_weights(void)
{
	return weights;
}

/* Begins a match of the game named in io.  Returns 0 if there is no such game. */
EXPORT(think_begin)
int
think_begin(unsigned length)
{
	const struct variant *v = variant_find(io);

	if (v == NULL || length > MATCH_LENGTH_MAX)
		return 0;
	if (match.match_variant != v)
		memset(own.weights_loaded, 0, sizeof(own.weights_loaded));
	match_init(&match, v, length);
	memset(resign_rejected, 0, sizeof(resign_rejected));
	memset(sums, 0, sizeof(sums));
	return 1;
}

/* Writes the name of the file of weights that the current game needs; "" if it is loaded. */
EXPORT(think_file)
void
think_file(void)
{
	const unsigned i = evaluator_index(match.variant);

	CHECK(
	    sbuf_copy(io, IO_MAX, own.weights_loaded[i] ? "" : eval_file_name(match.variant)));
}

/* Fills the tables.  Must be called first. */
EXPORT(think_fill)
void
think_fill(void)
{
	eval_tables_fill(&own.tables, &own.bearoff_scratch);
	cube_table_fill(&own.cube_table);
	own.brain.find_evaluator = find_evaluator;
	own.brain.cube_table = &own.cube_table;
}

/* Loads the weights of the current game, n bytes at think_weights().  Returns 0 if they are
 * damaged. */
EXPORT(think_load)
int
think_load(unsigned n)
{
	const unsigned i = evaluator_index(match.variant);

	own.weights_loaded[i] =
	    n <= sizeof(weights) &&
	    eval_load(&own.evaluators[i], match.variant, &own.tables, weights, n);
	own.evaluators[i].replies_max = EVAL_REPLIES_PAGE_MAX;
	return own.weights_loaded[i];
}

/* Applies the action in io: its kind, a blank and its text; numbers of rolls are ignored.
 * analysed: also adds the error and luck to the sums.  Returns an enum match_err, or -1 if it
 * cannot be read. */
EXPORT(think_act)
int
think_act(unsigned seat, int analysed)
{
	struct analysis_tools tools = { .cube_table = &own.cube_table,
		.scratch = &own.brain.scratch,
		.plies = 1,
		.find_evaluator = find_evaluator };
	char *text = strchr(io, ' ');
	struct match_state before = match;
	struct match_error error;
	struct analysis found;
	struct action a;

	if (text != NULL)
		*text++ = '\0';
	if (!action_read(io, (enum seat)seat, false, text != NULL ? text : "", &a))
		return -1;
	if (a.kind == ACT_START || a.kind == ACT_ROLL)
		a.roll_no = match.next_roll;
	error = match_apply(&match, &a, &own.brain.scratch.move_space[0], &events);
	if (error.err != MATCH_OK)
		return (int)error.err;
	if (a.kind == ACT_START)
		memset(resign_rejected, 0, sizeof(resign_rejected));
	if (a.kind == ACT_RESIGN_REJECT)
		resign_rejected[seat_other(a.seat)] = true;
	if (analysed) {
		analysis_judge_action(&tools, &before, &a, &match, &found);
		analysis_sums_add(sums, &found);
	}
	return MATCH_OK;
}

/* ---- what a grade would do ---- */

/* Writes the action for a command of the brain. */
static void
write_action(const struct thought *t)
{
	static const struct {
		const char *command, *action, *resignation_answer;
	} SAME[] = {
		{ "roll", "roll", NULL },
		{ "double", "double", NULL },
		{ "accept", "take", "resign_accept" },
		{ "reject", "drop", "resign_reject" },
		{ "draw accept", "draw_accept", NULL },
		{ "draw reject", "draw_reject", NULL },
		{ "resign normal", "resign 1", NULL },
		{ "resign gammon", "resign 2", NULL },
		{ "resign backgammon", "resign 3", NULL },
	};
	const bool resigned = t->state.resign_by == seat_other(t->seat);
	struct play p;
	struct sbuf b;
	unsigned steps;

	SBUF_INIT(&b, io);
	for (unsigned i = 0; i < ARRAY_LEN(SAME); i++)
		if (strcmp(t->line, SAME[i].command) == 0)
			sbuf_add(&b, resigned && SAME[i].resignation_answer != NULL
					 ? SAME[i].resignation_answer
					 : SAME[i].action);
	if (strncmp(t->line, "choose ", 7) == 0)
		sbuf_addf(&b, "name %s", t->line + 7);
	if (strncmp(t->line, "move ", 5) == 0 &&
	    notation_parse(t->line + 5,
		notation_numbering(t->state.variant, t->state.o == t->seat), &p,
		&steps) == NOTATION_OK) {
		sbuf_add(&b, "move ");
		notation_write(&b, &p);
	}
	CHECK(sbuf_ok(&b) && b.len > 0);
}

/* Writes the action of a player of the grade whose key is in io. */
EXPORT(think_think)
void
think_think(unsigned seat)
{
	struct thought t = { .seat = (enum seat)seat,
		.grade = grade_find(io),
		.resign_rejected = resign_rejected[seat] };

	memcpy(&t.state, &match, sizeof(match));
	brain_think(&own.brain, &t);
	write_action(&t);
}

static void
write_advice(const struct advice *a)
{
	struct sbuf b;

	SBUF_INIT(&b, io);
	sbuf_addf(&b, "{\"cost\":%.4f,\"bound\":%.4f,\"plays\":[", (double)a->cost,
	    (double)brain_tutor_threshold(match.variant));
	for (unsigned i = 0; i < a->n; i++) {
		sbuf_addf(&b, "%s{\"equity\":%.4f,\"play\":\"", i > 0 ? "," : "",
		    (double)a->best[i].equity);
		notation_write(&b, &a->best[i].play);
		sbuf_add(&b, "\"}");
	}
	sbuf_add(&b, "]");
	if (a->kind == ADVICE_DOUBLE)
		sbuf_addf(&b,
		    ",\"double\":{\"no\":%.4f,\"take\":%.4f,\"drop\":%.4f,\"best\":%d}",
		    (double)a->cube.no_double, (double)a->cube.take, (double)a->cube.drop,
		    a->cube.should_double);
	if (a->kind == ADVICE_TAKE)
		sbuf_addf(&b, ",\"take\":{\"take\":%.4f,\"drop\":%.4f,\"best\":%d}",
		    (double)a->cube.take, (double)a->cube.drop, a->cube.should_take);
	if (a->kind == ADVICE_COMMAND)
		sbuf_addf(&b, ",\"command\":\"%s\"", a->t.line);
	sbuf_add(&b, "}");
	CHECK(sbuf_ok(&b));
}

/* Writes what the strongest grade would do for the seat that must act.  If io holds a play, in
 * stored form, `cost` is the number of points that it loses against the best play, and `bound`
 * the smallest loss that counts as an error. */
EXPORT(think_advise)
void
think_advise(unsigned seat)
{
	static struct advice a;

	memset(&a, 0, sizeof(a));
	a.t.seat = (enum seat)seat;
	memcpy(&a.t.state, &match, sizeof(match));
	a.judge_only = io[0] != '\0';
	if (a.judge_only && !notation_read(io, &a.played))
		a.judge_only = false;
	brain_advise(&own.brain, &a);
	write_advice(&a);
}

/* Writes the sums of both players for the actions that were analysed. */
EXPORT(think_sums)
void
think_sums(void)
{
	struct sbuf b;

	SBUF_INIT(&b, io);
	for (unsigned i = 0; i < 2; i++)
		sbuf_addf(&b, "%s{\"rate\":%.4f,\"error\":%.4f,\"luck\":%.4f,\"decisions\":%u}",
		    i == 0 ? "[" : ",", analysis_error_rate(&sums[i]),
		    sums[i].play_error + sums[i].cube_error, sums[i].luck,
		    sums[i].plays + sums[i].cubes);
	sbuf_add(&b, "]");
	CHECK(sbuf_ok(&b));
}
