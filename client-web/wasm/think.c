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
	struct bearoff_steps steps;
	struct cube_table cube;
	struct eval eval[CYCLE_MAX];
	bool loaded[CYCLE_MAX];
	struct brain brain;
} own;

static struct match_state match;
static struct match_events events;
static bool no_resign[2]; /* a resignation of that seat was rejected in this game */
static struct analysis_sums sums[2];

_Noreturn void
check_failed(const char *cond, const char *file, int line)
{
	(void)cond;
	(void)file;
	(void)line;
	__builtin_trap();
}

/* Returns the element of own.eval for a game of the match; CYCLE_MAX if there is none. */
static unsigned
evaluator_index(const struct variant *v)
{
	for (unsigned i = 0; i < CYCLE_MAX; i++)
		if (variant_of_game(match.played, i + 1) == v)
			return i;
	return CYCLE_MAX;
}

static const struct eval *
evaluator(void *ctx, const struct variant *v)
{
	const unsigned i = evaluator_index(v);

	(void)ctx;
	return i < CYCLE_MAX && own.loaded[i] ? &own.eval[i] : NULL;
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
	if (match.played != v)
		memset(own.loaded, 0, sizeof(own.loaded));
	match_init(&match, v, length);
	memset(no_resign, 0, sizeof(no_resign));
	memset(sums, 0, sizeof(sums));
	return 1;
}

/* Writes the name of the file of weights that the current game needs; "" if it is loaded. */
EXPORT(think_file)
void
think_file(void)
{
	const unsigned i = evaluator_index(match.variant);

	CHECK(sbuf_copy(io, IO_MAX, own.loaded[i] ? "" : eval_file(match.variant)));
}

/* Fills the tables.  Must be called first. */
EXPORT(think_fill)
void
think_fill(void)
{
	eval_tables_fill(&own.tables, &own.steps);
	cube_table_fill(&own.cube);
	own.brain.evaluator = evaluator;
	own.brain.cube = &own.cube;
}

/* Loads the weights of the current game, n bytes at think_weights().  Returns 0 if they are
 * damaged. */
EXPORT(think_load)
int
think_load(unsigned n)
{
	const unsigned i = evaluator_index(match.variant);

	own.loaded[i] = n <= sizeof(weights) &&
			eval_load(&own.eval[i], match.variant, &own.tables, weights, n);
	own.eval[i].replies_max = EVAL_REPLIES_PAGE;
	return own.loaded[i];
}

/* Applies the action in io: its kind, a blank and its text; numbers of rolls are ignored.
 * analysed: also adds the error and luck to the sums.  Returns an enum match_err, or -1 if it
 * cannot be read. */
EXPORT(think_act)
int
think_act(unsigned seat, int analysed)
{
	struct analysis_tools tools = {
		.cube = &own.cube, .work = &own.brain.work, .plies = 1, .evaluator = evaluator
	};
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
	error = match_apply(&match, &a, &own.brain.work.space[0], &events);
	if (error.err != MATCH_OK)
		return (int)error.err;
	if (a.kind == ACT_START)
		memset(no_resign, 0, sizeof(no_resign));
	if (a.kind == ACT_RESIGN_REJECT)
		no_resign[seat_other(a.seat)] = true;
	if (analysed) {
		analysis_action(&tools, &before, &a, &match, &found);
		analysis_add(sums, &found);
	}
	return MATCH_OK;
}

/* ---- what a grade would do ---- */

/* Writes the action for a command of the brain. */
static void
write_action(const struct thought *t)
{
	static const struct {
		const char *line, *action, *to_resignation;
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

	SBUF_ON(&b, io);
	for (unsigned i = 0; i < ARRAY_LEN(SAME); i++)
		if (strcmp(t->line, SAME[i].line) == 0)
			sbuf_add(&b, resigned && SAME[i].to_resignation != NULL
					 ? SAME[i].to_resignation
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
	struct thought t = {
		.seat = (enum seat)seat, .grade = grade_of(io), .no_resign = no_resign[seat]
	};

	memcpy(&t.state, &match, sizeof(match));
	brain_think(&own.brain, &t);
	write_action(&t);
}

static void
write_advice(const struct advice *a)
{
	struct sbuf b;

	SBUF_ON(&b, io);
	sbuf_addf(&b, "{\"cost\":%.4f,\"bound\":%.4f,\"plays\":[", (double)a->cost,
	    (double)brain_tutor_bound(match.variant));
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
		    a->cube.doubles);
	if (a->kind == ADVICE_TAKE)
		sbuf_addf(&b, ",\"take\":{\"take\":%.4f,\"drop\":%.4f,\"best\":%d}",
		    (double)a->cube.take, (double)a->cube.drop, a->cube.takes);
	if (a->kind == ADVICE_OTHER)
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
	a.judges = io[0] != '\0';
	if (a.judges && !notation_read(io, &a.played))
		a.judges = false;
	brain_advise(&own.brain, &a);
	write_advice(&a);
}

/* Writes the sums of both players for the actions that were analysed. */
EXPORT(think_sums)
void
think_sums(void)
{
	struct sbuf b;

	SBUF_ON(&b, io);
	for (unsigned i = 0; i < 2; i++)
		sbuf_addf(&b, "%s{\"rate\":%.4f,\"error\":%.4f,\"luck\":%.4f,\"decisions\":%u}",
		    i == 0 ? "[" : ",", analysis_rate(&sums[i]),
		    sums[i].play_error + sums[i].cube_error, sums[i].luck,
		    sums[i].plays + sums[i].cubes);
	sbuf_add(&b, "]");
	CHECK(sbuf_ok(&b));
}
