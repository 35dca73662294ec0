/* SPDX-License-Identifier: MIT */
/* Sentences about matches as a whole, in the wording of FIBS: see line_effects.h. */
#include "line_effects.h"

#include <string.h>

#include "base/sbuf.h"

#include "query.h"
#include "seal.h"

static void
match_ends(struct line_context *e)
{
	line_game_ends(e);
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
	struct table *own = model_own_table(e->m);

	e->t = own;
	if (own != NULL)
		line_game_ends(e);
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
	struct table *own = model_own_table(e->m);

	e->m->game_begins = true;
	e->m->next_game = e->m->joined = false;
	e->m->inviter[0] = '\0';
	e->m->rematch[0] = '\0';
	if (own == NULL || strcmp(own->pos.name[1], e->s->word[0]) != 0)
		return;
	own->result[0] = '\0';
	own->last[0][0] = own->last[1][0] = '\0';
	line_offer_withdrawn(&(struct line_context){ .m = e->m, .t = own, .s = e->s });
	own->game = e->m->announced.game != NULL ? e->m->announced.game : own->game;
	e->m->shown = (unsigned)(own - e->m->table);
}

/* Begins a match with `name`, always on a new table. */
static void
match_with(struct line_context *e, const char *name)
{
	struct table *own = model_own_table(e->m);

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

/* Handles a resumed match.  FIBS then sends no board, so the board is requested. */
static void
match_resumed(struct line_context *e)
{
	match_with(e, e->s->word[0]);
	model_send(e->m, "board");
	if (e->m->ours)
		query_clock(e->m);
}

static void
is_invited(struct line_context *e)
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
other_wants_match(struct line_context *e)
{
	(void)e;
	e->m->announced.game = NULL; /* unknown until the game is named */
}

static void
you_invite(struct line_context *e)
{
	other_wants_match(e);
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
stops_watching(struct line_context *e)
{
	e->m->watching[0] = '\0';
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
server_says_goodbye(struct line_context *e)
{
	e->m->parted = true;
}

const struct line_row MATCH_LINES[] = {
	{ "You win the %u point match %u-%u", match_ends, ABOUT_OWN, IS_RESULT },
	{ "%n wins the %u point match %u-%u", match_ends, ABOUT_NAMED, IS_RESULT },
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
	{ "You are now playing with %n. Your running match was loaded", match_resumed,
	    ABOUT_NONE, GOES_ON },
	{ "%n has joined you. Your running match was loaded", match_resumed, ABOUT_NONE,
	    GOES_ON },
	{ "%n wants to play a %u point match with you", other_wants_match, ABOUT_NONE,
	    GOES_ON },
	{ "%n wants to play an unlimited match with you", other_wants_match, ABOUT_NONE,
	    GOES_ON },
	{ "** You invited %n to a %u point match", you_invite, ABOUT_NONE, GOES_ON },
	{ "** You invited %n to an unlimited match", you_invite, ABOUT_NONE, GOES_ON },
	{ "Type 'join %n' to accept", is_invited, ABOUT_NONE, GOES_ON },
	{ "** %n no longer waits for you", is_withdrawn, ABOUT_NONE, GOES_ON },
	{ "The game is %w. 'help %n' has the rules", game_named, ABOUT_NONE, GOES_ON },
	{ "The game is %w", game_named, ABOUT_NONE, GOES_ON },
	{ "You're now watching %n", watches, ABOUT_NONE, GOES_ON },
	{ "** You stop watching %n", stops_watching, ABOUT_NONE, GOES_ON },
	{ "You stop watching %n", stops_watching, ABOUT_NONE, GOES_ON },
	{ "%f.. You're not watching anymore", stops_watching, ABOUT_NONE, GOES_ON },
	{ "The match has a clock: %u seconds of each turn are free, then %n has %w and %n has "
	  "%w",
	    has_clock, ABOUT_NONE, GOES_ON },
	{ "This match is for practice and counts for nothing: 'hint', 'takeback', 'help "
	  "practice'",
	    is_practice, ABOUT_NONE, GOES_ON },
	{ "** You logged in from somewhere else. This connection is closed",
	    server_says_goodbye, ABOUT_NONE, GOES_ON },
	{ "Connection timed out", server_says_goodbye, ABOUT_NONE, GOES_ON },
	{ "                             Goodbye", server_says_goodbye, ABOUT_NONE, GOES_ON },
	{ .form = NULL },
};
