/* SPDX-License-Identifier: MIT */
/* Iterates over the players and watchers of a match; draws boards and prints clocks. */
#include "tell/tell_internal.h"

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

		if (!it->begun)
			it->next = match_session(w, m, seat)->watchers;
		it->begun = true;
		if (it->next != NULL) {
			*h_out = (struct recipient){ it->next, seat, false };
			it->next = it->next->index.watch_next;
			return true;
		}
		it->begun = false;
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
	char text[2][CLOCK_TEXT_MAX];

	if (!c->on)
		return;
	for (unsigned s = 0; s < 2; s++)
		clock_text(clock_reserve_after(c, (enum seat)s, elapsed), text[s]);
	if (c->paused)
		msg_clock_line_paused(
		    out, match_name(w, m, SEAT_0), text[0], match_name(w, m, SEAT_1), text[1]);
	else
		msg_clock_line(out, match_name(w, m, SEAT_0), text[0], match_name(w, m, SEAT_1),
		    text[1], c->delay_ms / 1000);
}

/* ---- boards ---- */

enum numbering
tell_numbering(
    const struct session *to, const struct match_state *m, enum seat view, enum seat seat)
{
	return notation_numbering(m->variant, (session_home(to) ? view : m->o) == seat);
}

void
tell_way(struct session *to, const struct match_state *m, enum seat seat)
{
	static const enum msg_id text[] = { [NUMBERS_SAME] = MSG_way_down,
		[NUMBERS_TURNED] = MSG_way_up,
		[NUMBERS_SHIFTED] = MSG_way_round };

	msg_plain(&to->out, text[tell_numbering(to, m, seat, seat)]);
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
position_seen(const struct match *m, const struct match_state *st, enum seat view,
    const struct session *to)
{
	const uint32_t rest[] = { st->game_no, st->score[0], st->score[1], st->cube,
		st->cube_owner, view, session_boardstyle(to), session_home(to) };
	uint64_t h = hash_bytes(0xcbf29ce484222325u, &m->row, sizeof(m->row));

	h = hash_bytes(h, &st->board, sizeof(st->board));
	return hash_bytes(h, rest, sizeof(rest)) | 1;
}

void
tell_board(struct world *w, const struct match *m, const struct match_state *state,
    enum seat view, struct session *to)
{
	char text[BOARDTEXT_MAX];
	struct sbuf b;
	struct board_view v = {
		.match = state,
		.name = { match_name(w, m, SEAT_0), match_name(w, m, SEAT_1) },
		.seat = view,
		.is_you = to->id == m->session[view],
		.home = session_home(to),
		.words = to->out.catalogue,
	};

	bool extra = boardtext_needs_extra(state->variant);

	if (extra && !player_has(to->player, TOGGLE_variants)) {
		/* sends a note in reply to a command, otherwise nothing */
		if (to->screen.answering)
			msg_variants_off(&to->out);
		return;
	}
	SBUF_ON(&b, text);
	boardtext_draw(&b, &v, session_boardstyle(to));
	if (extra && session_boardstyle(to) == BOARDSTYLE_LINES)
		boardtext_extra(&b, &v);
	CHECK(sbuf_ok(&b));
	out_text(&to->out, text);
	if (!session_person(to))
		return;
	to->board_seen = position_seen(m, state, view, to);
	tell_clocks(w, m, &to->out);
}

void
tell_new_board(struct world *w, const struct match *m, const struct match_state *state,
    enum seat view, struct session *to)
{
	if (!session_person(to) || to->board_seen != position_seen(m, state, view, to))
		tell_board(w, m, state, view, to);
}
