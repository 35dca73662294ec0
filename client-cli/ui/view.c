/* SPDX-License-Identifier: MIT */
/* The whole screen: see view.h.  A frame takes tens of microseconds, more with thousands of
 * users in the list. */
#include "view.h"

#include <stdio.h>
#include <string.h>

#include "base/sbuf.h"

#include "buttons.h"
#include "keys_page.h"
#include "client-cli/model/text.h"
#include "client-cli/model/texts.h"

#define INFO_W 26u
#define LIST_W 30u
#define LOG_MIN_ROWS 3u
#define WRAPPED_ROWS_MAX 64u /* maximum rows of one line of the log */

/* ---- layout ---- */

/* Finds where the rows of a log line begin.  Returns their number. */
static unsigned
wrap_line(const char *text, unsigned w, size_t start[WRAPPED_ROWS_MAX])
{
	const char *at = text;
	unsigned n = 0;

	do {
		unsigned columns = n == 0 || w < 8 ? w : w - 2;

		start[n++] = (size_t)(at - text);
		at += text_row_length(at, columns);
	} while (*at != '\0' && n < WRAPPED_ROWS_MAX);
	return n;
}

/* Scrolls to the first line of an answer that is longer than the log. */
static void
scroll_to_answer(struct view *v, const struct model *m)
{
	uint64_t least = m->log.total - m->log.count + 1;
	uint64_t first = v->answer_start > least ? v->answer_start : least, last = first;
	unsigned rows = 0;

	if (v->answer_start == 0 || v->log.h == 0)
		return;
	for (; last <= m->log.total && rows <= v->log.h; last++) {
		size_t start[WRAPPED_ROWS_MAX];

		rows +=
		    wrap_line(model_log_at(m, (unsigned)(last - least))->text, v->log.w, start);
	}
	if (rows <= v->log.h)
		return;
	v->bottom_line = last - 2 > first ? last - 2 : first;
	v->answer_start = 0;
}

void
view_layout(struct view *v, struct model *m, unsigned w, unsigned h)
{
	const struct board_box small = board_box(0, 0, false), big = board_box(0, 0, true);
	bool any = model_shown_table(m) != NULL;
	bool large = v->large_board == LARGE_BOARD_ALWAYS ||
		     (v->large_board == LARGE_BOARD_AUTO && w >= 150 && h >= 44);
	unsigned top = 0, left = w;

	v->info = v->list = v->log = v->start_panel = (struct rect){ 0 };
	buttons_update(v, m);
	v->input_y = h > 0 ? h - 1 : 0;
	large = large && w >= big.w && h >= big.h + LOG_MIN_ROWS + 2;
	v->box = large ? big : small;
	v->board_shown = any && w >= v->box.w && h >= v->box.h + 3;
	if (m->clip && w >= v->box.w + INFO_W + LIST_W && h > 6) {
		v->list = (struct rect){ w - LIST_W, 0, LIST_W, h - 2 };
		left = w - LIST_W - 1;
	}
	if (v->board_shown) {
		unsigned beside = left - v->box.w;

		top = v->box.h;
		if (beside >= 12)
			v->info = (struct rect){ v->box.w, 0, beside, v->box.h };
	}
	if (m->clip && v->list_over_board && v->list.h == 0) {
		if (v->info.h > 0)
			v->list = v->info;
		else if (w >= LIST_W)
			v->list = (struct rect){ w - LIST_W, 0, LIST_W, h > 3 ? h - 2 : 0 };
		v->info = (struct rect){ 0 };
	}
	v->status_y = v->board_shown ? top : h > 1 ? h - 2 : 0;
	if (v->board_shown)
		v->log = (struct rect){ 0, top + 1, left, h - top - 2 };
	else
		v->log =
		    (struct rect){ 0, 0, v->list.h > 0 ? v->list.x : left, h > 2 ? h - 2 : 0 };
	if (v->board_shown && v->info.h == 0 && v->log.h > 1) {
		v->info = (struct rect){ 0, v->log.y++, v->log.w, 1 };
		v->log.h--;
	}
	if (v->on_start_screen && !any) {
		unsigned rows =
		    PANEL_HEAD_ROWS + (v->form.open ? FORM_FIELDS + 2 : 0) + v->n_buttons + 1;

		if (v->log.h >= rows + LOG_MIN_ROWS) {
			v->start_panel = (struct rect){ 0, 0, v->log.w, rows };
			v->log.y += rows;
			v->log.h -= rows;
		}
	}
	scroll_to_answer(v, m);
	if (v->focused_button >= v->n_buttons)
		v->focused_button = 0;
	if (v->focus == FOCUS_BUTTONS && v->n_buttons == 0)
		v->focus = FOCUS_INPUT;
	if (v->focus == FOCUS_LIST && v->list.h == 0)
		v->focus = FOCUS_INPUT;
	if (v->focus == FOCUS_BOARD && !v->board_shown)
		v->focus = FOCUS_INPUT;
}

unsigned
view_button_at(const struct view *v, unsigned x, unsigned y)
{
	for (unsigned i = 0; i < v->n_buttons; i++)
		if (y == v->buttons[i].y && x >= v->buttons[i].x &&
		    x < v->buttons[i].x + v->buttons[i].w)
			return i;
	return BUTTONS_MAX;
}

const char *
view_name_at(const struct view *v, unsigned x, unsigned y)
{
	if (v->list.h == 0 || x < v->list.x || y <= v->list.y || y >= v->list.y + v->list.h ||
	    y - v->list.y - 1 >= v->n_list_rows)
		return NULL;
	return v->list_rows[y - v->list.y - 1];
}

/* ---- status ---- */

static void
status_of_turn(const struct table *t, enum language l, struct sbuf *out)
{
	const struct match_state *m = &t->pos.m;
	const char *name = m->turn <= SEAT_1 ? t->pos.name[m->turn] : "";

	if (m->resign_by == SEAT_0)
		texts_addf(out, l, "%s must answer your resignation.", t->pos.name[1]);
	else if (m->phase == PH_DOUBLED)
		texts_addf(out, l, "%s has been doubled.", t->pos.name[seat_other(m->doubler)]);
	else if (m->phase == PH_MOVE && m->dice.d[0] > 0)
		texts_addf(out, l, "%s has rolled %u %u.", name, m->dice.d[0], m->dice.d[1]);
	else if (m->turn <= SEAT_1)
		texts_addf(out, l, "It is %s's turn.", name);
}

void
view_status(
    const struct model *m, const struct table *t, const struct draft *draft, struct sbuf *out)
{
	const struct match_state *s = &t->pos.m;
	enum language l = m->queries.language;

	switch (table_expected_action(m, t)) {
	case EXPECTED_ROLL:
		sbuf_add(out, texts_translate(l, "Your turn."));
		break;
	case EXPECTED_MOVE:
		if (draft != NULL && draft->entered.n > 0) {
			draft_write_play(&draft->entered,
			    draft_hit_mask(
				draft->v, &draft->start, SEAT_0, draft->d, &draft->entered),
			    out);
		} else if (s->variant->no_dice) {
			sbuf_add(out, texts_translate(l, "Your turn: one step."));
		} else {
			texts_addf(out, l, "Move %u %u.", s->dice.d[0], s->dice.d[1]);
		}
		break;
	case EXPECTED_NAMED_DICE:
		sbuf_add(out, texts_translate(l, "Choose a double."));
		break;
	case EXPECTED_DOUBLE_ANSWER:
		texts_addf(out, l, "%s doubles to %u.", t->pos.name[1], s->offered_cube);
		break;
	case EXPECTED_RESIGN_ANSWER:
		texts_addf(out, l, "%s wants to resign.", t->pos.name[1]);
		break;
	case EXPECTED_DRAW_ANSWER:
		texts_addf(out, l, "%s offers a draw.", t->pos.name[1]);
		break;
	case EXPECTED_JOIN:
		texts_addf(out, l, "Another game?");
		break;
	case EXPECTED_NOTHING:
		if (t->replayed)
			texts_addf(out, l, "Game %u, move %u.", t->game_no, t->move_no);
		else if (t->result[0] != '\0')
			sbuf_add(out, t->result);
		else if (m->next_game_joined)
			texts_addf(out, l, "Waiting for %s to join.", t->pos.name[1]);
		else
			status_of_turn(t, l, out);
		break;
	}
}

/* ---- the panes ---- */

static void
write_clock(int64_t ms, struct sbuf *out)
{
	long s = (long)(ms / 1000);

	if (s >= 3600)
		sbuf_addf(out, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
	else
		sbuf_addf(out, "%ld:%02ld", s / 60, s % 60);
}

/* Draws a player: name, score, pips, clock, last move, from the edge inwards. */
static void
draw_player(struct canvas *c, const struct rect *r, const struct view *v, struct model *known,
    const struct table *t, const struct draft *draft, enum seat seat, int64_t now_ms)
{
	static const char *const CHECKER[2][2] = { { "O", "X" }, { "●", "○" } };
	const struct match_state *m = &t->pos.m;
	const struct board *b =
	    seat == SEAT_0 && draft != NULL && draft->on ? &draft->now : &m->board;
	unsigned y = seat == SEAT_1 ? r->y + 1 : r->y + r->h - 2;
	int in = seat == SEAT_1 ? 1 : -1;
	bool acts = match_to_act(m) == seat;
	const struct person *p = model_find_person(known, t->pos.name[seat]);
	unsigned x = r->x + 2;
	char text[64];
	struct sbuf out;

	(void)canvas_text(c, r->x, y, seat == SEAT_0 ? STYLE_OWN_CHECKER : STYLE_OTHER_CHECKER,
	    CHECKER[v->glyphs][seat], 1);
	x += canvas_text(c, x, y, acts ? STYLE_EMPHASISED : STYLE_PLAIN, t->pos.name[seat],
	    r->w > 4 ? r->w - 4 : 0);
	if (p != NULL && p->who.bot && x + 7 <= r->x + r->w)
		x += canvas_text(c, x, y, STYLE_DIM, " (bot)", 6);
	if (acts)
		(void)canvas_text(c, x + 1, y, STYLE_EMPHASISED, "<", 1);
	y = (unsigned)((int)y + in);
	SBUF_INIT(&out, text);
	texts_addf(&out, v->language, "score %u  pips %u", m->score[seat], board_pips(b, seat));
	(void)canvas_text(c, r->x + 2, y, STYLE_PLAIN, text, r->w - 2);
	y = (unsigned)((int)y + in);
	if (t->clock.on) {
		SBUF_INIT(&out, text);
		sbuf_add(&out, texts_translate(v->language, "clock "));
		write_clock(table_clock_ms(t, seat, now_ms), &out);
		/* STYLE_PLAIN, because another style would make each tick of the clock send
		 * more bytes */
		(void)canvas_text(c, r->x + 2, y, STYLE_PLAIN, text, r->w - 2);
		y = (unsigned)((int)y + in);
	}
	(void)sbuf_copy(text, sizeof(text), t->last_move[seat]);
	if (text_columns(text) > r->w - 2) {
		while (text_columns(text) > r->w - 4) { /* drops whole steps */
			char *cut = strrchr(text, ' ');

			*(cut != NULL ? cut : text) = '\0';
		}
		(void)canvas_text(c, r->x + r->w - 2, y, STYLE_DIM, "..", 2);
	}
	(void)canvas_text(c, r->x + 2, y, STYLE_DIM, text, r->w - 2);
}

/* Draws both players in one row, if there is no room next to the board. */
static void
draw_summary(struct canvas *c, const struct rect *r, enum language l, const struct table *t,
    const struct draft *draft, int64_t now_ms)
{
	const struct match_state *m = &t->pos.m;
	char text[200];
	struct sbuf out;

	SBUF_INIT(&out, text);
	for (unsigned i = 0; i < 2; i++) {
		const struct board *b =
		    i == 0 && draft != NULL && draft->on ? &draft->now : &m->board;

		texts_addf(&out, l, "%s: score %u, pips %u", t->pos.name[i], m->score[i],
		    board_pips(b, (enum seat)i));
		if (t->clock.on) {
			sbuf_add(&out, ", ");
			write_clock(table_clock_ms(t, (enum seat)i, now_ms), &out);
		}
		sbuf_add(&out, ". ");
	}
	if (m->length > 0)
		texts_addf(&out, l, "To %u.", m->length);
	if (t->practice)
		sbuf_addf(&out, " %s", texts_translate(l, "practice"));
	(void)canvas_text(c, r->x, r->y, STYLE_PLAIN, text, r->w);
}

static void
draw_info(struct canvas *c, const struct rect *r, const struct view *v, struct model *m,
    const struct table *t, const struct draft *draft, int64_t now_ms)
{
	const struct match_state *s = &t->pos.m;
	unsigned y = r->y + r->h / 2 - 1;
	char text[64];
	struct sbuf out;

	draw_player(c, r, v, m, t, draft, SEAT_1, now_ms);
	draw_player(c, r, v, m, t, draft, SEAT_0, now_ms);
	SBUF_INIT(&out, text);
	if (s->length == 1)
		sbuf_add(&out, texts_translate(v->language, "1-point match"));
	else if (s->length > 0)
		texts_addf(&out, v->language, "%u-point match", s->length);
	else
		sbuf_add(&out, texts_translate(v->language, "unlimited match"));
	(void)canvas_text(c, r->x, y, STYLE_PLAIN, text, r->w);
	if (t->practice)
		(void)canvas_text(c, r->x, y + 1, STYLE_EMPHASISED,
		    texts_translate(v->language, "practice"), r->w);
	if (!s->variant->fibs)
		(void)canvas_text(c, r->x, y - 1, STYLE_PLAIN, s->variant->title, r->w);
	if (t->crawford == CRAWFORD_ACTIVE && s->variant->cube)
		(void)canvas_text(c, r->x, y + 1, STYLE_EMPHASISED,
		    texts_translate(v->language, "Crawford game"), r->w);
	if (m->n_tables > 1) {
		unsigned x = r->x;

		for (unsigned i = 0; i < m->n_tables; i++) {
			(void)snprintf(
			    text, sizeof(text), "%u%s", i + 1, m->tables[i].unseen ? "*" : "");
			x += canvas_text(c, x, y + 2,
				 i == m->shown_index ? STYLE_SELECTED : STYLE_BUTTON, text, 4) +
			     1;
		}
	}
}

static const char *
person_state_word(const struct fibs_who *w)
{
	return w->opponent[0] != '\0' ? "plays" : w->away ? "away" : w->ready ? "ready" : "";
}

/* Returns the group of a user in the list.  The list of users shows group 0, the users who are
 * ready, before group 1, all others.  The list of games shows one player of each game, group 0,
 * and hides other users, group 2. */
static unsigned
list_group_of(const struct view *v, const struct fibs_who *w)
{
	if (v->list_shows_games)
		return w->opponent[0] != '\0' && strcmp(w->name, w->opponent) < 0 ? 0 : 2;
	return w->ready && !w->away && w->opponent[0] == '\0' ? 0 : 1;
}

static void
draw_list_row(struct canvas *c, const struct view *v, const struct person *p, unsigned y)
{
	const struct rect *r = &v->list;
	bool at = strcmp(p->who.name, v->selected_name) == 0 &&
		  (v->focus == FOCUS_LIST || v->focus == FOCUS_BUTTONS);
	enum style style = at ? STYLE_SELECTED : STYLE_PLAIN;
	const char *state = texts_translate(v->language, person_state_word(&p->who));
	char text[80];

	if (v->list_shows_games)
		(void)snprintf(text, sizeof(text), "%s - %s", p->who.name, p->who.opponent);
	else if (p->who.bot)
		(void)snprintf(text, sizeof(text), "%-13.13s  bot %s", p->who.name, state);
	else
		(void)snprintf(
		    text, sizeof(text), "%-13.13s %4.0f %s", p->who.name, p->who.rating, state);
	(void)canvas_text(c, r->x, y, style, text, r->w);
}

static void
draw_list(struct canvas *c, struct view *v, const struct model *m)
{
	const struct rect *r = &v->list;
	unsigned n = 0, at = 0, first, rows = r->h - 1;
	char head[64];
	struct sbuf b;

	for (unsigned group = 0; group < 2; group++)
		for (const struct person *p = model_first_person(m); p != NULL;
		     p = model_next_person(p)) {
			if (list_group_of(v, &p->who) != group)
				continue;
			if (strcmp(p->who.name, v->selected_name) == 0)
				at = n;
			n++;
		}
	first = at >= rows ? at - rows + 1 : 0;
	SBUF_INIT(&b, head);
	if (v->list_shows_games)
		texts_addf(&b, v->language, "Games: %u   F4 people", n);
	else
		texts_addf(&b, v->language, "People: %u   F4 games", n);
	canvas_fill(c, r->x, r->y, r->w, r->h, STYLE_PLAIN);
	(void)canvas_text(c, r->x, r->y, STYLE_FRAME, head, r->w);
	v->n_list_rows = 0;
	n = 0;
	for (unsigned group = 0; group < 2; group++)
		for (const struct person *p = model_first_person(m); p != NULL;
		     p = model_next_person(p)) {
			if (list_group_of(v, &p->who) != group || n++ < first)
				continue;
			if (v->n_list_rows >= rows || v->n_list_rows >= ARRAY_LEN(v->list_rows))
				return;
			draw_list_row(c, v, p, r->y + 1 + v->n_list_rows);
			(void)sbuf_copy(v->list_rows[v->n_list_rows++], sizeof(v->list_rows[0]),
			    p->who.name);
		}
}

void
view_list_move(struct view *v, int by)
{
	int at = -1;

	for (unsigned i = 0; i < v->n_list_rows; i++)
		if (strcmp(v->list_rows[i], v->selected_name) == 0)
			at = (int)i;
	at = at < 0 ? 0 : at + by;
	if (at < 0 || (unsigned)at >= v->n_list_rows)
		return;
	(void)sbuf_copy(v->selected_name, sizeof(v->selected_name), v->list_rows[at]);
}

/* ---- the log ---- */

static enum style
log_style(const struct log_line *l)
{
	static const enum style STYLE_OF_KIND[] = {
		[LOG_SERVER] = STYLE_PLAIN,
		[LOG_REFUSAL] = STYLE_ERROR,
		[LOG_GAME] = STYLE_GAME_LINE,
		[LOG_PRIVATE] = STYLE_PRIVATE,
		[LOG_PUBLIC] = STYLE_PUBLIC,
		[LOG_LOGINS] = STYLE_DIM,
		[LOG_CLIENT] = STYLE_EMPHASISED,
		[LOG_TYPED] = STYLE_DIM,
	};

	return l->highlighted ? STYLE_HIGHLIGHTED : STYLE_OF_KIND[l->kind];
}

/* Draws text so that it ends in row number `rows` of the log.  Returns the number of rows
 * used. */
static unsigned
draw_wrapped(
    struct canvas *c, const struct rect *r, enum style style, const char *text, unsigned rows)
{
	size_t start[WRAPPED_ROWS_MAX];
	unsigned n = wrap_line(text, r->w, start);
	unsigned skip = n > rows ? n - rows : 0;

	for (unsigned i = skip; i < n; i++) {
		size_t end = i + 1 < n ? start[i + 1] : strlen(text);
		char row[1024];

		(void)snprintf(
		    row, sizeof(row), "%.*s", (int)(end - start[i]), text + start[i]);
		(void)canvas_text(c, r->x + (i > 0 && r->w >= 8 ? 2 : 0), r->y + rows - n + i,
		    style, row, r->w);
	}
	return n - skip;
}

static void
draw_log(struct canvas *c, const struct view *v, const struct model *m)
{
	const struct log_line *last =
	    m->log.count > 0 ? model_log_at(m, m->log.count - 1) : NULL;
	const char *notice = texts_translate(v->language, v->notice);
	unsigned rows = v->log.h;
	unsigned at = m->log.count;

	if (notice[0] != '\0' && (last == NULL || strcmp(last->text, notice) != 0))
		rows -= draw_wrapped(c, &v->log, STYLE_ERROR, notice, rows);
	if (v->bottom_line != 0 && m->log.total - v->bottom_line < at)
		at -= (unsigned)(m->log.total - v->bottom_line);
	while (rows > 0 && at > 0) {
		const struct log_line *l = model_log_at(m, --at);
		bool found =
		    v->search_words[0] != '\0' && strstr(l->text, v->search_words) != NULL;

		rows -= draw_wrapped(
		    c, &v->log, found ? STYLE_HIGHLIGHTED : log_style(l), l->text, rows);
	}
}

void
view_scroll(struct view *v, const struct model *m, int pages)
{
	uint64_t by = v->log.h > 2 ? v->log.h - 1 : 1;
	uint64_t at = v->bottom_line != 0 ? v->bottom_line : m->log.total;
	uint64_t least = m->log.total - m->log.count + 1;

	if (pages > 0)
		at = at > least + by ? at - by : least;
	else
		at += by;
	v->bottom_line = at >= m->log.total ? 0 : at;
}

bool
view_search_older(struct view *v, const struct model *m)
{
	uint64_t at = v->bottom_line != 0 ? v->bottom_line - 1 : m->log.total;

	for (; at > m->log.total - m->log.count; at--) {
		unsigned i = (unsigned)(at - (m->log.total - m->log.count)) - 1;

		if (strstr(model_log_at(m, i)->text, v->search_words) == NULL)
			continue;
		v->bottom_line = at;
		return true;
	}
	return false;
}

/* ---- status line, buttons and input line ---- */

static void
button_label(const struct view *v, unsigned i, char *out, size_t size)
{
	(void)snprintf(out, size, "[F%u %s]", i + 5, v->buttons[i].label);
}

static void
draw_button(struct canvas *c, struct view *v, unsigned i, unsigned x, unsigned y)
{
	struct button *b = &v->buttons[i];
	bool at = v->focus == FOCUS_BUTTONS && i == v->focused_button;
	char label[48];

	button_label(v, i, label, sizeof(label));
	b->x = x;
	b->y = y;
	b->w = canvas_text(
	    c, x, y, at ? STYLE_SELECTED : STYLE_BUTTON, label, c->w > x ? c->w - x : 0);
}

static void
draw_bar(struct canvas *c, struct view *v, const struct model *m, const struct table *t,
    const struct draft *draft)
{
	unsigned x = 1, end = c->w, room, all = 0;
	char text[200], label[48];
	struct sbuf out;

	SBUF_INIT(&out, text);
	if (v->connection_state != NULL)
		sbuf_add(&out, v->connection_state);
	else if (m->inviter[0] != '\0' && m->opponent[0] == '\0')
		texts_addf(&out, v->language, "%s invites you.", m->inviter);
	else if (t != NULL)
		view_status(m, t, draft, &out);
	else if (m->clip && v->start_panel.h == 0)
		sbuf_add(&out, v->selected_name[0] != '\0' ? v->selected_name : m->self);
	canvas_fill(c, 0, v->status_y, c->w, 1, STYLE_STATUS_LINE);
	if (v->bottom_line != 0) {
		const uint64_t lines = m->log.total - v->bottom_line;
		char more[48];
		struct sbuf b;

		SBUF_INIT(&b, more);
		texts_addf(&b, v->language,
		    lines == 1 ? "1 more line: PgDn" : "%llu more lines: PgDn",
		    (unsigned long long)lines);
		end = c->w > 24 ? c->w - text_columns(more) - 1 : c->w;
		(void)canvas_text(c, end, v->status_y, STYLE_STATUS_LINE, more, c->w - end);
	}
	room = end > 2 ? end - 2 : 0;
	for (unsigned i = 0; i < v->n_buttons && v->start_panel.h == 0; i++) {
		button_label(v, i, label, sizeof(label));
		all += text_columns(label) + 1;
	}
	if (all > 0 && all < room && text_columns(text) + all > room)
		room -= all;             /* the text is truncated rather than the buttons */
	if (text_columns(text) > room) { /* keep only whole words */
		size_t n = text_row_length(text, room);

		text[n > 0 && text[n - 1] == ' ' ? n - 1 : 0] = '\0';
	}
	x += canvas_text(c, x, v->status_y, STYLE_STATUS_LINE, text, room) + 1;
	for (unsigned i = 0; i < v->n_buttons && v->start_panel.h == 0; i++) {
		struct button *b = &v->buttons[i];

		button_label(v, i, label, sizeof(label));
		b->w = 0;
		if (x + text_columns(label) <= end)
			draw_button(c, v, i, x, v->status_y);
		x += b->w > 0 ? b->w + 1 : 0;
	}
}

/* Draws the start screen: one button per row, below the form. */
static void
draw_panel(struct canvas *c, struct view *v, const struct model *m, const struct edit *e)
{
	const struct rect *r = &v->start_panel;
	unsigned y = r->y + PANEL_HEAD_ROWS;
	const char *head = v->form.open ? "A new account"
			   : v->asks_login_name
			       ? "Log in: type your name below.  New here?  Register."
			       : m->self;

	(void)canvas_text(
	    c, 2, r->y, STYLE_EMPHASISED, texts_translate(v->language, head), r->w - 2);
	for (unsigned i = 0; v->form.open && i < FORM_FIELDS; i++, y++) {
		bool at = i == v->form.at && e->prompt[0] != '\0';
		char shown[FORM_TEXT_MAX + 1];
		unsigned w;

		form_display_text(at ? e->text : v->form.text[i], i, shown);
		(void)canvas_text(c, 2, y, at ? STYLE_EMPHASISED : STYLE_PLAIN,
		    texts_translate(v->language, form_label(i)), 18);
		w = canvas_text(c, 20, y, STYLE_PLAIN, shown, r->w > 21 ? r->w - 21 : 0);
		if (at && v->focus == FOCUS_INPUT) {
			c->cursor_x = 20 + w;
			c->cursor_y = y;
		}
	}
	if (v->form.open) {
		(void)canvas_text(c, 2, y, STYLE_ERROR,
		    texts_translate(v->language, v->form.error), r->w - 2);
		y += 2;
	}
	for (unsigned i = 0; i < v->n_buttons; i++, y++) {
		draw_button(c, v, i, 2, y);
		(void)canvas_text(
		    c, 24, y, STYLE_DIM, v->buttons[i].description, r->w > 25 ? r->w - 25 : 0);
	}
}

static void
draw_input(struct canvas *c, const struct view *v, const struct edit *e)
{
	unsigned x = canvas_text(
	    c, 0, v->input_y, STYLE_PLAIN, texts_translate(v->language, e->prompt), c->w / 2);
	unsigned room = c->w > x + 1 ? c->w - x - 1 : 1;
	size_t from = 0;
	char shown[EDIT_MAX + 1];
	char before[EDIT_MAX + 1];
	unsigned column;

	if (e->secret)
		(void)snprintf(shown, sizeof(shown), "%s", "");
	else
		memcpy(shown, e->text, e->len + 1);
	(void)snprintf(before, sizeof(before), "%.*s", e->secret ? 0 : (int)e->at, e->text);
	column = text_columns(before);
	while (column > room) { /* show the part around the cursor */
		uint32_t ch;

		from += text_decode_char(shown + from, &ch);
		column = text_columns(before + from);
	}
	(void)canvas_text(c, x, v->input_y, STYLE_PLAIN, shown + from, room);
	if (v->focus == FOCUS_BOARD)
		return;
	c->cursor_x = x + column;
	c->cursor_y = v->input_y;
	if (v->focus == FOCUS_BUTTONS && v->n_buttons > 0) {
		c->cursor_x = v->buttons[v->focused_button].x + 1;
		c->cursor_y = v->buttons[v->focused_button].y;
	}
	for (unsigned i = 0; v->focus == FOCUS_LIST && i < v->n_list_rows; i++)
		if (strcmp(v->list_rows[i], v->selected_name) == 0) {
			c->cursor_x = v->list.x;
			c->cursor_y = v->list.y + 1 + i;
		}
}

void
view_draw(struct view *v, struct canvas *c, struct model *m, const struct draft *t,
    const struct edit *e, int64_t now_ms)
{
	struct table *shown = model_shown_table(m);
	char need[64];

	canvas_clear(c);
	if (c->w < VIEW_MIN_W || c->h < VIEW_MIN_H) {
		(void)snprintf(need, sizeof(need), "need %ux%u", VIEW_MIN_W, VIEW_MIN_H);
		(void)canvas_text(c, 0, 0, STYLE_PLAIN, need, c->w);
		return;
	}
	if (v->keys_page_shown) {
		keys_page_draw(c, m->queries.language, v->keys_page_from);
		return;
	}
	if (shown != NULL)
		shown->unseen = false;
	draw_log(c, v, m);
	if (v->list.h > 0)
		draw_list(c, v, m);
	if (v->board_shown && shown != NULL) {
		board_draw(c, &v->box, shown, shown->pos.you ? t : NULL,
		    v->focus == FOCUS_BOARD ? &v->at : NULL, v->glyphs);
		if (v->info.h == 1)
			draw_summary(
			    c, &v->info, v->language, shown, shown->pos.you ? t : NULL, now_ms);
		else if (v->info.h > 0)
			draw_info(c, &v->info, v, m, shown, shown->pos.you ? t : NULL, now_ms);
	}
	if (v->start_panel.h > 0)
		draw_panel(c, v, m, e);
	draw_bar(c, v, m, shown, t);
	if (!v->form.open || v->start_panel.h == 0 || v->focus != FOCUS_INPUT)
		draw_input(c, v, e);
}
