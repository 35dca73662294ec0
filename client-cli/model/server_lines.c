/* SPDX-License-Identifier: MIT */
/* The server's sentences, in the wording of FIBS: see heard.h.  A table of patterns
 * (sentence.h), each with its effect.  A line is matched against all of them. */
#include "server_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sbuf.h"
#include "rules/variant.h"
#include "rules/notation.h"

#include "draft.h"
#include "query.h"
#include "seal.h"
#include "sentence.h"
#include "text.h"
#include "texts.h"

struct line_context {
	struct model *m;
	struct table *t; /* the game it is about; NULL if none */
	const struct sentence *s;
	int64_t now_ms;
	char text[128]; /* text to show instead of the line; "" to show the line */
};

typedef void line_handler(struct line_context *e);

/* ---- names ---- */

/* Returns the seat of a name at e->t; SEAT_NONE if it is not there. */
static enum seat
seat_named(const struct line_context *e, const char *name)
{
	if (e->t == NULL)
		return SEAT_NONE;
	for (unsigned i = 0; i < 2; i++)
		if (strcmp(e->t->pos.name[i], name) == 0)
			return (enum seat)i;
	return SEAT_NONE;
}

/* Returns the table at which a user of that name plays. */
static struct table *
table_of(struct model *m, const char *name)
{
	struct table *own = model_own(m);

	if (own != NULL && m->opponent[0] != '\0' &&
	    (strcmp(own->pos.name[1], name) == 0 || strcmp(own->pos.name[0], name) == 0))
		return own;
	for (unsigned i = 0; i < m->tables; i++)
		if (!m->table[i].pos.you && !m->table[i].replayed &&
		    (strcmp(m->table[i].pos.name[0], name) == 0 ||
			strcmp(m->table[i].pos.name[1], name) == 0))
			return &m->table[i];
	return NULL;
}

/* ---- the record ---- */

/* Returns the record of the user's own match if this line is about it; otherwise NULL. */
static struct record *
record_of(const struct line_context *e)
{
	return e->t != NULL && e->t->pos.you ? &e->m->record : NULL;
}

static bool
is_start(const struct match_state *s)
{
	struct board start;

	variant_start_board(&start, s->variant);
	return s->variant->fibs && memcmp(&start, &s->board, sizeof(start)) == 0;
}

void
server_lines_own_board(struct model *m, const struct table *t)
{
	const struct match_state *s = &t->pos.m;
	const char *const name[2] = { t->pos.name[0], t->pos.name[1] };

	if (s->turn != SEAT_0)
		record_goes_on(&m->record);
	if (!m->game_begins)
		return;
	m->game_begins = false;
	m->record.on = false;
	if (!is_start(s))
		return;
	(void)sbuf_copy(m->record_name, sizeof(m->record_name), name[1]);
	record_game(&m->record, name, s->length, s->score);
	if (s->phase == PH_MOVE) /* after the opening roll */
		record_roll(&m->record, s->turn, s->dice.d[0], s->dice.d[1]);
}

/* ---- effects ---- */

static void
rolled(struct line_context *e, enum seat seat)
{
	struct match_state *s;

	if (e->t == NULL || seat == SEAT_NONE)
		return;
	for (unsigned i = 0; i < 2; i++)
		if (e->s->number[i] < 1 || e->s->number[i] > 6)
			return;
	s = &e->t->pos.m;
	s->phase = PH_MOVE;
	s->turn = seat;
	for (unsigned i = 0; i < 2; i++)
		s->dice.d[i] = (uint8_t)e->s->number[i];
	s->pieces = s->dice.d[0] == s->dice.d[1] ? 4 : 2;
	if (record_of(e) != NULL)
		record_roll(record_of(e), seat, s->dice.d[0], s->dice.d[1]);
	e->t->last[seat][0] = '\0';
	if (!e->m->moreboards)
		model_send(e->m, "board");
}

static void
you_roll(struct line_context *e)
{
	rolled(e, SEAT_0);
	e->m->attention |= ATTENTION_TURN;
}

static void
other_rolls(struct line_context *e)
{
	rolled(e, seat_named(e, e->s->word[0]));
}

static void
turn_of(struct line_context *e, enum seat seat)
{
	if (e->t == NULL || seat == SEAT_NONE)
		return;
	if (record_of(e) != NULL && e->t->pos.m.phase == PH_MOVE &&
	    e->t->pos.m.turn != seat) /* nothing could be moved */
		record_play(record_of(e), seat_other(seat), "");
	e->t->pos.m.phase = PH_ROLL;
	e->t->pos.m.turn = seat;
	e->t->pos.m.pieces = 0;
}

static void
you_cannot(struct line_context *e)
{
	turn_of(e, SEAT_1);
}

static void
other_cannot(struct line_context *e)
{
	enum seat seat = seat_named(e, e->s->word[0]);

	turn_of(e, seat == SEAT_NONE ? seat : seat_other(seat));
}

static void
please_roll(struct line_context *e)
{
	turn_of(e, SEAT_0);
	if (e->t != NULL && e->t->crawford == CRAWFORD_ACTIVE)
		e->t->crawford = CRAWFORD_EXPIRED;
	e->m->attention |= ATTENTION_TURN;
}

static void
doubled(struct line_context *e, enum seat by)
{
	struct match_state *s;

	if (e->t == NULL || by == SEAT_NONE)
		return;
	s = &e->t->pos.m;
	s->phase = PH_DOUBLED;
	s->offer_by = by;
	s->offer = 2 * s->cube;
	if (record_of(e) != NULL)
		record_double(record_of(e), by, s->offer);
}

static void
you_double(struct line_context *e)
{
	doubled(e, SEAT_0);
}

static void
other_doubles(struct line_context *e)
{
	doubled(e, SEAT_1);
	e->m->redouble = false;
	e->m->attention |= ATTENTION_DOUBLED;
}

static void
other_doubles_again(struct line_context *e)
{
	other_doubles(e);
	e->m->redouble = true;
}

static void
watched_doubles(struct line_context *e)
{
	doubled(e, seat_named(e, e->s->word[0]));
}

/* The cube goes to seat `by`; the player who offered it rolls. */
static void
taken(struct line_context *e, enum seat by, long value)
{
	struct match_state *s;

	if (e->t == NULL || by == SEAT_NONE)
		return;
	s = &e->t->pos.m;
	s->cube = value > 0 ? (uint32_t)value : 2 * s->cube;
	s->cube_owner = by;
	if (record_of(e) != NULL)
		record_take(record_of(e));
	e->t->pos.access[by] = true;
	e->t->pos.access[seat_other(by)] = false;
	s->offer_by = SEAT_NONE;
	turn_of(e, seat_other(by));
}

static void
you_take(struct line_context *e)
{
	taken(e, SEAT_0, e->s->number[0]);
}

static void
other_takes(struct line_context *e)
{
	taken(e, SEAT_1, e->s->number[0]);
}

static void
watched_takes(struct line_context *e)
{
	taken(e, seat_named(e, e->s->word[0]), 0);
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
	e->m->attention |= ATTENTION_DOUBLED;
}

static void
other_offers_draw(struct line_context *e)
{
	if (e->t != NULL)
		e->t->pos.m.draw_by = SEAT_1;
	e->m->attention |= ATTENTION_DOUBLED;
}

static void
offer_is_gone(struct line_context *e)
{
	if (e->t == NULL)
		return;
	e->t->pos.m.resign_by = SEAT_NONE;
	e->t->pos.m.draw_by = SEAT_NONE;
}

/* The line itself says how. */
static void
game_ends(struct line_context *e)
{
	if (e->t == NULL)
		return;
	offer_is_gone(e);
	e->t->pos.m.phase = PH_BETWEEN;
	e->t->pos.m.turn = SEAT_NONE;
	e->t->pos.m.offer_by = SEAT_NONE;
	e->t->clock.on = e->t->clock.on && e->m->ours;
}

static void
game_won(struct line_context *e, enum seat seat)
{
	if (record_of(e) != NULL && seat != SEAT_NONE) {
		record_win(record_of(e), seat, (unsigned)e->s->number[0]);
		e->m->recorded = e->m->record.games;
	}
	game_ends(e);
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
	game_won(e, seat_named(e, e->s->word[0]));
}

/* The server has made the user's move automatically. */
static void
moved_by_itself(struct line_context *e)
{
	struct play play;
	unsigned n;

	if (e->t == NULL || e->t->pos.m.turn != SEAT_0 ||
	    notation_parse(e->s->word[0],
		notation_numbering(e->t->pos.m.variant, e->t->pos.m.o == SEAT_0), &play,
		&n) != NOTATION_OK)
		return;
	record_sent(&e->m->record, &play);
}

static void
match_ends(struct line_context *e)
{
	game_ends(e);
	if (e->t != NULL && e->t->pos.you) {
		(void)sbuf_copy(e->m->rematch, sizeof(e->m->rematch), e->t->pos.name[1]);
		e->m->next_game = e->m->joined = false;
		e->m->opponent[0] = '\0';
		if (e->m->ours)
			seal_ends(e->m);
	}
	e->m->announced.game = NULL;
}

static void
is_saved(struct line_context *e)
{
	struct table *own = model_own(e->m);

	e->t = own;
	if (own != NULL)
		game_ends(e);
	e->m->opponent[0] = '\0';
	e->m->next_game = e->m->joined = false;
}

static void
next_game(struct line_context *e)
{
	e->m->next_game = true;
	e->m->joined = false;
	e->m->attention |= ATTENTION_NEXT;
}

static void
has_joined_next(struct line_context *e)
{
	e->m->joined = true;
}

static void
game_starts(struct line_context *e)
{
	struct table *own = model_own(e->m);

	e->m->game_begins = true;
	e->m->next_game = e->m->joined = false;
	e->m->inviter[0] = '\0';
	e->m->rematch[0] = '\0';
	if (own == NULL || strcmp(own->pos.name[1], e->s->word[0]) != 0)
		return;
	own->result[0] = '\0';
	own->last[0][0] = own->last[1][0] = '\0';
	offer_is_gone(&(struct line_context){ .m = e->m, .t = own, .s = e->s });
	own->game = e->m->announced.game != NULL ? e->m->announced.game : own->game;
	e->m->shown = (unsigned)(own - e->m->table);
}

/* A new match with `name` begins, always on a new table. */
static void
match_with(struct line_context *e, const char *name)
{
	struct table *own = model_own(e->m);

	record_clear(&e->m->record);
	e->m->recorded = 0;
	e->m->announced.practice = false;
	e->m->before = own != NULL ? *own : (struct table){ .unseen = false };
	(void)sbuf_copy(e->m->opponent, sizeof(e->m->opponent), name);
	e->m->inviter[0] = '\0';
	e->m->watching[0] = '\0';
	if (own != NULL)
		model_drop_table(e->m, (unsigned)(own - e->m->table));
	if (e->m->ours)
		seal_begins(e->m);
}

static void
plays_first(struct line_context *e)
{
	match_with(e, e->s->word[0]);
}

/* FIBS sends no board in this case. */
static void
resumed(struct line_context *e)
{
	match_with(e, e->s->word[0]);
	model_send(e->m, "board");
	if (e->m->ours)
		query_clock(e->m);
}

static void
invited(struct line_context *e)
{
	(void)sbuf_copy(e->m->inviter, sizeof(e->m->inviter), e->s->word[0]);
	e->m->attention |= ATTENTION_INVITED;
	if (e->m->ours)
		query_seed(e->m);
}

static void
is_withdrawn(struct line_context *e)
{
	if (strcmp(e->m->inviter, e->s->word[0]) == 0)
		e->m->inviter[0] = '\0';
}

static void
wants(struct line_context *e)
{
	(void)e;
	e->m->announced.game = NULL; /* unknown until the game is named */
}

static void
inviting(struct line_context *e)
{
	wants(e);
	if (e->m->ours)
		query_seed(e->m);
}

static void
game_named(struct line_context *e)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		if (strcmp(v->title, e->s->word[0]) == 0)
			e->m->announced.game = v->cycle == NULL ? v : NULL;
}

static void
watches(struct line_context *e)
{
	(void)sbuf_copy(e->m->watching, sizeof(e->m->watching), e->s->word[0]);
	model_send(e->m, "board");
	if (e->m->ours)
		query_clock(e->m);
}

static void
watches_no_more(struct line_context *e)
{
	e->m->watching[0] = '\0';
}

/* The server did not accept the move: request the position again. */
static void
refused(struct model *m)
{
	record_refused(&m->record);
	if (model_own(m) != NULL && m->opponent[0] != '\0')
		model_send(m, "board");
}

static uint8_t
as_seen(unsigned place, enum numbering from, enum numbering to)
{
	return (uint8_t)(place >= 1 && place <= 24
			     ? notation_flip(notation_flip(place, from), to)
			     : place);
}

/* Shows a move in the player's own numbers, in the form used in books. */
static void
moved(struct line_context *e)
{
	enum seat seat = seat_named(e, e->s->word[0]);
	const struct position *p = e->t != NULL ? &e->t->pos : NULL;
	struct board after;
	struct play play, seen;
	enum rule rule;
	unsigned n;
	struct sbuf b;
	enum numbering to, from;

	if (seat == SEAT_NONE)
		return;
	to = notation_numbering(p->m.variant, p->m.o == SEAT_0);
	from = notation_numbering(p->m.variant, p->m.o == seat);
	if (notation_parse(e->s->word[1], from, &play, &n) != NOTATION_OK)
		return;
	SBUF_ON(&b, e->t->last[seat]);
	seen = play;
	for (unsigned i = 0; i < seen.n; i++) {
		seen.step[i].from = as_seen(seen.step[i].from, from, to);
		seen.step[i].to = as_seen(seen.step[i].to, from, to);
	}
	draft_words(&seen, &b);
	if (record_of(e) != NULL) {
		char text[64];
		struct sbuf own;

		SBUF_ON(&own, text);
		notation_write(&own, &play);
		record_play(record_of(e), seat, text);
	}
	/* no board is sent after the last move of a game */
	if (p->m.phase == PH_MOVE && p->m.turn == seat && !p->m.variant->no_dice &&
	    p->m.dice.d[0] != 0 && p->m.dice.d[1] != 0 &&
	    move_steps(p->m.variant, &p->m.board, seat, p->m.dice.d[0], p->m.dice.d[1], &play,
		&after, &n, &rule) == MOVE_OK)
		e->t->pos.m.board = after;
	SBUF_ON(&b, e->text);
	texts_addf(&b, e->m->asked.language, "%s moves %s.", e->s->word[0], e->t->last[seat]);
	if (!e->m->autoboard)
		model_send(e->m, "board");
}

/* Shows a hint, converting its point numbers from the board's to the player's. */
static void
hinted(struct line_context *e)
{
	const struct position *p = e->t != NULL ? &e->t->pos : NULL;
	const char *value = strstr(e->s->word[0], "  ");
	struct play play;
	char text[64];
	unsigned n;
	struct sbuf b;

	if (p == NULL || value == NULL)
		return;
	(void)snprintf(text, sizeof(text), "%.*s", (int)(value - e->s->word[0]), e->s->word[0]);
	if (notation_parse(text, notation_numbering(p->m.variant, p->m.o == SEAT_0), &play,
		&n) != NOTATION_OK)
		return;
	SBUF_ON(&b, e->text);
	sbuf_addf(&b, "%ld. ", e->s->number[0]);
	draft_words(&play, &b);
	sbuf_add(&b, value);
}

/* The score after a game; the next board has it too. */
static void
score_told(struct line_context *e)
{
	for (unsigned i = 0; i < 2; i++) {
		enum seat seat = seat_named(e, e->s->word[i]);
		unsigned number = e->s->numbers - 2 + i;

		if (seat != SEAT_NONE)
			e->t->pos.m.score[seat] = (uint32_t)e->s->number[number];
	}
}

static void
clock_told(struct line_context *e)
{
	enum seat seat = seat_named(e, e->s->word[0]);

	if (seat == SEAT_NONE)
		return;
	e->t->clock = (struct game_clock){
		.on = true,
		.delay_ms = e->s->number[0] * 1000,
		.at_ms = e->now_ms,
	};
	e->t->clock.left_ms[seat] = fibs_time_ms(e->s->word[1]);
	e->t->clock.left_ms[seat_other(seat)] = fibs_time_ms(e->s->word[3]);
}

static void
clock_stands(struct line_context *e)
{
	clock_told(e);
	if (e->t != NULL)
		e->t->clock.paused = true;
}

static void
has_clock(struct line_context *e)
{
	query_clock(e->m);
}

static void
is_practice(struct line_context *e)
{
	e->m->announced.practice = true;
}

static void
is_crawford(struct line_context *e)
{
	struct match_state *s = e->t != NULL ? &e->t->pos.m : NULL;

	if (s == NULL)
		return;
	e->t->crawford = s->crawford = CRAWFORD_ACTIVE;
	memcpy(e->t->crawford_score, s->score, sizeof(s->score));
}

static void
parts(struct line_context *e)
{
	e->m->parted = true;
}

static void
nothing(struct line_context *e)
{
	(void)e;
}

/* ---- table of sentences ---- */

enum about {
	ABOUT_OWN,
	ABOUT_NAMED,
	ABOUT_NONE
};
enum result {
	GOES_ON,
	IS_RESULT
}; /* the line says how a game ended */

static const struct {
	const char *form;
	line_handler *hear;
	enum about about;
	enum result result;
} SENTENCES[] = {
	{ "You roll %u and %u", you_roll, ABOUT_OWN, GOES_ON },
	{ "You play %u and %u", you_roll, ABOUT_OWN, GOES_ON },
	{ "%n rolls %u and %u", other_rolls, ABOUT_NAMED, GOES_ON },
	{ "%n plays %u and %u", other_rolls, ABOUT_NAMED, GOES_ON },
	{ "It's your turn. Please roll or double", please_roll, ABOUT_OWN, GOES_ON },
	{ "It's your turn to roll or double", please_roll, ABOUT_OWN, GOES_ON },
	{ "You can't move", you_cannot, ABOUT_OWN, GOES_ON },
	{ "%n can't move", other_cannot, ABOUT_NAMED, GOES_ON },
	{ "%n moves %p .", moved, ABOUT_NAMED, GOES_ON },
	{ "You double. Please wait for %n to accept or reject", you_double, ABOUT_OWN,
	    GOES_ON },
	{ "You double. Please wait for %n to accept, reject or redouble", you_double, ABOUT_OWN,
	    GOES_ON },
	{ "You accept the double to %u and redouble", you_double, ABOUT_OWN, GOES_ON },
	{ "%n doubles. Type 'accept' or 'reject'", other_doubles, ABOUT_OWN, GOES_ON },
	{ "%n doubles. Type 'accept', 'reject' or 'redouble'", other_doubles_again, ABOUT_OWN,
	    GOES_ON },
	{ "%n redoubles to %u. Type 'accept' or 'reject'", other_doubles, ABOUT_OWN, GOES_ON },
	{ "%n redoubles to %u. Type 'accept', 'reject' or 'redouble'", other_doubles_again,
	    ABOUT_OWN, GOES_ON },
	{ "%n doubles", watched_doubles, ABOUT_NAMED, GOES_ON },
	{ "You accept the double. The cube shows %u", you_take, ABOUT_OWN, GOES_ON },
	{ "You accept the redouble. The cube shows %u", you_take, ABOUT_OWN, GOES_ON },
	{ "%n accepts the double. The cube shows %u", other_takes, ABOUT_OWN, GOES_ON },
	{ "%n accepts the redouble. The cube shows %u", other_takes, ABOUT_OWN, GOES_ON },
	{ "%n accepts the double", watched_takes, ABOUT_NAMED, GOES_ON },
	{ "You want to resign. %n will win %u point%s", you_resign, ABOUT_OWN, GOES_ON },
	{ "%n wants to resign. You will win %u point%s. Type 'accept' or 'reject'",
	    other_resigns, ABOUT_OWN, GOES_ON },
	{ "%n rejects. The game continues", offer_is_gone, ABOUT_OWN, GOES_ON },
	{ "You reject. The game continues", offer_is_gone, ABOUT_OWN, GOES_ON },
	{ "%n offers a draw. Type 'draw accept' or 'draw reject'", other_offers_draw, ABOUT_OWN,
	    GOES_ON },
	{ "You reject the draw. The game continues", offer_is_gone, ABOUT_OWN, GOES_ON },
	{ "%n rejects the draw. The game continues", offer_is_gone, ABOUT_OWN, GOES_ON },
	{ "The only possible move is %p .", moved_by_itself, ABOUT_OWN, GOES_ON },
	{ "Bearing off: %p", moved_by_itself, ABOUT_OWN, GOES_ON },
	{ "Bear off: %p", moved_by_itself, ABOUT_OWN, GOES_ON },
	{ "You give up. %n wins %u point%s", other_wins, ABOUT_OWN, IS_RESULT },
	{ "%n gives up. You win %u point%s", you_win, ABOUT_OWN, IS_RESULT },
	{ "%n gives up. %n wins %u point%s", game_ends, ABOUT_NAMED, IS_RESULT },
	{ "You accept and win %u point%s", you_win, ABOUT_OWN, IS_RESULT },
	{ "%n accepts and wins %u point%s", named_wins, ABOUT_NAMED, IS_RESULT },
	{ "You win the game and get %u point%s. Congratulations!", you_win, ABOUT_OWN,
	    IS_RESULT },
	{ "You win the game and get %u point%s", you_win, ABOUT_OWN, IS_RESULT },
	{ "%n wins the game and gets %u point%s. Sorry", named_wins, ABOUT_NAMED, IS_RESULT },
	{ "%n wins the game and gets %u point%s", named_wins, ABOUT_NAMED, IS_RESULT },
	{ "The game is a draw by agreement. Nobody gets points", game_ends, ABOUT_OWN,
	    IS_RESULT },
	{ "The game is a draw by the rules. Nobody gets points", game_ends, ABOUT_OWN,
	    IS_RESULT },
	{ "You win the %u point match %u-%u", match_ends, ABOUT_OWN, IS_RESULT },
	{ "%n wins the %u point match %u-%u", match_ends, ABOUT_NAMED, IS_RESULT },
	{ "score in %u point match: %n-%u %n-%u", score_told, ABOUT_NAMED, GOES_ON },
	{ "score in unlimited match: %n-%u %n-%u", score_told, ABOUT_NAMED, GOES_ON },
	{ "%f. The game was saved", is_saved, ABOUT_NONE, GOES_ON },
	{ "** Player %n has left the game. The game was saved", is_saved, ABOUT_NONE, GOES_ON },
	{ "** You terminated the game. The game was saved", is_saved, ABOUT_NONE, GOES_ON },
	{ "Your game with %n was saved", is_saved, ABOUT_NONE, GOES_ON },
	{ "Type 'join' if you want to play the next game, type 'leave' if you don't", next_game,
	    ABOUT_NONE, GOES_ON },
	{ "** Please wait for %n to join too", has_joined_next, ABOUT_NONE, GOES_ON },
	{ "Starting a new game with %n", game_starts, ABOUT_NONE, GOES_ON },
	{ "** You are now playing a %u point match with %n", plays_first, ABOUT_NONE, GOES_ON },
	{ "** You are now playing an unlimited match with %n", plays_first, ABOUT_NONE,
	    GOES_ON },
	{ "** Player %n has joined you for a %u point match", plays_first, ABOUT_NONE,
	    GOES_ON },
	{ "Player %n has joined you for an unlimited match", plays_first, ABOUT_NONE, GOES_ON },
	{ "You are now playing with %n. Your running match was loaded", resumed, ABOUT_NONE,
	    GOES_ON },
	{ "%n has joined you. Your running match was loaded", resumed, ABOUT_NONE, GOES_ON },
	{ "%n wants to play a %u point match with you", wants, ABOUT_NONE, GOES_ON },
	{ "%n wants to play an unlimited match with you", wants, ABOUT_NONE, GOES_ON },
	{ "** You invited %n to a %u point match", inviting, ABOUT_NONE, GOES_ON },
	{ "** You invited %n to an unlimited match", inviting, ABOUT_NONE, GOES_ON },
	{ "Type 'join %n' to accept", invited, ABOUT_NONE, GOES_ON },
	{ "Hint %u: %w", hinted, ABOUT_OWN, GOES_ON },
	{ "** %n no longer waits for you", is_withdrawn, ABOUT_NONE, GOES_ON },
	{ "The game is %w. 'help %n' has the rules", game_named, ABOUT_NONE, GOES_ON },
	{ "The game is %w", game_named, ABOUT_NONE, GOES_ON },
	{ "You're now watching %n", watches, ABOUT_NONE, GOES_ON },
	{ "** You stop watching %n", watches_no_more, ABOUT_NONE, GOES_ON },
	{ "You stop watching %n", watches_no_more, ABOUT_NONE, GOES_ON },
	{ "%f.. You're not watching anymore", watches_no_more, ABOUT_NONE, GOES_ON },
	{ "The match has a clock: %u seconds of each turn are free, then %n has %w and %n has "
	  "%w",
	    has_clock, ABOUT_NONE, GOES_ON },
	{ "Clock: %n %w  %n %w (delay %u)", clock_told, ABOUT_NAMED, GOES_ON },
	{ "Clock: %n %w  %n %w (paused)", clock_stands, ABOUT_NAMED, GOES_ON },
	{ "This match is for practice and counts for nothing: 'hint', 'takeback', 'help "
	  "practice'",
	    is_practice, ABOUT_NONE, GOES_ON },
	{ "** The Crawford rule doesn't allow you to double in this game", is_crawford,
	    ABOUT_OWN, GOES_ON },
	{ "** You logged in from somewhere else. This connection is closed", parts, ABOUT_NONE,
	    GOES_ON },
	{ "Connection timed out", parts, ABOUT_NONE, GOES_ON },
	{ "                             Goodbye", parts, ABOUT_NONE, GOES_ON },
	{ "Please move %u piece%s", nothing, ABOUT_OWN, GOES_ON },
};

bool
server_lines_read(struct model *m, const char *line, int64_t now_ms)
{
	bool hidden = query_answered(m, line);

	if (strncmp(line, "** ", 3) == 0 && sentence_refuses_move(line))
		refused(m);
	for (unsigned i = 0; i < ARRAY_LEN(SENTENCES); i++) {
		struct sentence s;
		struct line_context e = { .m = m, .s = &s, .now_ms = now_ms };

		if (!sentence_read(SENTENCES[i].form, line, &s))
			continue;
		if (SENTENCES[i].about == ABOUT_OWN)
			e.t = model_own(m);
		else if (SENTENCES[i].about == ABOUT_NAMED)
			e.t = table_of(m, s.word[0]);
		SENTENCES[i].hear(&e);
		if (SENTENCES[i].result == IS_RESULT && e.t != NULL) {
			char *stop;

			model_translate(m, line, e.t->result, sizeof(e.t->result));
			stop = strstr(e.t->result, " .");
			if (stop != NULL)
				memcpy(stop, ".", 2);
		}
		if (!hidden && strncmp(line, "** ", 3) != 0) {
			model_log(m, LOG_GAME, e.text[0] != '\0' ? e.text : line);
			hidden = true;
		}
		break;
	}
	return hidden || (line[0] == '\0' && !m->marks.page);
}
