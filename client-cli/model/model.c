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
	return &m->log.line[(m->log.first + i) % LOG_LINES];
}

/* Returns true if the text contains any of the comma-separated words, ignoring case. */
static bool
has_words(const char *text, const char *words)
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

	SBUF_ON(&b, text);
	(void)text_copy(out, size, translate_line(m->asked.language, line, &b) ? text : line);
}

void
model_log(struct model *m, enum log_kind kind, const char *text)
{
	struct log_line *l;
	char clean[LOG_TEXT_MAX + 1];
	char *copy;

	if (kind == LOG_SERVER || kind == LOG_ERROR || kind == LOG_GAME)
		model_translate(m, text, clean, sizeof(clean));
	else
		(void)text_copy(clean, sizeof(clean),
		    kind == LOG_OWN ? texts_in(m->asked.language, text) : text);
	copy = strdup(clean);
	if (copy == NULL)
		return;
	if (m->log.count < LOG_LINES) {
		l = &m->log.line[(m->log.first + m->log.count++) % LOG_LINES];
	} else {
		l = &m->log.line[m->log.first];
		free(l->text);
		m->log.first = (m->log.first + 1) % LOG_LINES;
	}
	*l = (struct log_line){ .kind = kind, .text = copy };
	l->marked = kind != LOG_TYPED && m->highlight != NULL && has_words(copy, m->highlight);
	m->log.total++;
}

bool
model_send(struct model *m, const char *fmt, ...)
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
	return strcmp(TREE_OF_CONST(a, struct person, by_name)->who.name,
	    TREE_OF_CONST(b, struct person, by_name)->who.name);
}

static int
place_of_name(const struct tree_node *n, const void *name)
{
	return strcmp(TREE_OF_CONST(n, struct person, by_name)->who.name, name);
}

static struct person *
person_of(struct tree_node *n)
{
	return n != NULL ? TREE_OF(n, struct person, by_name) : NULL;
}

struct person *
model_find(struct model *m, const char *name)
{
	struct person *p = person_of(tree_from(&m->people, place_of_name, name));

	return p != NULL && strcmp(p->who.name, name) == 0 ? p : NULL;
}

struct person *
model_first(const struct model *m)
{
	return person_of(tree_first(&m->people));
}

struct person *
model_next(const struct person *p)
{
	return person_of(tree_next(&p->by_name));
}

struct table *
model_shown_table(struct model *m)
{
	return m->tables > 0 ? &m->table[m->shown] : NULL;
}

struct table *
model_own_table(struct model *m)
{
	for (unsigned i = 0; i < m->tables; i++)
		if (m->table[i].pos.you)
			return &m->table[i];
	return NULL;
}

void
model_drop_table(struct model *m, unsigned i)
{
	memmove(&m->table[i], &m->table[i + 1], (m->tables - i - 1) * sizeof(m->table[0]));
	m->tables--;
	if (m->shown > i || m->shown >= m->tables)
		m->shown = m->shown > 0 ? m->shown - 1 : 0;
}

void
model_moved(struct table *t, const struct board *after)
{
	t->pos.m.board = *after;
	t->pos.m.phase = PH_ROLL;
	t->pos.m.turn = SEAT_1;
	t->pos.m.pieces = 0;
	t->play_sent = true;
}

/* Returns whether the user may double, as far as the board line shows it.  The line allows a
 * double even in the first turn, in which the rules forbid it. */
bool
table_may_double(const struct table *t)
{
	const struct match_state *s = &t->pos.m;

	return s->phase == PH_ROLL && s->turn == SEAT_0 && t->pos.access[0] &&
	       s->variant->cube && t->crawford != CRAWFORD_ACTIVE && s->length != 1 &&
	       s->cube < s->variant->cube_limit;
}

enum asked
table_asks(const struct model *m, const struct table *t)
{
	const struct match_state *s = &t->pos.m;

	if (!t->pos.you)
		return ASKED_NOTHING;
	if (m->next_game && !m->joined)
		return ASKED_NEXT;
	if (m->opponent[0] == '\0' || t->result[0] != '\0')
		return ASKED_NOTHING;
	if (s->resign_by == SEAT_1)
		return ASKED_RESIGN;
	if (s->phase == PH_DOUBLED && s->offer_by == SEAT_1)
		return ASKED_DOUBLE;
	if (s->draw_by == SEAT_1)
		return ASKED_DRAW;
	if (s->turn != SEAT_0 || s->resign_by == SEAT_0)
		return ASKED_NOTHING;
	return s->phase == PH_ROLL   ? ASKED_ROLL
	       : s->phase == PH_MOVE ? ASKED_MOVE
	       : s->phase == PH_NAME ? ASKED_NAME
				     : ASKED_NOTHING;
}

int64_t
table_clock_ms(const struct table *t, enum seat seat, int64_t now_ms)
{
	int64_t passed = now_ms - t->clock.at_ms - t->clock.delay_ms;
	int64_t left = t->clock.left_ms[seat];

	if (!t->clock.paused && match_to_act(&t->pos.m) == seat && passed > 0)
		left -= passed;
	return left > 0 ? left : 0;
}

void
model_cut(struct model *m)
{
	struct person *p;

	while ((p = model_first(m)) != NULL) {
		tree_remove(&m->people, &p->by_name);
		free(p);
	}
	m->people_count = 0;
	m->clip = m->next_game = m->joined = false;
	m->passage = PASSAGE_NONE;
	m->replays.due = 0;
	m->asked.seal.due = 0;
	m->replays.held[0][0] = m->replays.held[1][0] = '\0';
	m->opponent[0] = m->watching[0] = m->inviter[0] = '\0';
	m->quiet = 0;
	memset(&m->marks, 0, sizeof(m->marks));
	m->asked.token = false;
	m->outbox.len = m->motd.len = 0;
	m->motd.over = false;
}

bool
model_open(struct model *m)
{
	memset(m, 0, sizeof(*m));
	tree_init(&m->people, compare_names);
	record_clear(&m->record);
	m->autoboard = m->moreboards = true;
	m->log.line = calloc(LOG_LINES, sizeof(*m->log.line));
	return m->log.line != NULL;
}

void
model_close(struct model *m)
{
	model_cut(m);
	for (unsigned i = 0; i < m->log.count; i++)
		free(m->log.line[(m->log.first + i) % LOG_LINES].text);
	free(m->log.line);
	m->log.line = NULL;
}
