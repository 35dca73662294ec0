/* SPDX-License-Identifier: MIT */
/* See gnubg.h.  In each question the side that must act plays O and moves down. */
#include "bot/gnubg.h"

#include <stdlib.h>
#include <string.h>

#include "base/sbuf.h"
#include "eval/eval.h"
#include "os/log.h"

#define MONEY_MATCH_LENGTH 9999 /* match length that FIBS uses for unlimited matches */
#define DECIMALS 6u             /* decimals of each number */

struct gnubg {
	struct external *x;
	unsigned connection_no; /* the connection that `swaps_scores` and `invalid_logged`
			    describe, by its external_serial */
	bool swaps_scores;      /* this gnubg exchanges the two players' scores (1.07 does) */
	bool invalid_logged;    /* an invalid answer was logged for this connection */
	struct move_space move_space;
};

struct gnubg *
gnubg_new(struct external *x)
{
	struct gnubg *g = calloc(1, sizeof(*g));

	if (g != NULL)
		g->x = x;
	return g;
}

void
gnubg_free(struct gnubg **g)
{
	free(*g);
	*g = NULL;
}

void
gnubg_begin_questions(struct gnubg *g, bool idle)
{
	external_begin_job(g->x, idle);
}

bool
gnubg_supports(const struct match_state *m)
{
	const char *file = eval_file_name(m->variant);

	return file != NULL && strcmp(file, VARIANT_FIBS->name) == 0 &&
	       m->variant->score == VARIANT_FIBS->score && m->variant->cube && !m->no_cube &&
	       m->cube <= GNUBG_CUBE_MAX && m->offered_cube <= GNUBG_CUBE_MAX;
}

/* ---- questions ---- */

/* Appends the board as `me` sees it; dice is NULL before the roll and when `me` must answer a
 * double. */
static void
add_board(struct sbuf *b, const struct match_state *m, enum seat me,
    const struct dice_pair *dice, bool swap_scores)
{
	const enum seat you = seat_other(me);
	const uint8_t *mine = m->board.at[me], *yours = m->board.at[you];
	const bool doubled = m->phase == PH_DOUBLED;
	const unsigned score[2] = { m->length == 0 ? 0 : m->score[me],
		m->length == 0 ? 0 : m->score[you] };

	sbuf_addf(b,
	    "board:me:you:%d:%u:%u:%d:", m->length == 0 ? MONEY_MATCH_LENGTH : m->length,
	    score[swap_scores], score[!swap_scores], -(int)yours[PT_BAR]);
	for (unsigned p = 1; p <= 24; p++)
		sbuf_addf(b, "%d:", (int)mine[p] - (int)yours[25 - p]);
	sbuf_addf(b, "%u:%d:%u:%u:0:0:%u:%d:%d:%d:1:-1:0:25:%u:%u:%u:%u:4:0:0:%d", mine[PT_BAR],
	    doubled ? -1 : 1, dice != NULL ? dice->d[0] : 0u, dice != NULL ? dice->d[1] : 0u,
	    (unsigned)m->cube, m->cube_owner != you, m->cube_owner != me, doubled, mine[PT_OFF],
	    yours[PT_OFF], mine[PT_BAR], yours[PT_BAR], m->crawford == CRAWFORD_EXPIRED);
	if (m->length == 0)
		sbuf_add(b, m->jacoby ? " jacobyrule on" : " jacobyrule off");
}

/* Reads a number such as "-0.123456", of absolute value at most `most`. */
static bool
read_number(const char **at, float most, float *out)
{
	const char *p = *at;
	bool less = *p == '-';
	float value = 0, part = 1;
	unsigned before = 0, after = 0;

	for (p += less; *p >= '0' && *p <= '9' && before < 3; p++, before++)
		value = value * 10 + (float)(*p - '0');
	if (before == 0 || *p++ != '.')
		return false;
	for (; *p >= '0' && *p <= '9' && after < DECIMALS; p++, after++)
		value += (float)(*p - '0') * (part /= 10);
	if (after != DECIMALS || value > most)
		return false;
	*out = less ? -value : value;
	*at = p;
	return true;
}

/* Reads five chances, and the value with the cube: points at a cube of 1, or match winning
 * chances. */
static bool
read_value(const char *answer, float *worth_out)
{
	float number;

	for (unsigned i = 0; i < NET_OUTPUTS; i++)
		if (!read_number(&answer, 1.001f, &number) || number < 0 || *answer++ != ' ')
			return false;
	return read_number(&answer, 100.0f, worth_out) && *answer == '\0';
}

static void
log_invalid_answer(struct gnubg *g, const char *question, const char *answer)
{
	char shown[2 * EXTERNAL_ANSWER_MAX];

	if (!g->invalid_logged)
		log_warn("gnubg", "state=strange question=\"%s\" answer=%s", question,
		    log_escape(shown, sizeof(shown), answer, strlen(answer)));
	g->invalid_logged = true;
}

/* ---- differences between versions of gnubg ---- */

/* Finds out whether this gnubg exchanges the scores: a player who leads by five points must win
 * more often than not. */
static enum external_err
probe_score_order(struct gnubg *g)
{
	char line[EXTERNAL_LINE_MAX + 1], answer[EXTERNAL_ANSWER_MAX];
	struct match_state m;
	enum external_err err;
	struct sbuf b;
	float worth;

	match_init(&m, VARIANT_FIBS, 7);
	m.score[0] = 5;
	variant_start_board(&m.board, m.variant);
	SBUF_INIT(&b, line);
	sbuf_add(&b, "evaluation fibsboard ");
	add_board(&b, &m, SEAT_0, NULL, false);
	sbuf_add(&b, " plies 0 cubeful");
	CHECK(sbuf_ok(&b));
	err = external_ask(g->x, line, answer);
	if (err != EXTERNAL_OK)
		return err;
	if (!read_value(answer, &worth) || worth > 1) {
		log_invalid_answer(g, line, answer);
		external_fail(g->x, "it is not gnubg");
		return EXTERNAL_UNAVAILABLE;
	}
	g->swaps_scores = worth < 0.5f;
	g->connection_no = external_serial(g->x);
	g->invalid_logged = false;
	return EXTERNAL_OK;
}

/* Probes the current connection unless that was done already. */
static enum external_err
probe_if_needed(struct gnubg *g)
{
	const unsigned serial = external_serial(g->x);

	return serial != 0 && g->connection_no == serial ? EXTERNAL_OK : probe_score_order(g);
}

/* ---- values ---- */

/* Gets the value of the position for m->turn. */
static enum external_err
ask_position_value(
    struct gnubg *g, const struct match_state *m, unsigned plies, float *worth_out)
{
	char line[EXTERNAL_LINE_MAX + 1], answer[EXTERNAL_ANSWER_MAX];
	enum external_err err = probe_if_needed(g);
	struct sbuf b;

	if (err != EXTERNAL_OK)
		return err;
	SBUF_INIT(&b, line);
	sbuf_add(&b, "evaluation fibsboard ");
	add_board(&b, m, m->turn, NULL, g->swaps_scores);
	sbuf_addf(&b, " plies %u cubeful prune on", plies);
	CHECK(sbuf_ok(&b));
	err = external_ask(g->x, line, answer);
	if (err != EXTERNAL_OK)
		return err;
	if (read_value(answer, worth_out) && (m->length == 0 || *worth_out <= 1)) {
		if (plies > 0) /* at 0 plies even an overloaded gnubg answers in time */
			external_answer_was_valid(g->x);
		return EXTERNAL_OK;
	}
	log_invalid_answer(g, line, answer);
	external_fail(g->x, "it is not gnubg");
	return EXTERNAL_UNAVAILABLE;
}

enum external_err
gnubg_position_value(struct gnubg *g, const struct match_state *m, enum seat seat,
    unsigned plies, float *worth_out)
{
	enum external_err err = ask_position_value(g, m, plies, worth_out);

	if (err != EXTERNAL_OK)
		return err;
	if (m->length == 0)
		*worth_out *= (float)m->cube * (m->turn == seat ? 1.0f : -1.0f);
	else if (m->turn != seat)
		*worth_out = 1.0f - *worth_out;
	return EXTERNAL_OK;
}

/* Match values come from gnubg's match equity table.  To read an entry, gnubg evaluates a
 * position in which the player on roll wins one point with any roll.  The score is set so that
 * this point leads to the wanted score. */
enum external_err
gnubg_points_value(
    struct gnubg *g, const struct match_state *m, enum seat seat, int points, float *worth_out)
{
	const enum seat winner = points > 0 ? seat : seat_other(seat);
	const unsigned won = (unsigned)abs(points);
	struct match_state won_by_one = *m;
	enum external_err err = EXTERNAL_OK;

	CHECK(points != 0);
	if (m->length == 0) {
		*worth_out = (float)points;
		return EXTERNAL_OK;
	}
	*worth_out = 1.0f;
	if (m->score[winner] + won < m->length) {
		won_by_one.score[winner] += won - 1;
		memset(&won_by_one.board, 0, sizeof(won_by_one.board));
		for (unsigned i = 0; i < 2; i++) {
			won_by_one.board.at[i][1] = 1;
			won_by_one.board.at[i][PT_OFF] = 14;
		}
		won_by_one.phase = PH_ROLL;
		won_by_one.turn = winner;
		won_by_one.cube = 1;
		won_by_one.cube_owner = seat_other(winner);
		err = ask_position_value(g, &won_by_one, 0, worth_out);
	}
	if (err == EXTERNAL_OK && winner != seat)
		*worth_out = 1.0f - *worth_out;
	return err;
}

/* ---- plays ---- */

/* Reads a number or the given word. */
static bool
read_point(const char **at, const char *word, unsigned of_word, unsigned *out)
{
	unsigned n = 0, digits = 0;

	if (strncmp(*at, word, strlen(word)) == 0) {
		*at += strlen(word);
		*out = of_word;
		return true;
	}
	for (; **at >= '0' && **at <= '9' && digits < 2; (*at)++, digits++)
		n = n * 10 + (unsigned)(**at - '0');
	*out = n;
	return digits > 0;
}

/* Applies steps in the mover's numbering, such as "bar/21* 6/5", to a board. */
static bool
read_steps(const char *text, enum seat mover, struct board *b)
{
	uint8_t *mine = b->at[mover], *yours = b->at[seat_other(mover)];

	for (unsigned i = 0; i < PLAY_MAX_STEPS && *text != '\0'; i++) {
		unsigned from, to;

		if (!read_point(&text, "bar", PT_BAR, &from) || *text++ != '/' ||
		    !read_point(&text, "off", PT_OFF, &to) || from > PT_BAR || to >= from ||
		    mine[from] == 0)
			return false;
		mine[from]--;
		mine[to]++;
		if (to > 0 && yours[25 - to] == 1) {
			yours[25 - to] = 0;
			yours[PT_BAR]++;
		}
		text += *text == '*';
		text += *text == ' ';
	}
	return *text == '\0';
}

/* Returns the legal play that leads to the same board as the text; NULL if there is none. */
static const struct play *
find_play(const struct match_state *m, const char *text, struct move_space *space)
{
	struct board after = m->board;

	if (!read_steps(text, m->turn, &after))
		return NULL;
	(void)move_list(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], space);
	for (unsigned i = 0; i < space->n; i++)
		if (memcmp(&space->result[i].after, &after, sizeof(after)) == 0)
			return &space->result[i].play;
	return NULL;
}

/* ---- commands ---- */

static void
set_command(struct thought *t, const char *line)
{
	CHECK(sbuf_copy(t->line, sizeof(t->line), line));
}

/* Converts an answer to a command.  Returns false if it does not answer the question. */
static bool
convert_answer(struct gnubg *g, struct thought *t, const char *answer)
{
	const struct match_state *m = &t->state;
	const struct play *p;

	if (m->phase == PH_MOVE) {
		p = find_play(m, answer, &g->move_space);
		if (p != NULL)
			thought_set_play_command(t, p);
		return p != NULL;
	}
	if (m->phase == PH_ROLL) {
		if (strcmp(answer, "double") != 0 && strcmp(answer, "roll") != 0)
			return false;
		set_command(t, answer);
		return true;
	}
	if (strcmp(answer, "take") == 0 || strcmp(answer, "beaver") == 0)
		set_command(t, "accept");
	else if (strcmp(answer, "drop") == 0)
		set_command(t, "reject");
	else
		return false;
	return true;
}

/* Returns whether dropping the double would lose the match.  If so, gnubg is not asked. */
static bool
drop_loses_match(const struct match_state *m)
{
	return m->length != 0 && m->score[m->doubler] + m->offered_cube / 2 >= m->length;
}

/* Returns whether gnubg is asked: for a play, a possible double, or a double to be answered.
 * The brain handles resignations, draws and redoubles. */
static bool
is_gnubg_decision(const struct thought *t)
{
	const struct match_state *m = &t->state;

	if (!gnubg_supports(m) || m->resign_by != SEAT_NONE || m->draw_by != SEAT_NONE ||
	    strncmp(t->line, "resign", strlen("resign")) == 0)
		return false;
	if (m->phase == PH_DOUBLED)
		return m->doubler != t->seat && m->redoubles_done == 0 && !drop_loses_match(m);
	return m->turn == t->seat &&
	       (m->phase == PH_MOVE || (m->phase == PH_ROLL && match_may_double(m, t->seat)));
}

void
gnubg_improve_thought(struct gnubg *g, struct thought *t)
{
	const struct match_state *m = &t->state;
	char line[EXTERNAL_LINE_MAX + 1], answer[EXTERNAL_ANSWER_MAX];
	struct sbuf b;

	if (!is_gnubg_decision(t) || probe_if_needed(g) != EXTERNAL_OK)
		return;
	SBUF_INIT(&b, line);
	add_board(&b, m, t->seat, m->phase == PH_MOVE ? &m->dice : NULL,
	    g->swaps_scores && m->phase != PH_DOUBLED);
	CHECK(sbuf_ok(&b));
	if (external_ask(g->x, line, answer) != EXTERNAL_OK)
		return;
	if (convert_answer(g, t, answer))
		external_answer_was_valid(g->x);
	else
		log_invalid_answer(g, line, answer);
}
