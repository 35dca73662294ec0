/* SPDX-License-Identifier: MIT */
/* See listing.h.  Owns no memory. */
#include "rules/listing.h"

struct dice_pair
listing_dice(const struct match_state *before, const struct match_events *ev,
    const struct match_event *e)
{
	struct dice_pair dice = before->dice;

	for (unsigned i = 0; i < ev->n; i++) {
		const uint8_t *d = ev->e[i].dice.d;

		if (ev->e[i].kind == EV_ROLLED || ev->e[i].kind == EV_PLAYS_DOUBLE ||
		    ev->e[i].kind == EV_POSITION_SET)
			dice = ev->e[i].dice;
		else if (ev->e[i].kind == EV_OPENING_ROLL)
			dice = (struct dice_pair){ { d[e->seat], d[seat_other(e->seat)] } };
	}
	return dice;
}

bool
listing_has_line(const struct match_event *e)
{
	return e->kind == EV_MOVED || e->kind == EV_CANNOT_MOVE || e->kind == EV_DOUBLED ||
	       e->kind == EV_REDOUBLED || e->kind == EV_DOUBLE_TAKEN ||
	       (e->kind == EV_GAME_WON && e->how == WON_DROP);
}

enum seat
listing_seat(const struct match_event *e)
{
	return e->kind == EV_GAME_WON ? seat_other(e->seat) : e->seat;
}

bool
listing_line(struct sbuf *out, const struct match_state *before, const struct match_events *ev,
    unsigned i, const enum numbering *numbering, enum seat *seat_out)
{
	const struct match_event *e = &ev->e[i];
	struct dice_pair dice = listing_dice(before, ev, e);

	if (!listing_has_line(e))
		return false;
	*seat_out = listing_seat(e);
	switch (e->kind) {
	case EV_MOVED:
	case EV_CANNOT_MOVE:
		if (!before->variant->no_dice)
			sbuf_addf(out, "%u%u: ", (unsigned)dice.d[0], (unsigned)dice.d[1]);
		if (e->kind == EV_MOVED)
			notation_write_book(out, &e->play,
			    numbering != NULL ? numbering[e->seat] : NUMBERS_SAME);
		else
			sbuf_addc(out, '-');
		break;
	case EV_DOUBLED:
	case EV_REDOUBLED:
		sbuf_addf(out, "double %u", (unsigned)e->value);
		break;
	case EV_DOUBLE_TAKEN:
		sbuf_add(out, "accept");
		break;
	default: /* EV_GAME_WON by a dropped double */
		sbuf_add(out, "reject");
		break;
	}
	return true;
}
