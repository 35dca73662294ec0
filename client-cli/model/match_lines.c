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
		(void)sbuf_copy(
		    e->m->rematch_opponent, sizeof(e->m->rematch_opponent), e->t->pos.name[1]);
		e->m->next_game_offered = e->m->next_game_joined = false;
		e->m->opponent[0] = '\0';
		if (e->m->server_is_gammond)
			seal_ask_seed(e->m);
	}
	e->m->announced.variant = NULL;
}

static void
match_saved(struct line_context *e)
{
	struct table *own = model_own_table(e->m);

	e->t = own;
	if (own != NULL)
		line_game_ends(e);
	e->m->opponent[0] = '\0';
	e->m->next_game_offered = e->m->next_game_joined = false;
}

static void
next_game_offered(struct line_context *e)
{
	e->m->next_game_offered = true;
	e->m->next_game_joined = false;
	e->m->attention |= ATTENTION_NEXT_GAME;
}

static void
next_game_joined(struct line_context *e)
{
	e->m->next_game_joined = true;
}

static void
game_starts(struct line_context *e)
{
	struct table *own = model_own_table(e->m);

	e->m->game_announced = true;
	e->m->next_game_offered = e->m->next_game_joined = false;
	e->m->inviter[0] = '\0';
	e->m->rematch_opponent[0] = '\0';
	if (own == NULL || strcmp(own->pos.name[1], e->s->words[0]) != 0)
		return;
	own->result[0] = '\0';
	own->last_move[0][0] = own->last_move[1][0] = '\0';
	line_offer_withdrawn(&(struct line_context){ .m = e->m, .t = own, .s = e->s });
	own->variant = e->m->announced.variant != NULL ? e->m->announced.variant : own->variant;
	e->m->shown_index = (unsigned)(own - e->m->tables);
}

/* Begins a match with `name`, always on a new table. */
static void
begin_match_with(struct line_context *e, const char *name)
{
	struct table *own = model_own_table(e->m);

	record_clear(&e->m->record);
	e->m->games_recorded = 0;
	e->m->announced.practice = false;
	e->m->previous_table = own != NULL ? *own : (struct table){ .unseen = false };
	(void)sbuf_copy(e->m->opponent, sizeof(e->m->opponent), name);
	e->m->inviter[0] = '\0';
	e->m->watching[0] = '\0';
	if (own != NULL)
		model_drop_table(e->m, (unsigned)(own - e->m->tables));
	if (e->m->server_is_gammond)
		seal_ask_commitment(e->m);
}

static void
match_begins(struct line_context *e)
{
	begin_match_with(e, e->s->words[0]);
}

/* Handles a resumed match.  FIBS then sends no board, so the board is requested. */
static void
match_resumed(struct line_context *e)
{
	begin_match_with(e, e->s->words[0]);
	model_queue_line(e->m, "board");
	if (e->m->server_is_gammond)
		query_clock(e->m);
}

static void
invitation_arrives(struct line_context *e)
{
	(void)sbuf_copy(e->m->inviter, sizeof(e->m->inviter), e->s->words[0]);
	e->m->attention |= ATTENTION_INVITED;
	if (e->m->server_is_gammond)
		query_send_seed(e->m);
}

static void
invitation_withdrawn(struct line_context *e)
{
	if (strcmp(e->m->inviter, e->s->words[0]) == 0)
		e->m->inviter[0] = '\0';
}

static void
other_wants_match(struct line_context *e)
{
	(void)e;
	e->m->announced.variant = NULL; /* unknown until the game is named */
}

static void
you_invite(struct line_context *e)
{
	other_wants_match(e);
	if (e->m->server_is_gammond)
		query_send_seed(e->m);
}

static void
announce_variant(struct line_context *e)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		if (strcmp(v->title, e->s->words[0]) == 0)
			e->m->announced.variant = v->cycle == NULL ? v : NULL;
}

static void
you_watch(struct line_context *e)
{
	(void)sbuf_copy(e->m->watching, sizeof(e->m->watching), e->s->words[0]);
	model_queue_line(e->m, "board");
	if (e->m->server_is_gammond)
		query_clock(e->m);
}

static void
you_stop_watching(struct line_context *e)
{
	e->m->watching[0] = '\0';
}

static void
match_has_clock(struct line_context *e)
{
	query_clock(e->m);
}

static void
match_is_practice(struct line_context *e)
{
	e->m->announced.practice = true;
}

static void
server_says_goodbye(struct line_context *e)
{
	e->m->farewell_received = true;
}

const struct line_effect MATCH_LINES[] = {
	{ "You win the %u point match %u-%u", match_ends, ABOUT_OWN_GAME, IS_GAME_RESULT },
	{ "%n wins the %u point match %u-%u", match_ends, ABOUT_NAMED_GAME, IS_GAME_RESULT },
	{ "%f. The game was saved", match_saved, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "** Player %n has left the game. The game was saved", match_saved, ABOUT_NO_GAME,
	    GAME_GOES_ON },
	{ "** You terminated the game. The game was saved", match_saved, ABOUT_NO_GAME,
	    GAME_GOES_ON },
	{ "Your game with %n was saved", match_saved, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "Type 'join' if you want to play the next game, type 'leave' if you don't",
	    next_game_offered, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "** Please wait for %n to join too", next_game_joined, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "Starting a new game with %n", game_starts, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "** You are now playing a %u point match with %n", match_begins, ABOUT_NO_GAME,
	    GAME_GOES_ON },
	{ "** You are now playing an unlimited match with %n", match_begins, ABOUT_NO_GAME,
	    GAME_GOES_ON },
	{ "** Player %n has joined you for a %u point match", match_begins, ABOUT_NO_GAME,
	    GAME_GOES_ON },
	{ "Player %n has joined you for an unlimited match", match_begins, ABOUT_NO_GAME,
	    GAME_GOES_ON },
	{ "You are now playing with %n. Your running match was loaded", match_resumed,
	    ABOUT_NO_GAME, GAME_GOES_ON },
	{ "%n has joined you. Your running match was loaded", match_resumed, ABOUT_NO_GAME,
	    GAME_GOES_ON },
	{ "%n wants to play a %u point match with you", other_wants_match, ABOUT_NO_GAME,
	    GAME_GOES_ON },
	{ "%n wants to play an unlimited match with you", other_wants_match, ABOUT_NO_GAME,
	    GAME_GOES_ON },
	{ "** You invited %n to a %u point match", you_invite, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "** You invited %n to an unlimited match", you_invite, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "Type 'join %n' to accept", invitation_arrives, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "** %n no longer waits for you", invitation_withdrawn, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "The game is %w. 'help %n' has the rules", announce_variant, ABOUT_NO_GAME,
	    GAME_GOES_ON },
	{ "The game is %w", announce_variant, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "You're now watching %n", you_watch, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "** You stop watching %n", you_stop_watching, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "You stop watching %n", you_stop_watching, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "%f.. You're not watching anymore", you_stop_watching, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "The match has a clock: %u seconds of each turn are free, then %n has %w and %n has "
	  "%w",
	    match_has_clock, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "This match is for practice and counts for nothing: 'hint', 'takeback', 'help "
	  "practice'",
	    match_is_practice, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "** You logged in from somewhere else. This connection is closed",
	    server_says_goodbye, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "Connection timed out", server_says_goodbye, ABOUT_NO_GAME, GAME_GOES_ON },
	{ "                             Goodbye", server_says_goodbye, ABOUT_NO_GAME,
	    GAME_GOES_ON },
	{ .pattern = NULL },
};
