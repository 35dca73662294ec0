/* SPDX-License-Identifier: MIT */
/* Iterates over the players and watchers of a match; draws boards and prints clocks. */
#include "tell/tell_internal.h"

#include <stdlib.h>

#include "people/people.h"
#include "output/output.h"
#include "proto/boardtext.h"

bool
recipient_next(const struct world *w, const struct match *m, struct recipient_it *it,
    struct recipient *h_out)
{
	while (it->stage < 2) {
		enum seat seat = (enum seat)it->stage++;

		*h_out = (struct recipient){ match_session(w, m, seat), seat, true };
		return true;
	}
	while (it->stage < 4) {
		enum seat seat = (enum seat)(it->stage - 2);

		if (!it->stage_begun)
			it->next = match_session(w, m, seat)->watchers;
		it->stage_begun = true;
		if (it->next != NULL) {
			*h_out = (struct recipient){ it->next, seat, false };
			it->next = it->next->index.watch_next;
			return true;
		}
		it->stage_begun = false;
		it->stage++;
	}
	return false;
}

/* ---- clocks ---- */

void
tell_clocks(const struct world *w, const struct match *m, struct out *out)
{
	const struct match_clock *c = &m->state.clock;
	uint32_t elapsed = match_elapsed_ms(w, m);
	char text[2][DURATION_TEXT_MAX];

	if (!c->on)
		return;
	for (unsigned s = 0; s < 2; s++)
		duration_text(clock_reserve_after(c, (enum seat)s, elapsed), text[s]);
	if (c->paused)
		msg_clock_line_paused(out, match_player_name(w, m, SEAT_0), text[0],
		    match_player_name(w, m, SEAT_1), text[1]);
	else
		msg_clock_line(out, match_player_name(w, m, SEAT_0), text[0],
		    match_player_name(w, m, SEAT_1), text[1], c->delay_ms / 1000);
}

/* ---- boards ---- */

void
tell_xgid(struct out *out, const struct match_state *m, enum seat bottom)
{
	char text[POSITION_ID_ROOM];
	struct sbuf b;

	SBUF_INIT(&b, text);
	if (position_xgid(&b, m, bottom))
		out_addf(out, "XGID=%s\n", text);
}

enum numbering
point_numbering(bool home, const struct match_state *m, enum seat view, enum seat seat)
{
	return notation_numbering(m->variant, (home ? view : m->o) == seat);
}

void
tell_direction(struct out *out, bool home, const struct match_state *m, enum seat seat)
{
	static const enum msg_id text[] = { [NUMBERS_SAME] = MSG_way_down,
		[NUMBERS_TURNED] = MSG_way_up,
		[NUMBERS_SHIFTED] = MSG_way_round };

	msg_write(out, text[point_numbering(home, m, seat, seat)]);
}

static uint64_t
hash_bytes(uint64_t h, const void *bytes, size_t n)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < n; i++)
		h = (h ^ at[i]) * 0x100000001b3u;
	return h;
}

/* Hashes all that a drawn board shows except dice, offers and turn.  Never 0. */
static uint64_t
board_hash(const struct match *m, const struct board_view *view, unsigned style)
{
	const struct match_state *st = view->match;
	const uint32_t rest[] = { st->game_no, st->score[0], st->score[1], st->cube,
		st->cube_owner, view->seat, style, view->own_numbering };
	uint64_t h = hash_bytes(0xcbf29ce484222325u, &m->row, sizeof(m->row));

	h = hash_bytes(h, &st->board, sizeof(st->board));
	return hash_bytes(h, rest, sizeof(rest)) | 1;
}

struct drawing {
	struct drawing *next;
	struct board_view view;
	unsigned style;
	uint64_t board_hash; /* result of board_hash; set only for drawn styles */
	struct sbuf b;       /* writes to `text`; empty: not drawn yet */
	char text[BOARDTEXT_BYTES_MAX];
};

static bool
same_view(const struct board_view *a, const struct board_view *b)
{
	return a->seat == b->seat && a->own_numbering == b->own_numbering &&
	       a->catalogue == b->catalogue && a->is_you == b->is_you;
}

/* Returns the recipient's drawing.  Adds an empty drawing if no earlier recipient has the same
 * one. */
static struct drawing *
drawing_for(
    const struct world *w, struct drawings *all, enum seat view, const struct session *to)
{
	struct board_view v = {
		.match = all->state,
		.seat = view,
		.is_you = to->id == all->m->session[view],
		.own_numbering = session_direction_home(to),
		.catalogue = to->out.catalogue,
	};
	const unsigned style = session_boardstyle(to);
	struct drawing *d = all->first;

	while (d != NULL && (d->style != style || !same_view(&d->view, &v)))
		d = d->next;
	if (d != NULL)
		return d;
	for (unsigned i = 0; i < 2; i++)
		v.name[i] = match_player_name(w, all->m, (enum seat)i);
	d = malloc(sizeof(*d));
	CHECK(d != NULL);
	d->next = all->first;
	d->view = v;
	d->style = style;
	d->board_hash = boardtext_is_drawn(style) ? board_hash(all->m, &v, style) : 0;
	SBUF_INIT(&d->b, d->text);
	all->first = d;
	return d;
}

void
drawings_send(struct world *w, struct drawings *all, enum seat view, struct session *to)
{
	const struct variant *v = all->state->variant;
	bool extra = boardtext_needs_extra_line(v);
	struct drawing *d;

	if (extra && !player_has_toggle(to->player, TOGGLE_variants)) {
		/* a note replaces the board in the reply to a command; otherwise nothing is
		 * sent */
		if (to->screen.answering)
			msg_variants_off(&to->out);
		return;
	}
	d = drawing_for(w, all, view, to);
	if (d->b.len == 0) {
		boardtext_draw(&d->b, &d->view, d->style);
		if (extra && d->style == BOARDSTYLE_RAW)
			boardtext_add_extra_line(&d->b, &d->view);
		CHECK(sbuf_ok(&d->b));
	}
	to->out.write(to->out.ctx, d->text, d->b.len);
	if (player_has_toggle(to->player, TOGGLE_ids))
		tell_xgid(&to->out, all->state, view);
	if (!session_is_interactive(to))
		return;
	to->last_board_hash = d->board_hash;
	tell_clocks(w, all->m, &to->out);
}

void
drawings_send_if_new(struct world *w, struct drawings *all, enum seat view, struct session *to)
{
	if (!session_is_interactive(to) ||
	    to->last_board_hash != drawing_for(w, all, view, to)->board_hash)
		drawings_send(w, all, view, to);
}

void
drawings_free(struct drawings *all)
{
	struct drawing *d;

	while ((d = all->first) != NULL) {
		all->first = d->next;
		free(d);
	}
}

void
tell_board(struct world *w, const struct match *m, const struct match_state *state,
    enum seat view, struct session *to)
{
	struct drawings all = { .m = m, .state = state };

	drawings_send(w, &all, view, to);
	drawings_free(&all);
}
