/* SPDX-License-Identifier: MIT */
/* Board lines: see boards.h. */
#include "boards.h"

#include <stdio.h>
#include <string.h>

#include "base/sbuf.h"
#include "rules/variant.h"

#include "query.h"

static bool
is_start_position(const struct match_state *s)
{
	struct board start;

	variant_start_board(&start, s->variant);
	return s->variant->fibs && memcmp(&start, &s->board, sizeof(start)) == 0;
}

/* Starts recording the user's game when its first board arrives. */
static void
begin_game_record(struct model *m, const struct table *t)
{
	const struct match_state *s = &t->pos.m;
	const char *const name[2] = { t->pos.name[0], t->pos.name[1] };

	if (s->turn != SEAT_0)
		record_confirm_play(&m->record);
	if (!m->game_announced)
		return;
	m->game_announced = false;
	m->record.on = false;
	if (!is_start_position(s))
		return;
	(void)sbuf_copy(m->record_opponent, sizeof(m->record_opponent), name[1]);
	record_begin_game(&m->record, name, s->length, s->score);
	if (s->phase == PH_MOVE) /* after the opening roll */
		record_roll(&m->record, s->turn, s->dice.d[0], s->dice.d[1]);
}

static bool
same_game(const struct table *t, const struct position *p)
{
	return !t->replayed && t->pos.you == p->you &&
	       strcmp(t->pos.name[0], p->name[0]) == 0 &&
	       strcmp(t->pos.name[1], p->name[1]) == 0;
}

/* Returns the table for a position: the table of the same game, a table that is no longer
 * needed, or a new one. */
static struct table *
find_or_add_table(struct model *m, const struct position *p)
{
	unsigned i;

	for (i = 0; i < m->n_tables; i++)
		if (same_game(&m->tables[i], p))
			return &m->tables[i];
	for (i = 0; i < m->n_tables; i++)
		if ((p->you && m->tables[i].pos.you) ||
		    (!p->you && m->tables[i].result[0] != '\0' && !m->tables[i].pos.you))
			break; /* replayed tables have no result */
	if (i == m->n_tables && m->n_tables < TABLES_MAX)
		m->n_tables++;
	else if (i == m->n_tables)
		i = m->tables[0].pos.you ? 1 : 0;
	memset(&m->tables[i], 0, sizeof(m->tables[i]));
	m->tables[i].variant = m->announced.variant;
	m->tables[i].practice = p->you && m->announced.practice;
	m->shown_index = i;
	return &m->tables[i];
}

/* Returns true for the first board of a match that continues where the user's previous match
 * stopped. */
static bool
resumes_previous_match(const struct model *m, const struct table *t)
{
	const struct match_state *s = &t->pos.m, *b = &m->previous_table.pos.m;

	return t->pos.you && !t->crawford_known && t->crawford == CRAWFORD_PENDING &&
	       m->previous_table.pos.name[1][0] != '\0' &&
	       strcmp(t->pos.name[1], m->previous_table.pos.name[1]) == 0 &&
	       s->length == b->length && s->score[0] == b->score[0] &&
	       s->score[1] == b->score[1];
}

/* Sets whether this is the Crawford game.  The server does not report this, so it is derived
 * from the scores seen.  A client that was not connected when match point was reached cannot
 * tell, unless the opponent has no points. */
static void
derive_crawford(struct model *m, struct table *t)
{
	const struct match_state *s = &t->pos.m;
	unsigned last = s->length > 0 ? s->length - 1u : 0;
	bool a = s->score[0] == last, b = s->score[1] == last;

	if (resumes_previous_match(m, t)) {
		t->crawford = m->previous_table.crawford;
		memcpy(t->crawford_score, m->previous_table.crawford_score,
		    sizeof(t->crawford_score));
	}
	if (t->pos.you)
		m->previous_table.pos.name[1][0] = '\0';
	if (s->length < 2 || (!a && !b)) {
		t->crawford = CRAWFORD_PENDING;
		t->crawford_known = true;
	} else if (t->crawford == CRAWFORD_PENDING) {
		t->crawford = t->crawford_known || s->score[a ? 1 : 0] == 0 ? CRAWFORD_ACTIVE
									    : CRAWFORD_EXPIRED;
		t->crawford_score[0] = s->score[0];
		t->crawford_score[1] = s->score[1];
	} else if (s->score[0] != t->crawford_score[0] || s->score[1] != t->crawford_score[1]) {
		t->crawford = CRAWFORD_EXPIRED;
	}
	t->pos.m.crawford = t->crawford;
}

void
boards_read(struct model *m, const char *line)
{
	struct position p;
	struct table *t;
	bool goes_on;

	if (!position_read(line, NULL, NULL, &p))
		return;
	if (p.you)
		(void)sbuf_copy(p.name[0], sizeof(p.name[0]), m->self);
	t = find_or_add_table(m, &p);
	goes_on = t->pos.name[0][0] != '\0';
	if (!position_read(line, t->variant, goes_on ? &t->pos : NULL, &p))
		return;
	if (p.you)
		(void)sbuf_copy(p.name[0], sizeof(p.name[0]), m->self);
	if (goes_on) { /* offers stay pending until they are answered */
		p.m.resign_by = t->pos.m.resign_by;
		p.m.draw_by = t->pos.m.draw_by;
	}
	if (p.m.turn == SEAT_0 && p.you &&
	    (t->pos.m.turn != SEAT_0 || t->pos.m.phase != p.m.phase))
		m->attention |= ATTENTION_TURN;
	t->pos = p;
	t->play_sent = false;
	if (p.m.phase != PH_BETWEEN_GAMES)
		t->result[0] = '\0';
	t->unseen = t != model_shown_table(m);
	m->last_board_index = (unsigned)(t - m->tables);
	derive_crawford(m, t);
	if (p.you)
		begin_game_record(m, t);
	if (m->server_is_gammond && t->clock.on)
		query_clock(m);
}

void
boards_read_extra(struct model *m, const char *line)
{
	/* a `board+:` line directly follows its board */
	struct table *t =
	    m->last_board_index < m->n_tables ? &m->tables[m->last_board_index] : NULL;

	if (t != NULL && position_read_extra(line, &t->pos) && t->pos.variant_known)
		t->variant = t->pos.m.variant;
}

void
boards_show_replay(
    struct model *m, const char *board, const char *extra, const char *line, bool from_file)
{
	struct position p;
	struct table *t;
	unsigned i = 0;

	if (!position_read(board, NULL, NULL, &p) ||
	    (extra[0] != '\0' && !position_read_extra(extra, &p)))
		return;
	if (p.you)
		(void)sbuf_copy(p.name[0], sizeof(p.name[0]), m->self);
	p.you = false;
	while (i < m->n_tables && !m->tables[i].replayed)
		i++;
	if (i == TABLES_MAX)
		i = m->tables[0].pos.you ? 1 : 0;
	else if (i == m->n_tables)
		m->n_tables++;
	t = &m->tables[i];
	*t = (struct table){ .pos = p, .replayed = true, .replayed_from_file = from_file };
	(void)sscanf(line, "Match %*[0-9], game %9u, move %9u", &t->game_no, &t->move_no);
	m->shown_index = i;
	model_log(m, LOG_GAME, line + strspn(line, "Match 0123456789,"));
}

static bool
is_replay_line(const char *line)
{
	int end = 0;

	(void)sscanf(line, "Match %*[0-9], game %*[0-9], move %*[0-9]. %n", &end);
	return end > 0;
}

bool
boards_read_replay(struct model *m, const char *line)
{
	unsigned i = strncmp(line, "board+:", 7) == 0;

	if (m->replays.due == 0)
		return false;
	if (m->replays.held_boards[0][0] != '\0' && is_replay_line(line)) {
		boards_show_replay(
		    m, m->replays.held_boards[0], m->replays.held_boards[1], line, false);
		m->replays.held_boards[0][0] = m->replays.held_boards[1][0] = '\0';
		m->replays.due--;
		return true;
	}
	if (m->replays.held_boards[0][0] != '\0' &&
	    i == 0) { /* the held board belongs to a game in progress */
		boards_read(m, m->replays.held_boards[0]);
		if (m->replays.held_boards[1][0] != '\0')
			boards_read_extra(m, m->replays.held_boards[1]);
		m->replays.held_boards[0][0] = m->replays.held_boards[1][0] = '\0';
	}
	return (i == 1 || strncmp(line, "board:", 6) == 0) &&
	       sbuf_copy(m->replays.held_boards[i], sizeof(m->replays.held_boards[i]), line);
}
