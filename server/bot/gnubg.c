/* SPDX-License-Identifier: MIT */
/* See gnubg.h.  In each question the side that must act plays O and moves down. */
#include "bot/gnubg.h"

#include <stdlib.h>
#include <string.h>

#include "base/sbuf.h"
#include "eval/eval.h"
#include "os/log.h"

#define MONEY 9999 /* match length that FIBS uses for unlimited matches */
#define DIGITS 6u  /* decimals of each number */

struct gnubg {
	struct external *x;
	unsigned serial; /* the connection that `swaps` and `strange` describe, by its
			    external_serial */
	bool swaps;      /* this gnubg exchanges the two players' scores (1.07 does) */
	bool strange;    /* an invalid answer was logged for this connection */
	struct move_space space;
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
gnubg_begin(struct gnubg *g, bool idle)
{
	external_begin(g->x, idle);
}

bool
gnubg_knows(const struct match_state *m)
{
	const char *file = eval_file(m->variant);

	return file != NULL && strcmp(file, VARIANT_FIBS->name) == 0 &&
	       m->variant->score == VARIANT_FIBS->score && m->variant->cube && !m->no_cube &&
	       m->cube <= GNUBG_CUBE_MAX && m->offer <= GNUBG_CUBE_MAX;
}

/* ---- questions ---- */

/* Appends the board as `me` sees it; dice is NULL before the roll and when `me` must answer a
 * double. */
static void
add_board(struct sbuf *b, const struct match_state *m, enum seat me,
    const struct dice_pair *dice, bool swaps)
{
	const enum seat you = seat_other(me);
	const uint8_t *mine = m->board.at[me], *yours = m->board.at[you];
	const bool doubled = m->phase == PH_DOUBLED;
	const unsigned score[2] = { m->length == 0 ? 0 : m->score[me],
		m->length == 0 ? 0 : m->score[you] };

	sbuf_addf(b, "board:me:you:%d:%u:%u:%d:", m->length == 0 ? MONEY : m->length,
	    score[swaps], score[!swaps], -(int)yours[PT_BAR]);
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
	for (; *p >= '0' && *p <= '9' && after < DIGITS; p++, after++)
		value += (float)(*p - '0') * (part /= 10);
	if (after != DIGITS || value > most)
		return false;
	*out = less ? -value : value;
	*at = p;
	return true;
}

/* Reads five chances, and the value with the cube: points at a cube of 1, or match winning
 * chances. */
static bool
read_worth(const char *answer, float *worth_out)
{
	float number;

	for (unsigned i = 0; i < NET_OUTPUTS; i++)
		if (!read_number(&answer, 1.001f, &number) || number < 0 || *answer++ != ' ')
			return false;
	return read_number(&answer, 100.0f, worth_out) && *answer == '\0';
}

static void
note_strange(struct gnubg *g, const char *question, const char *answer)
{
	char shown[2 * EXTERNAL_ANSWER_MAX];

	if (!g->strange)
		log_warn("gnubg", "state=strange question=\"%s\" answer=%s", question,
		    log_escape(shown, sizeof(shown), answer, strlen(answer)));
	g->strange = true;
}

/* ---- differences between versions of gnubg ---- */

/* Finds out whether this gnubg exchanges the scores: a player who leads by five points must win
 * more often than not. */
static enum external_err
probe(struct gnubg *g)
{
	char line[EXTERNAL_LINE_MAX + 1], answer[EXTERNAL_ANSWER_MAX];
	struct match_state m;
	enum external_err err;
	struct sbuf b;
	float worth;

	match_init(&m, VARIANT_FIBS, 7);
	m.score[0] = 5;
	variant_start_board(&m.board, m.variant);
	SBUF_ON(&b, line);
	sbuf_add(&b, "evaluation fibsboard ");
	add_board(&b, &m, SEAT_0, NULL, false);
	sbuf_add(&b, " plies 0 cubeful");
	CHECK(sbuf_ok(&b));
	err = external_ask(g->x, line, answer);
	if (err != EXTERNAL_OK)
		return err;
	if (!read_worth(answer, &worth) || worth > 1) {
		note_strange(g, line, answer);
		external_end(g->x, "it is not gnubg");
		return EXTERNAL_AWAY;
	}
	g->swaps = worth < 0.5f;
	g->serial = external_serial(g->x);
	g->strange = false;
	return EXTERNAL_OK;
}

/* Probes the current connection unless that was done already. */
static enum external_err
know(struct gnubg *g)
{
	const unsigned serial = external_serial(g->x);

	return serial != 0 && g->serial == serial ? EXTERNAL_OK : probe(g);
}

/* ---- values ---- */

/* Gets the value of the position for m->turn. */
static enum external_err
evaluate(struct gnubg *g, const struct match_state *m, unsigned plies, float *worth_out)
{
	char line[EXTERNAL_LINE_MAX + 1], answer[EXTERNAL_ANSWER_MAX];
	enum external_err err = know(g);
	struct sbuf b;

	if (err != EXTERNAL_OK)
		return err;
	SBUF_ON(&b, line);
	sbuf_add(&b, "evaluation fibsboard ");
	add_board(&b, m, m->turn, NULL, g->swaps);
	sbuf_addf(&b, " plies %u cubeful prune on", plies);
	CHECK(sbuf_ok(&b));
	err = external_ask(g->x, line, answer);
	if (err != EXTERNAL_OK)
		return err;
	if (read_worth(answer, worth_out) && (m->length == 0 || *worth_out <= 1)) {
		if (plies > 0) /* at 0 plies even an overloaded gnubg answers in time */
			external_good(g->x);
		return EXTERNAL_OK;
	}
	note_strange(g, line, answer);
	external_end(g->x, "it is not gnubg");
	return EXTERNAL_AWAY;
}

enum external_err
gnubg_worth(struct gnubg *g, const struct match_state *m, enum seat seat, unsigned plies,
    float *worth_out)
{
	enum external_err err = evaluate(g, m, plies, worth_out);

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
gnubg_points(
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
		err = evaluate(g, &won_by_one, 0, worth_out);
	}
	if (err == EXTERNAL_OK && winner != seat)
		*worth_out = 1.0f - *worth_out;
	return err;
}

/* ---- plays ---- */

/* Reads a number or the given word. */
static bool
read_place(const char **at, const char *word, unsigned of_word, unsigned *out)
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

		if (!read_place(&text, "bar", PT_BAR, &from) || *text++ != '/' ||
		    !read_place(&text, "off", PT_OFF, &to) || from > PT_BAR || to >= from ||
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
set_line(struct thought *t, const char *line)
{
	CHECK(sbuf_copy(t->line, sizeof(t->line), line));
}

/* Converts an answer to a command.  Returns false if it does not answer the question. */
static bool
take_answer(struct gnubg *g, struct thought *t, const char *answer)
{
	const struct match_state *m = &t->state;
	const struct play *p;

	if (m->phase == PH_MOVE) {
		p = find_play(m, answer, &g->space);
		if (p != NULL)
			thought_say_play(t, p);
		return p != NULL;
	}
	if (m->phase == PH_ROLL) {
		if (strcmp(answer, "double") != 0 && strcmp(answer, "roll") != 0)
			return false;
		set_line(t, answer);
		return true;
	}
	if (strcmp(answer, "take") == 0 || strcmp(answer, "beaver") == 0)
		set_line(t, "accept");
	else if (strcmp(answer, "drop") == 0)
		set_line(t, "reject");
	else
		return false;
	return true;
}

/* Returns whether dropping the double would lose the match.  If so, gnubg is not asked. */
static bool
drop_loses(const struct match_state *m)
{
	return m->length != 0 && m->score[m->offer_by] + m->offer / 2 >= m->length;
}

/* Returns whether gnubg is asked: for a play, a possible double, or a double to be answered.
 * The brain handles resignations, draws and redoubles. */
static bool
is_its_business(const struct thought *t)
{
	const struct match_state *m = &t->state;

	if (!gnubg_knows(m) || m->resign_by != SEAT_NONE || m->draw_by != SEAT_NONE ||
	    strncmp(t->line, "resign", strlen("resign")) == 0)
		return false;
	if (m->phase == PH_DOUBLED)
		return m->offer_by != t->seat && m->redoubles_done == 0 && !drop_loses(m);
	return m->turn == t->seat &&
	       (m->phase == PH_MOVE || (m->phase == PH_ROLL && match_may_double(m, t->seat)));
}

void
gnubg_think(struct gnubg *g, struct thought *t)
{
	const struct match_state *m = &t->state;
	char line[EXTERNAL_LINE_MAX + 1], answer[EXTERNAL_ANSWER_MAX];
	struct sbuf b;

	if (!is_its_business(t) || know(g) != EXTERNAL_OK)
		return;
	SBUF_ON(&b, line);
	add_board(&b, m, t->seat, m->phase == PH_MOVE ? &m->dice : NULL,
	    g->swaps && m->phase != PH_DOUBLED);
	CHECK(sbuf_ok(&b));
	if (external_ask(g->x, line, answer) != EXTERNAL_OK)
		return;
	if (take_answer(g, t, answer))
		external_good(g->x);
	else
		note_strange(g, line, answer);
}
