/* SPDX-License-Identifier: MIT */
/* The list of moves of a game, in the format that FIBS prints and gnubg imports (PROTOCOL.md
 * 7).  It is made by replaying the stored actions; linear in their number. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "proto/msg.h"
#include "rules/listing.h"
#include "rules/notation.h"

struct movelist {
	struct world *w;
	int64_t match;
	char name[2][STORE_NAME_MAX + 1];
	uint32_t next_seq;        /* the first action not yet read */
	unsigned actions_read;    /* actions read in this slice */
	bool all_read;            /* all actions were read */
	bool replay_failed;       /* an action did not replay */
	struct pager_text text;   /* the moves of the current game */
	struct out out;           /* writes to text */
	struct match_state state; /* the state before the action being listed */
	bool play_made;           /* a play was made in this game */
	size_t undo_len[2]; /* length of the text before each seat's last voluntary play */
	enum seat numbering_seat; /* numbers the points; SEAT_NONE: as on the board */
	enum seat early_resigner; /* resigned before the first play, else SEAT_NONE */
};

static char
side_letter(const struct match_state *st, enum seat seat)
{
	return st->o == seat ? 'O' : 'X';
}

static void
list_header(struct movelist *l)
{
	const struct match_state *st = &l->state;
	enum seat x = seat_other(st->o);

	/* gnubg assigns the first number to X */
	if (st->length > 0)
		out_addf(&l->out, "Score is %u-%u in a %u point match.\n",
		    (unsigned)st->score[x], (unsigned)st->score[st->o], (unsigned)st->length);
	else
		out_addf(&l->out, "Score is %u-%u in an unlimited match.\n",
		    (unsigned)st->score[x], (unsigned)st->score[st->o]);
	out_addf(&l->out, "%s is X - %s is O\n\n", l->name[x], l->name[st->o]);
}

static void
list_act_line(struct movelist *l, enum seat seat, const char *word)
{
	out_addf(&l->out, "%c: %s\n", side_letter(&l->state, seat), word);
}

static void
list_play(struct movelist *l, const struct match_event *e, struct dice_pair dice)
{
	char text[64];
	struct sbuf b;

	if (e->kind == EV_MOVED && !e->automatic)
		l->undo_len[e->seat] = l->text.len;
	l->play_made = true;
	SBUF_INIT(&b, text);
	if (e->kind == EV_MOVED)
		notation_write_fibs(&b, &e->play,
		    notation_numbering(l->state.variant,
			(l->numbering_seat == SEAT_NONE ? l->state.o : l->numbering_seat) ==
			    e->seat));
	else
		sbuf_add(&b, "can't move");
	if (l->state.variant->no_dice) {
		list_act_line(l, e->seat, text);
		return;
	}
	out_addf(&l->out, "%c: (%u %u) %s\n", side_letter(&l->state, e->seat),
	    (unsigned)dice.d[0], (unsigned)dice.d[1], text);
}

/* Lists a resignation.  A resignation before the first play is listed only if no play follows,
 * because gnubg considers a game that begins with a resignation finished. */
static void
list_resignation(struct movelist *l, enum seat seat)
{
	if (l->play_made)
		list_act_line(l, seat, "wants to resign");
	else
		l->early_resigner = seat;
}

static void
list_event(struct movelist *l, const struct match_events *ev, const struct match_event *e)
{
	switch (e->kind) {
	case EV_MOVED:
	case EV_CANNOT_MOVE:
		list_play(l, e, listing_dice(&l->state, ev, e));
		break;
	case EV_DOUBLED:
		list_act_line(l, e->seat, "doubles");
		break;
	case EV_REDOUBLED:
		list_act_line(l, e->seat, "redoubles");
		break;
	case EV_DOUBLE_TAKEN:
		list_act_line(l, e->seat, "accepts");
		break;
	case EV_RESIGN_OFFERED:
		list_resignation(l, e->seat);
		break;
	case EV_TAKEN_BACK:
		l->text.len = l->undo_len[e->seat];
		l->text.at[l->text.len] = '\0';
		break;
	case EV_GAME_WON:
		if (!l->play_made && l->early_resigner != SEAT_NONE)
			list_act_line(l, l->early_resigner, "wants to resign");
		if (e->how == WON_DROP)
			list_act_line(l, seat_other(e->seat), "rejects");
		list_act_line(l, e->seat, "wins");
		break;
	default: /* the other kinds are not listed */
		break;
	}
}

/* Empties the list at the start of a game, because only the last game is listed. */
static void
begin_game(struct movelist *l)
{
	l->text.len = 0;
	l->play_made = false;
	l->early_resigner = SEAT_NONE;
}

static bool
replay_action(struct movelist *l, const struct action_record *r)
{
	struct match_state after = l->state;
	struct match_events ev;
	struct action a;

	if (!match_read_action(r, &a) ||
	    match_apply(&after, &a, match_move_space(l->w), &ev).err != MATCH_OK)
		return false;
	l->state.o = after.o; /* list_header needs the colour in the new game */
	if (a.kind == ACT_START)
		list_header(l);
	for (unsigned i = 0; i < ev.n; i++)
		list_event(l, &ev, &ev.e[i]);
	l->state = after;
	return true;
}

/* Lists an action.  Once an action has failed to replay, lists no more, and each later game
 * only empties the list. */
static bool
list_action(void *ctx, const struct action_record *r)
{
	struct movelist *l = ctx;

	l->next_seq = r->seq + 1;
	l->actions_read++;
	if (strcmp(r->kind, action_kind_name(ACT_START)) == 0)
		begin_game(l);
	l->replay_failed = l->replay_failed || !replay_action(l, r);
	return true;
}

struct movelist *
movelist_new(struct world *w, const struct match_record *r, enum seat side)
{
	const struct variant *v = variant_find(r->variant);
	struct movelist *l = calloc(1, sizeof(*l));

	CHECK(l != NULL);
	l->w = w;
	l->match = r->id;
	memcpy(l->name, r->name, sizeof(l->name));
	l->out = pager_text_out(&l->text, NULL);
	l->numbering_seat = side;
	l->early_resigner = SEAT_NONE;
	l->all_read = v == NULL || r->length > MATCH_LENGTH_MAX;
	if (!l->all_read)
		match_init(&l->state, v, r->length);
	return l;
}

bool
movelist_read(struct movelist *l, unsigned actions)
{
	l->actions_read = 0;
	if (!l->all_read)
		store_actions_from(l->w->store, l->match, l->next_seq, actions, list_action, l);
	if (l->actions_read == actions)
		return true;
	l->all_read = true;
	out_text(&l->out, "\n");
	return false;
}

const char *
movelist_text(const struct movelist *l)
{
	return l->text.at;
}

void
movelist_free(struct movelist **lp)
{
	free((*lp)->text.at);
	free(*lp);
	*lp = NULL;
}

char *
match_move_list(struct world *w, const struct match_record *r, enum seat side)
{
	struct movelist *l = movelist_new(w, r, side);
	char *text;

	while (movelist_read(l, UINT_MAX))
		;
	text = l->text.at;
	l->text.at = NULL;
	movelist_free(&l);
	return text;
}
