/* SPDX-License-Identifier: MIT */
/* Requests made by the program: see query.h.  Pure except for random bytes. */
#include "query.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "commands.h"
#include "sentence.h"
#include "text.h"

#define STYLE_LINES 3

enum quiet {
	QUIET_TOKEN = 1,
	QUIET_BOARDSTYLE = 2,
	QUIET_BOARDSTYLE_SET = 4,
	QUIET_CLOCK = 8,
	QUIET_SEED = 16,
	QUIET_AWAY = 32, /* hides reminders of being away until the user types something */
	QUIET_LIST = 64, /* hides reminders of being away until all marks have arrived */
	QUIET_ADDITIONS = 128,
	QUIET_LANGUAGE = 256,
};

static bool
begins(const char *line, const char *with)
{
	return strncmp(line, with, strlen(with)) == 0;
}

/* Sends a request whose answer is not shown. */
static void
request(struct model *m, enum quiet answer, const char *line)
{
	if (model_send(m, "%s", line))
		m->quiet |= (unsigned)answer;
}

void
query_token_and_style(struct model *m)
{
	m->quiet = 0;
	m->asked.additions = false;
	m->parted = false;
	if (m->token[0] == '\0')
		request(m, QUIET_TOKEN, "token new");
	request(m, QUIET_BOARDSTYLE, "set boardstyle");
}

/* Ends the list of users who are away, because another answer follows. */
static void
end_away_list(struct model *m)
{
	if (m->passage == PASSAGE_AWAY)
		m->passage = PASSAGE_NONE;
}

void
query_clock(struct model *m)
{
	if ((m->quiet & QUIET_CLOCK) != 0)
		return;
	end_away_list(m);
	request(m, QUIET_CLOCK, "clock");
}

void
query_seed(struct model *m)
{
	uint8_t bytes[16];
	char line[] = "seed 0123456789abcdef0123456789abcdef";

	randombytes_buf(bytes, sizeof(bytes));
	(void)sodium_bin2hex(line + 5, sizeof(line) - 5, bytes, sizeof(bytes));
	request(m, QUIET_SEED, line);
}

/* fits: whether the line is the answer.  If the answer was expected, stops expecting it and
 * returns true. */
static bool
is_answer(struct model *m, enum quiet to, bool fits)
{
	if ((m->quiet & (unsigned)to) == 0 || !fits)
		return false;
	m->quiet &= ~(unsigned)to;
	return true;
}

static bool
read_seed(struct model *m, const char *line)
{
	struct sentence s;
	bool more = sentence_read("** It counts for your match in '%w'", line, &s);

	return (more && (m->quiet & QUIET_SEED) != 0) ||
	       is_answer(m, QUIET_SEED,
		   sentence_read("** It counts for matches whose invitation stands already, "
				 "not for later ones",
		       line, &s));
}

/* Handles the value of the user's board style.  This program reads only style 3: any other
 * style is saved in style_before and replaced, and the function returns false.  Style 3 leaves
 * style_before unchanged, because this program may have set it. */
static bool
style_is(struct model *m, long style)
{
	if (style == STYLE_LINES)
		return true;
	m->style_before = (unsigned)style;
	if ((m->quiet & QUIET_BOARDSTYLE_SET) == 0)
		request(m, QUIET_BOARDSTYLE_SET, "set boardstyle 3");
	return false;
}

static bool
read_style(struct model *m, const char *line)
{
	struct sentence s;
	bool set = sentence_read("Value of 'boardstyle' set to %u", line, &s);

	if (set && is_answer(m, QUIET_BOARDSTYLE_SET, s.number[0] == STYLE_LINES))
		return true;
	if (set) { /* the user has changed the style */
		model_log(m, LOG_SERVER, line);
		if (style_is(m, s.number[0]))
			m->style_before = 0;
		else
			model_log(m, LOG_OWN,
			    "gammon needs board style 3. Your own style is restored when you "
			    "leave.");
		return true;
	}
	if (!is_answer(
		m, QUIET_BOARDSTYLE, sentence_read("Value of 'boardstyle' is %u", line, &s)))
		return false;
	m->quiet &= ~(unsigned)QUIET_TOKEN; /* requested earlier, so already answered */
	(void)style_is(m, s.number[0]);
	return true;
}

bool
query_mark(struct model *m, enum mark mark)
{
	if (mark == MARK_NONE || m->marks.n == MARKS_DUE_MAX)
		return false;
	m->marks.due[m->marks.n++] = (uint8_t)mark;
	return true;
}

static bool
read_mark(struct model *m, const char *line)
{
	enum mark mark = (enum mark)m->marks.due[0];

	if (m->marks.n == 0 || strcmp(line, "** Unknown command: '" QUERY_MARK "'") != 0)
		return false;
	memmove(m->marks.due, m->marks.due + 1, --m->marks.n);
	if (m->marks.n == 0)
		m->quiet &= ~(unsigned)QUIET_LIST;
	if (mark == MARK_LIST_END && m->marks.whole && m->marks.rows == 0)
		model_log(m, LOG_OWN, "Nobody.");
	m->marks.list = mark == MARK_LIST;
	m->marks.page = m->marks.page && mark != MARK_PAGE;
	m->marks.rows = 0;
	m->marks.whole = false;
	m->marks.saved = m->marks.saved || mark == MARK_SAVE;
	if (mark == MARK_SEAL && m->asked.seal.due > 0)
		m->asked.seal.due--;
	if (mark == MARK_REPLAY && m->replays.due > 0) {
		/* replays shown before this mark are no longer pending */
		m->replays.due = 0;
		for (unsigned i = 0; i < m->marks.n; i++)
			m->replays.due += m->marks.due[i] == MARK_REPLAY;
	}
	return true;
}

/* Handles the answer with the current language, or a change by the user. */
static bool
read_language(struct model *m, const char *line)
{
	struct sentence s;
	bool set = sentence_read("Value of 'language' set to %w", line, &s);
	int language;

	if (!set && !sentence_read("Value of 'language' is %w", line, &s)) /* older servers */
		return is_answer(m, QUIET_LANGUAGE,
		    strcmp(line, "** Invalid argument. Type 'help set'.") == 0);
	language = language_named(s.word[0]);
	if (language >= 0) /* a newer server may have more languages */
		m->asked.language = (enum language)language;
	return is_answer(m, QUIET_LANGUAGE, !set);
}

bool
query_language_due(const struct model *m)
{
	return (m->quiet & (QUIET_TOKEN | QUIET_LANGUAGE)) != 0;
}

static bool
read_token(struct model *m, const char *line)
{
	size_t n = begins(line, "token:") ? strspn(line + 6, "0123456789abcdef") : 0;

	/* the format is "token:HEX:UNTIL" */
	if (n != TOKEN_DIGITS || line[6 + n] != ':' ||
	    line[6 + n + 1 + strspn(line + 6 + n + 1, "0123456789")] != '\0')
		return is_answer(
		    m, QUIET_TOKEN, strcmp(line, "** Unknown command: 'token'") == 0);
	(void)snprintf(m->token, sizeof(m->token), "%.*s", (int)TOKEN_DIGITS, line + 6);
	m->quiet &= ~(unsigned)QUIET_TOKEN;
	m->ours = true;
	if (!m->asked.additions) {
		m->asked.additions = true;
		/* the language is requested first, because the server answers `additions` in
		 * it */
		request(m, QUIET_LANGUAGE, "set language");
		request(m, QUIET_ADDITIONS, "additions");
	}
	m->asked.token = false;
	return true;
}

/* Prepares for the answer to a command that is about to be sent: allows the next reminder that
 * the user is away, and ends the list of away users. */
static void
expect_answer(struct model *m, bool list)
{
	end_away_list(m);
	m->quiet &= ~(unsigned)(QUIET_AWAY | QUIET_LIST);
	if (list)
		m->quiet |= QUIET_LIST;
}

enum mark
query_command(struct model *m, const char *command)
{
	bool list = command_is(command, "rawwho", 3) || command_is(command, "w", 1) ||
		    command_is(command, "who", 3);
	bool replay = command_is(command, "replay", 4);
	const struct server_command *c = command_find(command);
	bool page =
	    c != NULL && (strcmp(c->help, "help") == 0 || strcmp(c->help, "tournament") == 0);

	expect_answer(m, list);
	if (command_is(command, "token", 4) && strstr(command, " n") != NULL)
		m->asked.token = true;
	m->replays.due += replay;
	m->marks.page = page;
	m->asked.tourneys.listed = page && strcmp(command, "tournament") == 0;
	if (m->asked.tourneys.listed)
		m->asked.tourneys.n = 0;
	return list ? MARK_LIST_END : replay ? MARK_REPLAY : page ? MARK_PAGE : MARK_NONE;
}

static bool
read_additions(struct model *m, const char *line)
{
	bool unknown = strcmp(line, "** Unknown command: 'additions'") == 0;

	if (!is_answer(m, QUIET_ADDITIONS, unknown || begins(line, "** You get")))
		return false;
	m->asked.additions = !unknown;
	return true;
}

bool
query_additions_due(const struct model *m)
{
	return (m->quiet & QUIET_ADDITIONS) != 0;
}

/* Hides repeated reminders of being away, which follow every answer, even answers to requests
 * of this program. */
static bool
read_reminder(struct model *m, const char *line)
{
	bool again = (m->quiet & (QUIET_LIST | QUIET_AWAY)) != 0;

	if (strcmp(line, "You're away. Please type 'back'") != 0)
		return false;
	if (!again)
		m->quiet |= QUIET_AWAY;
	return again;
}

/* Stores a row of the list of tournaments: the number is in the first 5 columns, and the name
 * follows the state, the players and the start, in column 44. */
static void
read_tourney_list(struct model *m, const char *line)
{
	unsigned number, row, columns = 0;

	if (!m->marks.page || !m->asked.tourneys.listed ||
	    m->asked.tourneys.n == TOURNEYS_MAX || strspn(line, " 0123456789") < 7 ||
	    sscanf(line, "%5u  ", &number) != 1)
		return;
	for (; *line != '\0' && columns < 44; columns++)
		for (line++; (*line & 0xc0) == 0x80;)
			line++;
	if (*line == '\0' || *line == ' ')
		return;
	row = m->asked.tourneys.n++;
	m->asked.tourneys.row[row].number = number;
	(void)text_copy(
	    m->asked.tourneys.row[row].name, sizeof(m->asked.tourneys.row[row].name), line);
}

bool
query_answered(struct model *m, const char *line)
{
	read_tourney_list(m, line);
	return read_style(m, line) || read_mark(m, line) || read_token(m, line) ||
	       read_seed(m, line) || read_reminder(m, line) || read_language(m, line) ||
	       read_additions(m, line) ||
	       is_answer(m, QUIET_CLOCK,
		   begins(line, "Clock: ") ||
		       strcmp(line, "** This match has no clock.") == 0 ||
		       strcmp(line, "** You're not watching or playing.") == 0);
}
