/* SPDX-License-Identifier: MIT */
/* The commands oldboard, oldmoves and panic.  The first two show the user's last match with an
 * opponent. */
#include "cmd/cmd.h"

#include <string.h>

#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "proto/boardtext.h"
#include "proto/words.h"

/* Finds the user's last match with the user of that exact name.  open_only: finds their
 * unfinished match instead. */
static bool
find_match_with(struct ctx *c, const char *name, bool open_only, struct match_record *r_out)
{
	struct user_record u;

	if (!cmd_find_account(c, name, NULL, &u) || u.id == c->p->user)
		return false;
	return open_only ? store_match_find_unfinished(c->w->store, c->p->user, u.id, r_out)
			 : store_match_find_last(c->w->store, c->p->user, u.id, r_out);
}

static enum seat
own_seat(const struct ctx *c, const struct match_record *r)
{
	return r->user[0] == c->p->user ? SEAT_0 : SEAT_1;
}

static void
show_board(struct ctx *c, const struct match_record *r, const struct match_state *st)
{
	char text[BOARDTEXT_BYTES_MAX];
	struct sbuf b;
	struct board_view v = {
		.match = st,
		.name = { r->name[0], r->name[1] },
		.seat = own_seat(c, r),
		.is_you = true,
		.own_numbering = session_direction_home(c->s),
		.catalogue = c->out->catalogue,
	};

	SBUF_INIT(&b, text);
	boardtext_draw(&b, &v, session_boardstyle(c->s));
	out_text(c->out, text);
}

void
cmd_oldboard(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	struct match_record r;
	struct match_state st;
	uint32_t seq;

	if (name == NULL)
		msg_oldboard_usage(c->out);
	else if (c->s->match != 0)
		msg_oldboard_playing(c->out);
	else if (!find_match_with(c, name, true, &r))
		msg_oldboard_none(c->out, name);
	else if (!match_replay(c->w, &r, &st, &seq))
		msg_corrupt_match(c->out);
	else
		show_board(c, &r, &st);
}

/* ---- oldmoves: replays the match in slices, then writes the list ---- */

#define ACTIONS_PER_STEP 16u
#define LINES_PER_STEP 16u
#define STEP_COST 32u /* cost of a step; a line of a list of users costs 1 */

struct oldmoves {
	struct movelist *moves;
	bool all_read;
	size_t at; /* offset of the next line in the list's text */
};

static void
write_lines(struct session *s, struct oldmoves *o)
{
	const char *text = movelist_text(o->moves) + o->at, *end = text;

	for (unsigned n = 0; n < LINES_PER_STEP && *end != '\0'; n++)
		end += strcspn(end, "\n") + 1; /* the text ends with a newline */
	s->out.write(s->out.ctx, text, (size_t)(end - text));
	o->at += (size_t)(end - text);
}

static bool
oldmoves_step(struct world *w, struct session *s, void *state)
{
	struct oldmoves *o = state;

	(void)w;
	if (o->all_read)
		write_lines(s, o);
	else
		o->all_read = !movelist_read(o->moves, ACTIONS_PER_STEP);
	return !o->all_read || movelist_text(o->moves)[o->at] != '\0';
}

static void
oldmoves_done(void *state)
{
	movelist_free(&((struct oldmoves *)state)->moves);
}

void
cmd_oldmoves(struct ctx *c, char *rest)
{
	static const struct pager_kind kind = {
		.step = oldmoves_step,
		.free_state = oldmoves_done,
		.step_cost = STEP_COST,
		.reads_store = true,
	};
	const char *name = word_next(&rest);
	struct oldmoves o = { 0 };
	struct match_record r;

	if (name == NULL) {
		msg_oldmoves_usage(c->out);
		return;
	}
	if (!find_match_with(c, name, false, &r)) {
		msg_oldmoves_none(c->out, name);
		return;
	}
	if (session_direction_home(c->s))
		msg_points_as_seen(c->out);
	o.moves =
	    movelist_new(c->w, &r, session_direction_home(c->s) ? own_seat(c, &r) : SEAT_NONE);
	pager_begin(c->w, c->s, &kind, &o, sizeof(o));
}

/* There is nothing to save.  Answers as FIBS does. */
void
cmd_panic(struct ctx *c, char *rest)
{
	(void)rest;
	msg_panic_saved(c->out);
}
