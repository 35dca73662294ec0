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
table_of_user(struct model *m, const char *name)
{
	struct table *own = model_own_table(m);

	if (own != NULL && m->opponent[0] != '\0' &&
	    (strcmp(own->pos.name[1], name) == 0 || strcmp(own->pos.name[0], name) == 0))
		return own;
	for (unsigned i = 0; i < m->n_tables; i++)
		if (!m->tables[i].pos.you && !m->tables[i].replayed &&
		    (strcmp(m->tables[i].pos.name[0], name) == 0 ||
			strcmp(m->tables[i].pos.name[1], name) == 0))
			return &m->tables[i];
	return NULL;
}

/* Requests the position again if the server did not accept a move.  An accepted play is
 * answered with a board, so any error in place of the board may be a refusal: the disk may be
 * full, or the match paused. */
static void
handle_refused_move(struct model *m, const char *line)
{
	struct table *own = model_own_table(m);

	if (sentence_refuses_move(line))
		record_play_refused(&m->record);
	else if (own == NULL || !own->play_sent)
		return;
	if (own == NULL || m->opponent[0] == '\0')
		return;
	own->play_sent = false;
	model_queue_line(m, "board");
}

/* Performs the effect of the row that fits the line, and shows the line unless `hidden` is set.
 * Returns false if no row of the table fits. */
static bool
apply_line_effect(struct model *m, const struct line_effect *row, const char *line,
    int64_t now_ms, bool hidden)
{
	struct sentence s;
	struct line_context e = { .m = m, .s = &s, .now_ms = now_ms };

	while (row->pattern != NULL && !sentence_read(row->pattern, line, &s))
		row++;
	if (row->pattern == NULL)
		return false;
	if (row->subject == ABOUT_OWN_GAME)
		e.t = model_own_table(m);
	else if (row->subject == ABOUT_NAMED_GAME)
		e.t = table_of_user(m, s.words[0]);
	row->effect(&e);
	if (row->outcome == IS_GAME_RESULT && e.t != NULL) {
		char *stop;

		model_translate(m, line, e.t->result, sizeof(e.t->result));
		stop = strstr(e.t->result, " .");
		if (stop != NULL)
			memcpy(stop, ".", 2);
	}
	if (!hidden && strncmp(line, "** ", 3) != 0)
		model_log(m, LOG_GAME, e.shown_text[0] != '\0' ? e.shown_text : line);
	return true;
}

bool
server_lines_read(struct model *m, const char *line, int64_t now_ms)
{
	bool hidden = query_read_answer(m, line) || seal_read_line(m, line), known;

	if (strncmp(line, "** ", 3) == 0 && !hidden)
		handle_refused_move(m, line);
	known = apply_line_effect(m, GAME_LINES, line, now_ms, hidden) ||
		apply_line_effect(m, MATCH_LINES, line, now_ms, hidden);
	return hidden || (known && strncmp(line, "** ", 3) != 0) ||
	       (line[0] == '\0' && !m->query_marks.page_arriving);
}
