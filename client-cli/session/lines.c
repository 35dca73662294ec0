/* SPDX-License-Identifier: MIT */
/* Line mode: see lines.h. */
#include "lines.h"

#include <string.h>

#include "proto/boardtext.h"

#include "client-cli/model/texts.h"
#include "client-cli/ui/keys_page.h"

/* Returns true if the boards are equal; the turn and the dice may differ. */
static bool
same_board(const struct position *a, const struct position *b)
{
	return memcmp(&a->m.board, &b->m.board, sizeof(a->m.board)) == 0 &&
	       a->m.cube == b->m.cube && a->m.cube_owner == b->m.cube_owner &&
	       strcmp(a->name[0], b->name[0]) == 0 && strcmp(a->name[1], b->name[1]) == 0 &&
	       memcmp(a->m.score, b->m.score, sizeof(a->m.score)) == 0;
}

static bool
same_position(const struct position *a, const struct position *b)
{
	return same_board(a, b) && a->m.phase == b->m.phase && a->m.turn == b->m.turn &&
	       memcmp(&a->m.dice, &b->m.dice, sizeof(a->m.dice)) == 0;
}

static void
describe_seat(const struct table *t, enum seat seat, enum language l, struct sbuf *out)
{
	const struct board *b = &t->pos.m.board;
	const struct variant *v = t->pos.m.variant;

	texts_addf(out, l, "%s: %u pips", t->pos.name[seat], board_pips(b, seat));
	for (unsigned p = PT_RESERVE; p <= PT_RESERVE; p--) {
		unsigned n = b->at[seat][p];
		unsigned shown = seat == SEAT_0 || p < 1 || p > 24 ? p : variant_opposite(v, p);

		if (n == 0)
			continue;
		if (p == PT_RESERVE)
			texts_addf(out, l, ", reserve %u", n);
		else if (p == PT_BAR)
			texts_addf(out, l, ", bar %u", n);
		else if (p == PT_OFF)
			texts_addf(out, l, ", off %u", n);
		else if (board_pinned(b, seat, p))
			texts_addf(out, l, ", point %u: %u pinned", shown, n);
		else
			texts_addf(out, l, ", point %u: %u", shown, n);
	}
	sbuf_add(out, ".\n");
}

void
lines_describe_position(const struct table *t, enum language l, struct sbuf *out)
{
	const struct match_state *m = &t->pos.m;

	describe_seat(t, SEAT_0, l, out);
	describe_seat(t, SEAT_1, l, out);
	if (m->variant->cube && m->length != 1 && m->cube_owner <= SEAT_1)
		texts_addf(out, l, "The cube is at %u, owned by %s.\n", m->cube,
		    t->pos.name[m->cube_owner]);
	else if (m->variant->cube && m->length != 1)
		texts_addf(out, l, "The cube is at %u, in the middle.\n", m->cube);
	texts_addf(out, l, "Score: %s %u, %s %u.\n", t->pos.name[0], m->score[0],
	    t->pos.name[1], m->score[1]);
}

static void
draw_board(const struct table *t, struct sbuf *out)
{
	const struct board_view view = {
		.match = &t->pos.m,
		.name = { t->pos.name[0], t->pos.name[1] },
		.seat = SEAT_0,
		.own_numbering = true,
		.is_you = t->pos.you,
	};

	boardtext_draw(out, &view, 2);
}

/* Logs the notices that the screen would show only temporarily. */
static void
log_temporary_texts(struct session *s)
{
	struct model *m = &s->model;
	struct view *v = &s->view;
	const struct log_line *last =
	    m->log.count > 0 ? model_log_at(m, m->log.count - 1) : NULL;
	const char *notice;

	/* omit the last line, which explains how to close the page */
	for (unsigned i = 0; v->keys_page_shown && keys_page_line(i + 1) != NULL; i++)
		model_log(m, LOG_CLIENT, keys_page_line(i));
	v->keys_page_shown = false;
	notice = texts_translate(m->queries.language, v->notice);
	if (notice[0] != '\0' && (last == NULL || strcmp(last->text, notice) != 0))
		model_log(m, LOG_CLIENT, notice);
	v->notice[0] = '\0';
}

void
lines_write_new(struct line_output *l, struct session *s, struct sbuf *out)
{
	struct model *m = &s->model;
	const struct table *t = model_shown_table(m);
	uint64_t first;
	bool told;

	log_temporary_texts(s);
	first = m->log.total - m->log.count;
	if (l->log_lines_written < first)
		l->log_lines_written = first;
	for (; l->log_lines_written < m->log.total; l->log_lines_written++) {
		const struct log_line *line =
		    model_log_at(m, (unsigned)(l->log_lines_written - first));

		if (line->kind == LOG_TYPED)
			continue;
		if (out->len + strlen(line->text) + 2 > out->size)
			return; /* the rest follows at the next call */
		sbuf_add(out, line->text);
		sbuf_addc(out, '\n');
	}
	if (t == NULL || (same_position(&l->pos, &t->pos) && !s->show_board_again) ||
	    out->len + BOARDTEXT_BYTES_MAX > out->size)
		return;
	told = l->for_screen_reader && same_board(&l->pos, &t->pos) && !s->show_board_again;
	s->show_board_again = false;
	l->pos = t->pos;
	if (!l->for_screen_reader)
		draw_board(t, out);
	else if (!told) /* after a roll the user already knows the position */
		lines_describe_position(t, m->queries.language, out);
	view_status(m, t, NULL, out);
	sbuf_addc(out, '\n');
}
