/* SPDX-License-Identifier: MIT */
/* Sentences about a game in progress, in the wording of FIBS: see line_effects.h. */
#include "line_effects.h"

#include <stdio.h>
#include <string.h>

#include "base/sbuf.h"
#include "rules/notation.h"

#include "draft.h"
#include "texts.h"

enum seat
line_seat_named(const struct line_context *e, const char *name)
{
	if (e->t == NULL)
		return SEAT_NONE;
	for (unsigned i = 0; i < 2; i++)
		if (strcmp(e->t->pos.name[i], name) == 0)
			return (enum seat)i;
	return SEAT_NONE;
}

/* Returns the record of the user's own match, or NULL if this line is not about that match. */
static struct record *
record_of_own_match(const struct line_context *e)
{
	return e->t != NULL && e->t->pos.you ? &e->m->record : NULL;
}

static void
set_roll(struct line_context *e, enum seat seat)
{
	struct match_state *s;

	if (e->t == NULL || seat == SEAT_NONE)
		return;
	for (unsigned i = 0; i < 2; i++)
		if (e->s->numbers[i] < 1 || e->s->numbers[i] > 6)
			return;
	s = &e->t->pos.m;
	s->phase = PH_MOVE;
	s->turn = seat;
	for (unsigned i = 0; i < 2; i++)
		s->dice.d[i] = (uint8_t)e->s->numbers[i];
	s->dice_to_play = s->dice.d[0] == s->dice.d[1] ? 4 : 2;
	if (record_of_own_match(e) != NULL)
		record_roll(record_of_own_match(e), seat, s->dice.d[0], s->dice.d[1]);
	e->t->last_move[seat][0] = '\0';
	if (!e->m->moreboards)
		model_queue_line(e->m, "board");
}

static void
you_roll(struct line_context *e)
{
	set_roll(e, SEAT_0);
	e->m->attention |= ATTENTION_TURN;
}

static void
other_rolls(struct line_context *e)
{
	set_roll(e, line_seat_named(e, e->s->words[0]));
}

static void
start_turn(struct line_context *e, enum seat seat)
{
	if (e->t == NULL || seat == SEAT_NONE)
		return;
	if (record_of_own_match(e) != NULL && e->t->pos.m.phase == PH_MOVE &&
	    e->t->pos.m.turn != seat) /* nothing could be moved */
		record_play(record_of_own_match(e), seat_other(seat), "");
	e->t->pos.m.phase = PH_ROLL;
	e->t->pos.m.turn = seat;
	e->t->pos.m.dice_to_play = 0;
}

static void
you_cannot_move(struct line_context *e)
{
	start_turn(e, SEAT_1);
}

static void
other_cannot_move(struct line_context *e)
{
	enum seat seat = line_seat_named(e, e->s->words[0]);

	start_turn(e, seat == SEAT_NONE ? seat : seat_other(seat));
}

static void
please_roll(struct line_context *e)
{
	start_turn(e, SEAT_0);
	if (e->t != NULL && e->t->crawford == CRAWFORD_ACTIVE)
		e->t->crawford = CRAWFORD_EXPIRED;
	e->m->attention |= ATTENTION_TURN;
}

static void
set_double(struct line_context *e, enum seat by)
{
	struct match_state *s;

	if (e->t == NULL || by == SEAT_NONE)
		return;
	s = &e->t->pos.m;
	s->phase = PH_DOUBLED;
	s->doubler = by;
	s->offered_cube = 2 * s->cube;
	if (record_of_own_match(e) != NULL)
		record_double(record_of_own_match(e), by, s->offered_cube);
}

static void
you_double(struct line_context *e)
{
	set_double(e, SEAT_0);
}

static void
other_doubles(struct line_context *e)
{
	set_double(e, SEAT_1);
	e->m->may_redouble = false;
	e->m->attention |= ATTENTION_OFFER;
}

static void
other_doubles_may_redouble(struct line_context *e)
{
	other_doubles(e);
	e->m->may_redouble = true;
}

static void
watched_doubles(struct line_context *e)
{
	set_double(e, line_seat_named(e, e->s->words[0]));
}

/* Gives the cube to seat `by`; the player who offered it must roll. */
static void
give_cube(struct line_context *e, enum seat by, long value)
{
	struct match_state *s;

	if (e->t == NULL || by == SEAT_NONE)
		return;
	s = &e->t->pos.m;
	s->cube = value > 0 ? (uint32_t)value : 2 * s->cube;
	s->cube_owner = by;
	if (record_of_own_match(e) != NULL)
		record_take(record_of_own_match(e));
	e->t->pos.cube_access[by] = true;
	e->t->pos.cube_access[seat_other(by)] = false;
	s->doubler = SEAT_NONE;
	start_turn(e, seat_other(by));
}

static void
you_take(struct line_context *e)
{
	give_cube(e, SEAT_0, e->s->numbers[0]);
}

static void
other_takes(struct line_context *e)
{
	give_cube(e, SEAT_1, e->s->numbers[0]);
}

static void
watched_takes(struct line_context *e)
{
	give_cube(e, line_seat_named(e, e->s->words[0]), 0);
}

static void
you_resign(struct line_context *e)
{
	if (e->t != NULL)
		e->t->pos.m.resign_by = SEAT_0;
}

static void
other_resigns(struct line_context *e)
{
	if (e->t != NULL)
		e->t->pos.m.resign_by = SEAT_1;
	e->m->attention |= ATTENTION_OFFER;
}

static void
other_offers_draw(struct line_context *e)
{
	if (e->t != NULL)
		e->t->pos.m.draw_by = SEAT_1;
	e->m->attention |= ATTENTION_OFFER;
}

void
line_offer_withdrawn(struct line_context *e)
{
	if (e->t == NULL)
		return;
	e->t->pos.m.resign_by = SEAT_NONE;
	e->t->pos.m.draw_by = SEAT_NONE;
}

void
line_game_ends(struct line_context *e)
{
	if (e->t == NULL)
		return;
	line_offer_withdrawn(e);
	e->t->pos.m.phase = PH_BETWEEN_GAMES;
	e->t->pos.m.turn = SEAT_NONE;
	e->t->pos.m.doubler = SEAT_NONE;
	e->t->play_sent = false; /* no board follows the last play */
	e->t->clock.on = e->t->clock.on && e->m->server_is_gammond;
}

static void
game_won(struct line_context *e, enum seat seat)
{
	if (record_of_own_match(e) != NULL && seat != SEAT_NONE) {
		record_win(record_of_own_match(e), seat, (unsigned)e->s->numbers[0]);
		e->m->games_recorded = e->m->record.games_finished;
	}
	line_game_ends(e);
}

static void
you_win(struct line_context *e)
{
	game_won(e, SEAT_0);
}

static void
other_wins(struct line_context *e)
{
	game_won(e, SEAT_1);
}

static void
named_wins(struct line_context *e)
{
	game_won(e, line_seat_named(e, e->s->words[0]));
}

/* Handles the notice that the server has made the user's move automatically. */
static void
record_forced_move(struct line_context *e)
{
	const struct match_state *m = e->t != NULL ? &e->t->pos.m : NULL;
	struct play play;
	unsigned n;

	if (m == NULL || m->turn != SEAT_0 ||
	    notation_parse(e->s->words[0], notation_numbering(m->variant, m->o == SEAT_0),
		&play, &n) != NOTATION_OK)
		return;
	record_sent_play(&e->m->record, &play,
	    draft_hit_mask(m->variant, &m->board, SEAT_0, m->dice.d, &play));
}

static uint8_t
renumber_place(unsigned place, enum numbering from, enum numbering to)
{
	return (uint8_t)(place >= 1 && place <= 24
			     ? notation_renumber(notation_renumber(place, from), to)
			     : place);
}

/* Shows a move in the player's own numbers, in the form used in books. */
static void
other_moves(struct line_context *e)
{
	enum seat seat = line_seat_named(e, e->s->words[0]);
	const struct position *p = e->t != NULL ? &e->t->pos : NULL;
	struct board after;
	struct play play, seen;
	enum rule rule;
	unsigned n, hits = 0;
	struct sbuf b;
	enum numbering to, from;
	bool known;

	if (seat == SEAT_NONE)
		return;
	to = notation_numbering(p->m.variant, p->m.o == SEAT_0);
	from = notation_numbering(p->m.variant, p->m.o == seat);
	if (notation_parse(e->s->words[1], from, &play, &n) != NOTATION_OK)
		return;
	SBUF_INIT(&b, e->t->last_move[seat]);
	seen = play;
	for (unsigned i = 0; i < seen.n; i++) {
		seen.step[i].from = renumber_place(seen.step[i].from, from, to);
		seen.step[i].to = renumber_place(seen.step[i].to, from, to);
	}
	known = p->m.phase == PH_MOVE && p->m.turn == seat;
	if (known)
		hits = draft_hit_mask(p->m.variant, &p->m.board, seat, p->m.dice.d, &play);
	draft_write_play(&seen, hits, &b);
	if (record_of_own_match(e) != NULL) {
		char text[64];
		struct sbuf own;

		SBUF_INIT(&own, text);
		notation_write_hits(&own, &play, hits);
		record_play(record_of_own_match(e), seat, text);
	}
	/* no board is sent after the last move of a game */
	if (known && !p->m.variant->no_dice && p->m.dice.d[0] != 0 && p->m.dice.d[1] != 0 &&
	    move_try_steps(p->m.variant, &p->m.board, seat, p->m.dice.d[0], p->m.dice.d[1],
		&play, &after, &n, &rule) == MOVE_OK)
		e->t->pos.m.board = after;
	SBUF_INIT(&b, e->shown_text);
	texts_addf(
	    &b, e->m->queries.language, "%s moves %s.", e->s->words[0], e->t->last_move[seat]);
	if (!e->m->autoboard)
		model_queue_line(e->m, "board");
}

/* Shows a hint, converting its point numbers from the board's to the player's. */
static void
format_hint(struct line_context *e)
{
	const struct position *p = e->t != NULL ? &e->t->pos : NULL;
	const char *value = strstr(e->s->words[0], "  ");
	struct play play;
	char text[64];
	unsigned n;
	struct sbuf b;

	if (p == NULL || value == NULL)
		return;
	(void)snprintf(
	    text, sizeof(text), "%.*s", (int)(value - e->s->words[0]), e->s->words[0]);
	if (notation_parse(text, notation_numbering(p->m.variant, p->m.o == SEAT_0), &play,
		&n) != NOTATION_OK)
		return;
	SBUF_INIT(&b, e->shown_text);
	sbuf_addf(&b, "%ld. ", e->s->numbers[0]);
	draft_write_play(
	    &play, draft_hit_mask(p->m.variant, &p->m.board, SEAT_0, p->m.dice.d, &play), &b);
	sbuf_add(&b, value);
}

/* Sets the score after a game; the next board repeats it. */
static void
read_score(struct line_context *e)
{
	for (unsigned i = 0; i < 2; i++) {
		enum seat seat = line_seat_named(e, e->s->words[i]);
		unsigned number = e->s->n_numbers - 2 + i;

		if (seat != SEAT_NONE)
			e->t->pos.m.score[seat] = (uint32_t)e->s->numbers[number];
	}
}

static void
read_clock(struct line_context *e)
{
	enum seat seat = line_seat_named(e, e->s->words[0]);

	if (seat == SEAT_NONE)
		return;
	e->t->clock = (struct game_clock){
		.on = true,
		.delay_ms = e->s->numbers[0] * 1000,
		.received_ms = e->now_ms,
	};
	e->t->clock.left_ms[seat] = fibs_parse_time_ms(e->s->words[1]);
	e->t->clock.left_ms[seat_other(seat)] = fibs_parse_time_ms(e->s->words[3]);
}

static void
read_paused_clock(struct line_context *e)
{
	read_clock(e);
	if (e->t != NULL)
		e->t->clock.paused = true;
}

static void
crawford_game_found(struct line_context *e)
{
	struct match_state *s = e->t != NULL ? &e->t->pos.m : NULL;

	if (s == NULL)
		return;
	e->t->crawford = s->crawford = CRAWFORD_ACTIVE;
	memcpy(e->t->crawford_score, s->score, sizeof(s->score));
}

static void
no_effect(struct line_context *e)
{
	(void)e;
}

const struct line_effect GAME_LINES[] = {
	{ "You roll %u and %u", you_roll, ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "You play %u and %u", you_roll, ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "%n rolls %u and %u", other_rolls, ABOUT_NAMED_GAME, GAME_GOES_ON },
	{ "%n plays %u and %u", other_rolls, ABOUT_NAMED_GAME, GAME_GOES_ON },
	{ "It's your turn. Please roll or double", please_roll, ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "It's your turn to roll or double", please_roll, ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "You can't move", you_cannot_move, ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "%n can't move", other_cannot_move, ABOUT_NAMED_GAME, GAME_GOES_ON },
	{ "%n moves %p .", other_moves, ABOUT_NAMED_GAME, GAME_GOES_ON },
	{ "You double. Please wait for %n to accept or reject", you_double, ABOUT_OWN_GAME,
	    GAME_GOES_ON },
	{ "You double. Please wait for %n to accept, reject or redouble", you_double,
	    ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "You accept the double to %u and redouble", you_double, ABOUT_OWN_GAME,
	    GAME_GOES_ON },
	{ "%n doubles. Type 'accept' or 'reject'", other_doubles, ABOUT_OWN_GAME,
	    GAME_GOES_ON },
	{ "%n doubles. Type 'accept', 'reject' or 'redouble'", other_doubles_may_redouble,
	    ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "%n redoubles to %u. Type 'accept' or 'reject'", other_doubles, ABOUT_OWN_GAME,
	    GAME_GOES_ON },
	{ "%n redoubles to %u. Type 'accept', 'reject' or 'redouble'",
	    other_doubles_may_redouble, ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "%n doubles", watched_doubles, ABOUT_NAMED_GAME, GAME_GOES_ON },
	{ "You accept the double. The cube shows %u", you_take, ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "You accept the redouble. The cube shows %u", you_take, ABOUT_OWN_GAME,
	    GAME_GOES_ON },
	{ "%n accepts the double. The cube shows %u", other_takes, ABOUT_OWN_GAME,
	    GAME_GOES_ON },
	{ "%n accepts the redouble. The cube shows %u", other_takes, ABOUT_OWN_GAME,
	    GAME_GOES_ON },
	{ "%n accepts the double", watched_takes, ABOUT_NAMED_GAME, GAME_GOES_ON },
	{ "You want to resign. %n will win %u point%s", you_resign, ABOUT_OWN_GAME,
	    GAME_GOES_ON },
	{ "%n wants to resign. You will win %u point%s. Type 'accept' or 'reject'",
	    other_resigns, ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "%n rejects. The game continues", line_offer_withdrawn, ABOUT_OWN_GAME,
	    GAME_GOES_ON },
	{ "You reject. The game continues", line_offer_withdrawn, ABOUT_OWN_GAME,
	    GAME_GOES_ON },
	{ "%n offers a draw. Type 'draw accept' or 'draw reject'", other_offers_draw,
	    ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "You reject the draw. The game continues", line_offer_withdrawn, ABOUT_OWN_GAME,
	    GAME_GOES_ON },
	{ "%n rejects the draw. The game continues", line_offer_withdrawn, ABOUT_OWN_GAME,
	    GAME_GOES_ON },
	{ "The only possible move is %p .", record_forced_move, ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "Bearing off: %p", record_forced_move, ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "Bear off: %p", record_forced_move, ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "You give up. %n wins %u point%s", other_wins, ABOUT_OWN_GAME, IS_GAME_RESULT },
	{ "%n gives up. You win %u point%s", you_win, ABOUT_OWN_GAME, IS_GAME_RESULT },
	{ "%n gives up. %n wins %u point%s", line_game_ends, ABOUT_NAMED_GAME, IS_GAME_RESULT },
	{ "You accept and win %u point%s", you_win, ABOUT_OWN_GAME, IS_GAME_RESULT },
	{ "%n accepts and wins %u point%s", named_wins, ABOUT_NAMED_GAME, IS_GAME_RESULT },
	{ "You win the game and get %u point%s. Congratulations!", you_win, ABOUT_OWN_GAME,
	    IS_GAME_RESULT },
	{ "You win the game and get %u point%s", you_win, ABOUT_OWN_GAME, IS_GAME_RESULT },
	{ "%n wins the game and gets %u point%s. Sorry", named_wins, ABOUT_NAMED_GAME,
	    IS_GAME_RESULT },
	{ "%n wins the game and gets %u point%s", named_wins, ABOUT_NAMED_GAME,
	    IS_GAME_RESULT },
	{ "The game is a draw by agreement. Nobody gets points", line_game_ends, ABOUT_OWN_GAME,
	    IS_GAME_RESULT },
	{ "The game is a draw by the rules. Nobody gets points", line_game_ends, ABOUT_OWN_GAME,
	    IS_GAME_RESULT },
	{ "score in %u point match: %n-%u %n-%u", read_score, ABOUT_NAMED_GAME, GAME_GOES_ON },
	{ "score in unlimited match: %n-%u %n-%u", read_score, ABOUT_NAMED_GAME, GAME_GOES_ON },
	{ "Hint %u: %w", format_hint, ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "Clock: %n %w  %n %w (delay %u)", read_clock, ABOUT_NAMED_GAME, GAME_GOES_ON },
	{ "Clock: %n %w  %n %w (paused)", read_paused_clock, ABOUT_NAMED_GAME, GAME_GOES_ON },
	{ "** The Crawford rule doesn't allow you to double in this game", crawford_game_found,
	    ABOUT_OWN_GAME, GAME_GOES_ON },
	{ "Please move %u piece%s", no_effect, ABOUT_OWN_GAME, GAME_GOES_ON },
	{ .pattern = NULL },
};
