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
list_play(const struct listing *l, const struct match_event *e, struct dice_pair dice)
{
	char text[64];
	struct sbuf b;

	SBUF_ON(&b, text);
	if (e->kind == EV_MOVED)
		notation_play(&b, &e->play, match_moves_up(&l->state, e->seat));
	else
		sbuf_add(&b, "can't move");
	out_addf(l->out, "%c: (%u %u) %s\n", side_letter(&l->state, e->seat),
	    (unsigned)dice.d[0], (unsigned)dice.d[1], text);
}

static void
list_word(const struct listing *l, enum seat seat, const char *word)
{
	out_addf(l->out, "%c: %s\n", side_letter(&l->state, seat), word);
}

/* The dice that an event which ends a turn was played with. */
static struct dice_pair
dice_of(const struct listing *l, const struct match_events *ev, const struct match_event *e)
{
	struct dice_pair dice = l->state.dice;

	for (unsigned i = 0; i < ev->n; i++) {
		const uint8_t *d = ev->e[i].dice.d;

		if (ev->e[i].kind == EV_ROLLED)
			dice = ev->e[i].dice;
		else if (ev->e[i].kind == EV_OPENING_ROLL)
			dice = (struct dice_pair){ { d[e->seat], d[seat_other(e->seat)] } };
	}
	return dice;
}

static void
list_event(const struct listing *l, const struct match_events *ev, const struct match_event *e)
{
	switch (e->kind) {
	case EV_MOVED:
	case EV_CANNOT_MOVE:
		list_play(l, e, dice_of(l, ev, e));
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
		list_word(l, e->seat, "wants to resign");
		break;
	case EV_GAME_WON:
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
	case EV_MATCH_WON:
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

	if (!action_read(r->kind, (enum seat)r->seat, r->automatic, r->text, &a) ||
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
	struct listing l = { .w = w, .r = r, .out = &out };

	if (v != NULL && r->length <= MATCH_LENGTH_MAX) {
		match_init(&l.state, v, r->length);
		store_actions_each(w->store, r->id, count_game, &l);
		store_actions_each(w->store, r->id, list_action, &l);
	}
	out_text(&out, "\n");
	return text.at;
}
