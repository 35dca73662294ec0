/* SPDX-License-Identifier: MIT */
/* The server's sentences, in the wording of FIBS: see server_lines.h.  A line is matched
 * against all rows of the tables in line_effects.h; the first that fits takes effect. */
#include "server_lines.h"

#include <string.h>

#include "line_effects.h"
#include "query.h"
#include "seal.h"

/* Returns the table at which a user of that name plays. */
static struct table *
table_of(struct model *m, const char *name)
{
	struct table *own = model_own_table(m);

	if (own != NULL && m->opponent[0] != '\0' &&
	    (strcmp(own->pos.name[1], name) == 0 || strcmp(own->pos.name[0], name) == 0))
		return own;
	for (unsigned i = 0; i < m->tables; i++)
		if (!m->table[i].pos.you && !m->table[i].replayed &&
		    (strcmp(m->table[i].pos.name[0], name) == 0 ||
			strcmp(m->table[i].pos.name[1], name) == 0))
			return &m->table[i];
	return NULL;
}

/* Requests the position again if the server did not accept a move.  An accepted play is
 * answered with a board, so any error in place of the board may be a refusal: the disk may be
 * full, or the match paused. */
static void
move_refused(struct model *m, const char *line)
{
	struct table *own = model_own_table(m);

	if (sentence_refuses_move(line))
		record_refused(&m->record);
	else if (own == NULL || !own->play_sent)
		return;
	if (own == NULL || m->opponent[0] == '\0')
		return;
	own->play_sent = false;
	model_send(m, "board");
}

/* Performs the effect of the row that fits the line, and shows the line unless `hidden` is set.
 * Returns false if no row of the table fits. */
static bool
take_effect(
    struct model *m, const struct line_row *row, const char *line, int64_t now_ms, bool hidden)
{
	struct sentence s;
	struct line_context e = { .m = m, .s = &s, .now_ms = now_ms };

	while (row->form != NULL && !sentence_read(row->form, line, &s))
		row++;
	if (row->form == NULL)
		return false;
	if (row->about == ABOUT_OWN)
		e.t = model_own_table(m);
	else if (row->about == ABOUT_NAMED)
		e.t = table_of(m, s.word[0]);
	row->effect(&e);
	if (row->result == IS_RESULT && e.t != NULL) {
		char *stop;

		model_translate(m, line, e.t->result, sizeof(e.t->result));
		stop = strstr(e.t->result, " .");
		if (stop != NULL)
			memcpy(stop, ".", 2);
	}
	if (!hidden && strncmp(line, "** ", 3) != 0)
		model_log(m, LOG_GAME, e.text[0] != '\0' ? e.text : line);
	return true;
}

bool
server_lines_read(struct model *m, const char *line, int64_t now_ms)
{
	bool hidden = query_answered(m, line) || seal_read_line(m, line), known;

	if (strncmp(line, "** ", 3) == 0 && !hidden)
		move_refused(m, line);
	known = take_effect(m, GAME_LINES, line, now_ms, hidden) ||
		take_effect(m, MATCH_LINES, line, now_ms, hidden);
	return hidden || (known && strncmp(line, "** ", 3) != 0) ||
	       (line[0] == '\0' && !m->marks.page);
}
