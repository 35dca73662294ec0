/* SPDX-License-Identifier: MIT */
/* The state of the client: see model.h.  Owns the users, the log and the games.  Users are
 * found in O(log n). */
#include "model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text.h"
#include "texts.h"
#include "translate.h"

const struct log_line *
model_log_at(const struct model *m, unsigned i)
{
	return &m->log.lines[(m->log.first + i) % LOG_LINES_MAX];
}

/* Returns true if the text contains any of the comma-separated words, ignoring case. */
static bool
contains_any_word(const char *text, const char *words)
{
	while (*words != '\0') {
		size_t n;

		words += strspn(words, ", ");
		n = strcspn(words, ",");
		for (const char *at = text; n > 0 && *at != '\0'; at++)
			if (strncasecmp(at, words, n) == 0)
				return true;
		words += n;
	}
	return false;
}

void
model_translate(const struct model *m, const char *line, char *out, size_t size)
{
	char text[LOG_TEXT_MAX + 1];
	struct sbuf b;

	SBUF_INIT(&b, text);
	(void)text_copy(out, size, translate_line(m->queries.language, line, &b) ? text : line);
}

void
model_log(struct model *m, enum log_kind kind, const char *text)
{
	struct log_line *l;
	char clean[LOG_TEXT_MAX + 1];
	char *copy;

	if (kind == LOG_SERVER || kind == LOG_REFUSAL || kind == LOG_GAME)
		model_translate(m, text, clean, sizeof(clean));
	else
		(void)text_copy(clean, sizeof(clean),
		    kind == LOG_CLIENT ? texts_translate(m->queries.language, text) : text);
	copy = strdup(clean);
	if (copy == NULL)
		return;
	if (m->log.count < LOG_LINES_MAX) {
		l = &m->log.lines[(m->log.first + m->log.count++) % LOG_LINES_MAX];
	} else {
		l = &m->log.lines[m->log.first];
		free(l->text);
		m->log.first = (m->log.first + 1) % LOG_LINES_MAX;
	}
	*l = (struct log_line){ .kind = kind, .text = copy };
	l->highlighted = kind != LOG_TYPED && m->highlight_words != NULL &&
			 contains_any_word(copy, m->highlight_words);
	m->log.total++;
}

bool
model_queue_line(struct model *m, const char *fmt, ...)
{
	size_t room = sizeof(m->outbox.text) - m->outbox.len;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(m->outbox.text + m->outbox.len, room, fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n + 1 >= room)
		return false;
	m->outbox.len += (size_t)n;
	m->outbox.text[m->outbox.len++] = '\n';
	return true;
}

static int
compare_names(const struct tree_node *a, const struct tree_node *b)
{
	return strcmp(TREE_OWNER_CONST(a, struct person, name_node)->who.name,
	    TREE_OWNER_CONST(b, struct person, name_node)->who.name);
}

static int
compare_to_name(const struct tree_node *n, const void *name)
{
	return strcmp(TREE_OWNER_CONST(n, struct person, name_node)->who.name, name);
}

static struct person *
person_of_node(struct tree_node *n)
{
	return n != NULL ? TREE_OWNER(n, struct person, name_node) : NULL;
}

struct person *
model_find_person(struct model *m, const char *name)
{
	struct person *p = person_of_node(tree_at_or_after(&m->people, compare_to_name, name));

	return p != NULL && strcmp(p->who.name, name) == 0 ? p : NULL;
}

struct person *
model_first_person(const struct model *m)
{
	return person_of_node(tree_first(&m->people));
}

struct person *
model_next_person(const struct person *p)
{
	return person_of_node(tree_next(&p->name_node));
}

struct table *
model_shown_table(struct model *m)
{
	return m->n_tables > 0 ? &m->tables[m->shown_index] : NULL;
}

struct table *
model_own_table(struct model *m)
{
	for (unsigned i = 0; i < m->n_tables; i++)
		if (m->tables[i].pos.you)
			return &m->tables[i];
	return NULL;
}

void
model_drop_table(struct model *m, unsigned i)
{
	memmove(&m->tables[i], &m->tables[i + 1], (m->n_tables - i - 1) * sizeof(m->tables[0]));
	m->n_tables--;
	if (m->shown_index > i || m->shown_index >= m->n_tables)
		m->shown_index = m->shown_index > 0 ? m->shown_index - 1 : 0;
}

void
model_show_sent_move(struct table *t, const struct board *after)
{
	t->pos.m.board = *after;
	t->pos.m.phase = PH_ROLL;
	t->pos.m.turn = SEAT_1;
	t->pos.m.dice_to_play = 0;
	t->play_sent = true;
}

/* Returns whether the user may double, as far as the board line shows it.  The line allows a
 * double even in the first turn, in which the rules forbid it. */
bool
table_may_double(const struct table *t)
{
	const struct match_state *s = &t->pos.m;

	return s->phase == PH_ROLL && s->turn == SEAT_0 && t->pos.cube_access[0] &&
	       s->variant->cube && t->crawford != CRAWFORD_ACTIVE && s->length != 1 &&
	       s->cube < s->variant->cube_limit;
}

enum expected_action
table_expected_action(const struct model *m, const struct table *t)
{
	const struct match_state *s = &t->pos.m;

	if (!t->pos.you)
		return EXPECTED_NOTHING;
	if (m->next_game_offered && !m->next_game_joined)
		return EXPECTED_JOIN;
	if (m->opponent[0] == '\0' || t->result[0] != '\0')
		return EXPECTED_NOTHING;
	if (s->resign_by == SEAT_1)
		return EXPECTED_RESIGN_ANSWER;
	if (s->phase == PH_DOUBLED && s->doubler == SEAT_1)
		return EXPECTED_DOUBLE_ANSWER;
	if (s->draw_by == SEAT_1)
		return EXPECTED_DRAW_ANSWER;
	if (s->turn != SEAT_0 || s->resign_by == SEAT_0)
		return EXPECTED_NOTHING;
	return s->phase == PH_ROLL          ? EXPECTED_ROLL
	       : s->phase == PH_MOVE        ? EXPECTED_MOVE
	       : s->phase == PH_NAME_DOUBLE ? EXPECTED_NAMED_DICE
					    : EXPECTED_NOTHING;
}

int64_t
table_clock_ms(const struct table *t, enum seat seat, int64_t now_ms)
{
	int64_t passed = now_ms - t->clock.received_ms - t->clock.delay_ms;
	int64_t left = t->clock.left_ms[seat];

	if (!t->clock.paused && match_to_act(&t->pos.m) == seat && passed > 0)
		left -= passed;
	return left > 0 ? left : 0;
}

void
model_connection_lost(struct model *m)
{
	struct person *p;

	while ((p = model_first_person(m)) != NULL) {
		tree_remove(&m->people, &p->name_node);
		free(p);
	}
	m->n_people = 0;
	m->clip = m->next_game_offered = m->next_game_joined = false;
	m->message_group = GROUP_NONE;
	m->replays.due = 0;
	m->queries.seal.due = 0;
	m->replays.held_boards[0][0] = m->replays.held_boards[1][0] = '\0';
	m->opponent[0] = m->watching[0] = m->inviter[0] = '\0';
	m->hidden_answers = 0;
	memset(&m->query_marks, 0, sizeof(m->query_marks));
	m->queries.token_requested = false;
	m->outbox.len = m->motd.len = 0;
	m->motd.complete = false;
}

bool
model_open(struct model *m)
{
	memset(m, 0, sizeof(*m));
	tree_init(&m->people, compare_names);
	record_clear(&m->record);
	m->autoboard = m->moreboards = true;
	m->log.lines = calloc(LOG_LINES_MAX, sizeof(*m->log.lines));
	return m->log.lines != NULL;
}

void
model_close(struct model *m)
{
	model_connection_lost(m);
	for (unsigned i = 0; i < m->log.count; i++)
		free(m->log.lines[(m->log.first + i) % LOG_LINES_MAX].text);
	free(m->log.lines);
	m->log.lines = NULL;
}
