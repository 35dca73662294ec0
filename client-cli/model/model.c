/* SPDX-License-Identifier: MIT */
/* The state of the client: see model.h.  Owns the users, the log and the games.  Users are
 * found in O(log n). */
#include "model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/sbuf.h"
#include "proto/words.h"

#include "commands.h"
#include "server_lines.h"
#include "query.h"
#include "seal.h"
#include "sentence.h"
#include "text.h"
#include "texts.h"
#include "translate.h"

/* ---- the log ---- */

const struct log_line *
model_log_at(const struct model *m, unsigned i)
{
	return &m->log.line[(m->log.first + i) % LOG_LINES];
}

/* True if the text contains any of the comma-separated words, ignoring case. */
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

void
model_send(struct model *m, const char *fmt, ...)
{
	size_t room = sizeof(m->outbox.text) - m->outbox.len;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(m->outbox.text + m->outbox.len, room, fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n + 1 >= room)
		return;
	m->outbox.len += (size_t)n;
	m->outbox.text[m->outbox.len++] = '\n';
}

/* ---- users ---- */

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

static void
person_gone(struct model *m, const char *name)
{
	struct person *p = model_find(m, name);

	if (p == NULL)
		return;
	tree_remove(&m->people, &p->by_name);
	m->people_count--;
	free(p);
}

/* Shows a row of a list that the user requested. */
static void
show_who(struct model *m, const struct fibs_who *w)
{
	char text[200];
	enum language l = m->asked.language;
	struct sbuf b;

	m->marks.rows++;
	SBUF_ON(&b, text);
	texts_addf(
	    &b, l, "%-20s rating %7.2f  experience %-5u ", w->name, w->rating, w->experience);
	if (w->opponent[0] != '\0')
		texts_addf(&b, l, "plays %s", w->opponent);
	else if (w->watching[0] != '\0')
		texts_addf(&b, l, "watches %s", w->watching);
	else
		sbuf_add(&b, texts_in(l, w->ready ? "ready" : "not ready"));
	sbuf_add(&b, w->away ? texts_in(l, ", away") : "");
	if (w->idle_s >= 60)
		texts_addf(&b, l, ", idle %u min", w->idle_s / 60);
	model_log(m, LOG_SERVER, text);
}

bool
command_is(const char *text, const char *name, size_t least)
{
	char word[16];
	size_t n = strcspn(text, " ");

	(void)snprintf(word, sizeof(word), "%.*s", (int)(n < sizeof(word) ? n : 0), text);
	return n >= least && word_begins(word, name);
}

enum mark
model_asked(struct model *m, const char *command)
{
	bool list = command_is(command, "rawwho", 3) || command_is(command, "w", 1) ||
		    command_is(command, "who", 3);
	bool replay = command_is(command, "replay", 4);
	const struct server_command *c = command_find(command);
	bool page =
	    c != NULL && (strcmp(c->help, "help") == 0 || strcmp(c->help, "tournament") == 0);

	query_typed(m, list);
	if (command_is(command, "token", 4) && strstr(command, " n") != NULL)
		m->asked.token = true;
	m->replays.due += replay;
	m->marks.page = page;
	return list ? MARK_LIST_END : replay ? MARK_REPLAY : page ? MARK_PAGE : MARK_NONE;
}

static void
person_is(struct model *m, const struct fibs_line *line)
{
	struct fibs_who who;
	struct person *p;

	if (!fibs_read_who(line, &who))
		return;
	if (m->marks.list)
		show_who(m, &who);
	p = model_find(m, who.name);
	if (p == NULL && m->people_count < PEOPLE_MAX && (p = calloc(1, sizeof(*p))) != NULL) {
		m->people_count++;
		p->who = who;
		tree_add(&m->people, &p->by_name);
	}
	if (p != NULL)
		p->who = who;
	if (strcmp(who.name, m->self) != 0)
		return;
	m->ready = who.ready;
	m->away = who.away;
	if (who.opponent[0] == '\0')
		m->next_game = m->joined = false;
	(void)sbuf_copy(m->opponent, sizeof(m->opponent), who.opponent);
	(void)sbuf_copy(m->watching, sizeof(m->watching), who.watching);
}

/* ---- games ---- */

struct table *
model_shown(struct model *m)
{
	return m->tables > 0 ? &m->table[m->shown] : NULL;
}

struct table *
model_own(struct model *m)
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

static bool
same_game(const struct table *t, const struct position *p)
{
	return !t->replayed && t->pos.you == p->you &&
	       strcmp(t->pos.name[0], p->name[0]) == 0 &&
	       strcmp(t->pos.name[1], p->name[1]) == 0;
}

/* Returns the table for a position: its own table, the table of the user's last match, or a new
 * one. */
static struct table *
table_for(struct model *m, const struct position *p)
{
	unsigned i;

	for (i = 0; i < m->tables; i++)
		if (same_game(&m->table[i], p))
			return &m->table[i];
	for (i = 0; i < m->tables; i++)
		if ((p->you && m->table[i].pos.you) ||
		    (!p->you && m->table[i].result[0] != '\0' && !m->table[i].pos.you))
			break; /* replayed tables have no result */
	if (i == m->tables && m->tables < TABLES_MAX)
		m->tables++;
	else if (i == m->tables)
		i = m->table[0].pos.you ? 1 : 0;
	memset(&m->table[i], 0, sizeof(m->table[i]));
	m->table[i].game = m->announced.game;
	m->table[i].practice = p->you && m->announced.practice;
	m->shown = i;
	return &m->table[i];
}

/* True for the first board of a match that continues where the user's previous one stopped. */
static bool
is_game_of_before(const struct model *m, const struct table *t)
{
	const struct match_state *s = &t->pos.m, *b = &m->before.pos.m;

	return t->pos.you && !t->crawford_known && t->crawford == CRAWFORD_PENDING &&
	       m->before.pos.name[1][0] != '\0' &&
	       strcmp(t->pos.name[1], m->before.pos.name[1]) == 0 && s->length == b->length &&
	       s->score[0] == b->score[0] && s->score[1] == b->score[1];
}

/* The server does not say whether this is the Crawford game; it is derived from the scores
 * seen. A client that was not connected when match point was reached cannot know it, unless the
 * opponent has no points. */
static void
see_crawford(struct model *m, struct table *t)
{
	const struct match_state *s = &t->pos.m;
	unsigned last = s->length > 0 ? s->length - 1u : 0;
	bool a = s->score[0] == last, b = s->score[1] == last;

	if (is_game_of_before(m, t)) {
		t->crawford = m->before.crawford;
		memcpy(t->crawford_score, m->before.crawford_score, sizeof(t->crawford_score));
	}
	if (t->pos.you)
		m->before.pos.name[1][0] = '\0';
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

static void
board_came(struct model *m, const char *line)
{
	struct position p;
	struct table *t;
	bool goes_on;

	if (!position_read(line, NULL, NULL, &p))
		return;
	if (p.you)
		(void)sbuf_copy(p.name[0], sizeof(p.name[0]), m->self);
	t = table_for(m, &p);
	goes_on = t->pos.name[0][0] != '\0';
	if (!position_read(line, t->game, goes_on ? &t->pos : NULL, &p))
		return;
	if (p.you)
		(void)sbuf_copy(p.name[0], sizeof(p.name[0]), m->self);
	if (goes_on) { /* an offer is pending until it is answered */
		p.m.resign_by = t->pos.m.resign_by;
		p.m.draw_by = t->pos.m.draw_by;
	}
	if (p.m.turn == SEAT_0 && p.you &&
	    (t->pos.m.turn != SEAT_0 || t->pos.m.phase != p.m.phase))
		m->attention |= ATTENTION_TURN;
	t->pos = p;
	if (p.m.phase != PH_BETWEEN)
		t->result[0] = '\0';
	t->unseen = t != model_shown(m);
	m->board_of = (unsigned)(t - m->table);
	see_crawford(m, t);
	if (p.you)
		server_lines_own_board(m, t);
	if (m->ours && t->clock.on)
		query_clock(m);
}

static void
extra_came(struct model *m, const char *line)
{
	/* this line directly follows the board that it belongs to */
	struct table *t = m->board_of < m->tables ? &m->table[m->board_of] : NULL;

	if (t != NULL && position_read_extra(line, &t->pos) && t->pos.known)
		t->game = t->pos.m.variant;
}

/* ---- earlier matches ---- */

void
model_replayed(
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
	while (i < m->tables && !m->table[i].replayed)
		i++;
	if (i == TABLES_MAX)
		i = m->table[0].pos.you ? 1 : 0;
	else if (i == m->tables)
		m->tables++;
	t = &m->table[i];
	*t = (struct table){ .pos = p, .replayed = true, .from_file = from_file };
	(void)sscanf(line, "Match %*[0-9], game %9u, move %9u", &t->game_no, &t->move_no);
	m->shown = i;
	model_log(m, LOG_GAME, line + strspn(line, "Match 0123456789,"));
}

static bool
is_replay_line(const char *line)
{
	int end = 0;

	(void)sscanf(line, "Match %*[0-9], game %*[0-9], move %*[0-9]. %n", &end);
	return end > 0;
}

/* While a move of an earlier match is awaited, holds back each board line: it belongs to that
 * match only if the next line says so.  Returns true if the line was handled. */
static bool
replay_heard(struct model *m, const char *line)
{
	unsigned i = strncmp(line, "board+:", 7) == 0;

	if (m->replays.due == 0)
		return false;
	if (m->replays.held[0][0] != '\0' && is_replay_line(line)) {
		model_replayed(m, m->replays.held[0], m->replays.held[1], line, false);
		m->replays.held[0][0] = m->replays.held[1][0] = '\0';
		m->replays.due--;
		return true;
	}
	if (m->replays.held[0][0] != '\0' && i == 0) { /* it is not part of a replay */
		board_came(m, m->replays.held[0]);
		if (m->replays.held[1][0] != '\0')
			extra_came(m, m->replays.held[1]);
		m->replays.held[0][0] = m->replays.held[1][0] = '\0';
	}
	return (i == 1 || strncmp(line, "board:", 6) == 0) &&
	       sbuf_copy(m->replays.held[i], sizeof(m->replays.held[i]), line);
}

void
model_moved(struct table *t, const struct board *after)
{
	t->pos.m.board = *after;
	t->pos.m.phase = PH_ROLL;
	t->pos.m.turn = SEAT_1;
	t->pos.m.pieces = 0;
}

/* As far as the board line says, which does not mark a first turn without doubling. */
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

/* ---- lines ---- */

static enum log_kind
kind_of(const struct fibs_line *l)
{
	switch (l->kind) {
	case FIBS_SAYS:
	case FIBS_YOU_SAY:
	case FIBS_MESSAGE:
	case FIBS_ALERTS:
		return LOG_TOLD;
	case FIBS_LOGIN:
	case FIBS_LOGOUT:
		return LOG_PEOPLE;
	case FIBS_TEXT:
		return strncmp(l->text, "** ", 3) == 0 ? LOG_ERROR : LOG_SERVER;
	default:
		return LOG_TALK;
	}
}

static void
show(struct model *m, const struct fibs_line *l)
{
	char text[2200];

	fibs_for_people(l, text, sizeof(text));
	model_log(m, kind_of(l), text);
}

/* Users who are away are listed without numbers: a name, a colon and that user's text. */
static bool
is_away_row(struct model *m, const char *line)
{
	struct sentence s;

	if (sentence_read("The following users are away:", line, &s))
		m->passage = PASSAGE_AWAY;
	else if (m->passage != PASSAGE_AWAY)
		return false;
	else if (sentence_begins("%n: ", line, &s) != NULL)
		return true;
	else
		m->passage = PASSAGE_NONE;
	return false;
}

/* Returns field n of line 2, counted from 0 after the name, as bool. */
static bool
own_is(const char *text, unsigned n)
{
	while (n-- > 0) {
		text += strcspn(text, " ");
		text += strspn(text, " ");
	}
	return *text == '1';
}

static void
logged_in(struct model *m, const struct fibs_line *l)
{
	m->clip = true;
	if (strcmp(m->self, l->name) != 0) /* another user's setting */
		m->style_before = 0;
	(void)sbuf_copy(m->self, sizeof(m->self), l->name);
	query_at_login(m);
}

void
model_line(struct model *m, const char *line, int64_t now_ms)
{
	struct fibs_line l;

	if (replay_heard(m, line))
		return;
	fibs_read(line, m->clip && m->passage != PASSAGE_MOTD, &l);
	if (!m->clip || (m->passage == PASSAGE_MOTD && strcmp(line, "4") == 0))
		fibs_read(line, true, &l);
	/* before the log-in only its answer is numbered, and it has a time and a host */
	if (!m->clip && l.kind < FIBS_BOARD &&
	    (l.kind != FIBS_WELCOME || strspn(l.text, "0123456789") < 5))
		l = (struct fibs_line){ .kind = FIBS_TEXT, .text = line };
	if (l.kind == FIBS_TEXT && m->passage != PASSAGE_MOTD && is_away_row(m, line))
		l.kind = FIBS_QUOTE;
	switch (l.kind) {
	case FIBS_WELCOME:
		logged_in(m, &l);
		break;
	case FIBS_OWN:
		m->autoboard = own_is(l.text, 1);
		m->moreboards = own_is(l.text, 10);
		break;
	case FIBS_MOTD_BEGIN:
	case FIBS_MOTD_END:
		m->passage = l.kind == FIBS_MOTD_BEGIN ? PASSAGE_MOTD : PASSAGE_NONE;
		break;
	case FIBS_WHO:
		person_is(m, &l);
		break;
	case FIBS_WHO_END:
		m->marks.whole = true;
		break;
	case FIBS_LOGOUT:
		person_gone(m, l.name);
		if (strcmp(m->inviter, l.name) == 0)
			m->inviter[0] = '\0';
		show(m, &l);
		break;
	case FIBS_BOARD:
		board_came(m, line);
		break;
	case FIBS_BOARD_EXTRA:
		extra_came(m, line);
		break;
	case FIBS_SAYS:
	case FIBS_ALERTS:
	case FIBS_MESSAGE:
		m->attention |= ATTENTION_TOLD;
		(void)sbuf_copy(m->told_by, sizeof(m->told_by), l.name);
		show(m, &l);
		break;
	case FIBS_QUOTE:
		if (!seal_quoted(m, line))
			show(m, &l);
		break;
	case FIBS_TEXT:
		if (m->passage == PASSAGE_MOTD || !m->clip ||
		    !server_lines_read(m, line, now_ms))
			show(m, &l);
		break;
	default:
		show(m, &l);
		break;
	}
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
	m->outbox.len = 0;
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
