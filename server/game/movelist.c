/* SPDX-License-Identifier: MIT */
/* The list of moves of a game, in the form that FIBS prints and gnubg imports (reference 9.1).
 * Made from the stored actions by playing them again; linear in the actions of the match. */
#include <stdlib.h>
#include <string.h>

#include "game/match.h"
#include "proto/msg.h"
#include "rules/notation.h"

struct listing {
	struct world *w;
	const struct match_record *r;
	uint32_t game_no; /* the last one */
	struct out *out;
	struct match_state state; /* before the action */
	bool played;              /* somebody has moved in the game */
	enum seat gives_up;       /* wanted to resign before that; else SEAT_NONE */
};

static char
side_letter(const struct match_state *st, enum seat seat)
{
	return st->o == seat ? 'O' : 'X';
}

static void
list_header(const struct listing *l)
{
	const struct match_state *st = &l->state;
	enum seat x = seat_other(st->o);

	/* gnubg gives the first number to X */
	if (st->length > 0)
		out_addf(l->out, "Score is %u-%u in a %u point match.\n",
		    (unsigned)st->score[x], (unsigned)st->score[st->o], (unsigned)st->length);
	else
		out_addf(l->out, "Score is %u-%u in an unlimited match.\n",
		    (unsigned)st->score[x], (unsigned)st->score[st->o]);
	out_addf(l->out, "%s is X - %s is O\n\n", l->r->name[x], l->r->name[st->o]);
}

static void
list_word(const struct listing *l, enum seat seat, const char *word)
{
	out_addf(l->out, "%c: %s\n", side_letter(&l->state, seat), word);
}

static void
list_play(struct listing *l, const struct match_event *e, struct dice_pair dice)
{
	char text[64];
	struct sbuf b;

	l->played = true;
	SBUF_ON(&b, text);
	if (e->kind == EV_MOVED)
		notation_play(&b, &e->play, match_numbering(&l->state, e->seat));
	else
		sbuf_add(&b, "can't move");
	if (l->state.variant->no_dice) {
		list_word(l, e->seat, text);
		return;
	}
	out_addf(l->out, "%c: (%u %u) %s\n", side_letter(&l->state, e->seat),
	    (unsigned)dice.d[0], (unsigned)dice.d[1], text);
}

/* gnubg takes a game for ended that begins with a resignation: one before the first play is
 * listed only when nothing else comes. */
static void
list_resignation(struct listing *l, enum seat seat)
{
	if (l->played)
		list_word(l, seat, "wants to resign");
	else
		l->gives_up = seat;
}

struct dice_pair
match_event_dice(const struct match_state *before, const struct match_events *ev,
    const struct match_event *e)
{
	struct dice_pair dice = before->dice;

	for (unsigned i = 0; i < ev->n; i++) {
		const uint8_t *d = ev->e[i].dice.d;

		if (ev->e[i].kind == EV_ROLLED || ev->e[i].kind == EV_PLAYS_DOUBLE)
			dice = ev->e[i].dice;
		else if (ev->e[i].kind == EV_OPENING_ROLL)
			dice = (struct dice_pair){ { d[e->seat], d[seat_other(e->seat)] } };
	}
	return dice;
}

static void
list_event(struct listing *l, const struct match_events *ev, const struct match_event *e)
{
	switch (e->kind) {
	case EV_MOVED:
	case EV_CANNOT_MOVE:
		list_play(l, e, match_event_dice(&l->state, ev, e));
		break;
	case EV_DOUBLED:
		list_word(l, e->seat, "doubles");
		break;
	case EV_REDOUBLED:
		list_word(l, e->seat, "redoubles");
		break;
	case EV_TAKEN:
		list_word(l, e->seat, "accepts");
		break;
	case EV_RESIGN_OFFERED:
		list_resignation(l, e->seat);
		break;
	case EV_GAME_WON:
		if (!l->played && l->gives_up != SEAT_NONE)
			list_word(l, l->gives_up, "wants to resign");
		if (e->how == WON_DROP)
			list_word(l, seat_other(e->seat), "rejects");
		list_word(l, e->seat, "wins");
		break;
	case EV_GAME_STARTED:
	case EV_OPENING_ROLL:
	case EV_CUBE_AUTODOUBLED:
	case EV_FIRST:
	case EV_ROLLED:
	case EV_RESIGN_REJECTED:
	case EV_NAME_ASKED:
	case EV_PLAYS_DOUBLE:
	case EV_ROLLS_AGAIN:
	case EV_DRAW_OFFERED:
	case EV_DRAW_REJECTED:
	case EV_GAME_DRAWN:
	case EV_MATCH_WON:
	case EV_CLOCK_SET:
	case EV_POINTS:
	case EV_CUT:
	case EV_BACK:
	case EV_PAUSED:
	case EV_UNPAUSED:
	case EV_TIME_ADDED:
	case EV_BREAK:
	case EV_READY:
	case EV_TIME_OUT:
	case EV_FORFEIT:
	case EV_SAVED:
	case EV_RESULT:
		break;
	}
}

static bool
list_action(void *ctx, const struct action_record *r)
{
	struct listing *l = ctx;
	struct match_state after = l->state;
	struct match_events ev;
	struct action a;

	if (!match_read_action(r, &a) ||
	    match_apply(&after, &a, l->w->space, &ev).err != MATCH_OK)
		return false;
	if (after.game_no == l->game_no) {
		l->state.o = after.o; /* of the game that begins */
		if (a.kind == ACT_START)
			list_header(l);
		for (unsigned i = 0; i < ev.n; i++)
			list_event(l, &ev, &ev.e[i]);
	}
	l->state = after;
	return true;
}

/* A text that grows. */
struct text {
	char *at;
	size_t len, room;
};

static void
text_write(void *ctx, const char *bytes, size_t n)
{
	struct text *t = ctx;

	if (t->len + n + 1 > t->room) {
		t->room = 2 * (t->len + n + 1);
		t->at = realloc(t->at, t->room);
		CHECK(t->at != NULL);
	}
	memcpy(t->at + t->len, bytes, n);
	t->len += n;
	t->at[t->len] = '\0';
}

static bool
count_game(void *ctx, const struct action_record *a)
{
	struct listing *l = ctx;

	if (strcmp(a->kind, action_kind_name(ACT_START)) == 0)
		l->game_no++;
	return true;
}

char *
match_move_list(struct world *w, const struct match_record *r)
{
	const struct variant *v = variant_find(r->variant);
	struct text text = { 0 };
	struct out out = { .write = text_write, .ctx = &text };
	struct listing l = { .w = w, .r = r, .out = &out, .gives_up = SEAT_NONE };

	if (v != NULL && r->length <= MATCH_LENGTH_MAX) {
		match_init(&l.state, v, r->length);
		store_actions_each(w->store, r->id, count_game, &l);
		store_actions_each(w->store, r->id, list_action, &l);
	}
	out_text(&out, "\n");
	return text.at;
}
