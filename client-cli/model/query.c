/* SPDX-License-Identifier: MIT */
/* Requests made by the program: see query.h.  Pure except for random bytes. */
#include "query.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "commands.h"
#include "sentence.h"
#include "text.h"

#define BOARDSTYLE_RAW 3

enum hidden_answer {
	HIDDEN_TOKEN = 1,
	HIDDEN_BOARDSTYLE = 2,
	HIDDEN_BOARDSTYLE_SET = 4,
	HIDDEN_CLOCK = 8,
	HIDDEN_SEED = 16,
	HIDDEN_AWAY_UNTIL_TYPED = 32, /* reminders of being away, until the user types */
	HIDDEN_AWAY_UNTIL_MARKS = 64, /* reminders of being away, until all marks arrive */
	HIDDEN_ADDITIONS = 128,
	HIDDEN_LANGUAGE = 256,
};

static bool
begins_with(const char *line, const char *with)
{
	return strncmp(line, with, strlen(with)) == 0;
}

/* Sends a request whose answer is not shown. */
static void
send_hidden_query(struct model *m, enum hidden_answer answer, const char *line)
{
	if (model_queue_line(m, "%s", line))
		m->hidden_answers |= (unsigned)answer;
}

void
query_token_and_style(struct model *m)
{
	m->hidden_answers = 0;
	m->queries.additions_on = false;
	m->farewell_received = false;
	if (m->token[0] == '\0')
		send_hidden_query(m, HIDDEN_TOKEN, "token new");
	send_hidden_query(m, HIDDEN_BOARDSTYLE, "set boardstyle");
}

/* Ends the list of users who are away, because another answer follows. */
static void
end_away_list(struct model *m)
{
	if (m->message_group == GROUP_AWAY_LIST)
		m->message_group = GROUP_NONE;
}

void
query_clock(struct model *m)
{
	if ((m->hidden_answers & HIDDEN_CLOCK) != 0)
		return;
	end_away_list(m);
	send_hidden_query(m, HIDDEN_CLOCK, "clock");
}

void
query_send_seed(struct model *m)
{
	uint8_t bytes[16];
	char line[] = "seed 0123456789abcdef0123456789abcdef";

	randombytes_buf(bytes, sizeof(bytes));
	(void)sodium_bin2hex(line + 5, sizeof(line) - 5, bytes, sizeof(bytes));
	send_hidden_query(m, HIDDEN_SEED, line);
}

/* fits: whether the line is the answer.  If the answer was expected, stops expecting it and
 * returns true. */
static bool
take_answer(struct model *m, enum hidden_answer to, bool fits)
{
	if ((m->hidden_answers & (unsigned)to) == 0 || !fits)
		return false;
	m->hidden_answers &= ~(unsigned)to;
	return true;
}

static bool
read_seed_answer(struct model *m, const char *line)
{
	struct sentence s;
	bool more = sentence_read("** It counts for your match in '%w'", line, &s);

	return (more && (m->hidden_answers & HIDDEN_SEED) != 0) ||
	       take_answer(m, HIDDEN_SEED,
		   sentence_read("** It counts for matches whose invitation stands already, "
				 "not for later ones",
		       line, &s));
}

/* Handles the value of the user's board style.  This program reads only style 3: any other
 * style is saved in boardstyle_to_restore and replaced, and the function returns false.  Style
 * 3 leaves boardstyle_to_restore unchanged, because this program may have set it. */
static bool
check_boardstyle(struct model *m, long style)
{
	if (style == BOARDSTYLE_RAW)
		return true;
	m->boardstyle_to_restore = (unsigned)style;
	if ((m->hidden_answers & HIDDEN_BOARDSTYLE_SET) == 0)
		send_hidden_query(m, HIDDEN_BOARDSTYLE_SET, "set boardstyle 3");
	return false;
}

static bool
read_boardstyle_answer(struct model *m, const char *line)
{
	struct sentence s;
	bool set = sentence_read("Value of 'boardstyle' set to %u", line, &s);

	if (set && take_answer(m, HIDDEN_BOARDSTYLE_SET, s.numbers[0] == BOARDSTYLE_RAW))
		return true;
	if (set) { /* the user has changed the style */
		model_log(m, LOG_SERVER, line);
		if (check_boardstyle(m, s.numbers[0]))
			m->boardstyle_to_restore = 0;
		else
			model_log(m, LOG_CLIENT,
			    "gammon needs board style 3. Your own style is restored when you "
			    "leave.");
		return true;
	}
	if (!take_answer(
		m, HIDDEN_BOARDSTYLE, sentence_read("Value of 'boardstyle' is %u", line, &s)))
		return false;
	m->hidden_answers &= ~(unsigned)HIDDEN_TOKEN; /* already answered */
	(void)check_boardstyle(m, s.numbers[0]);
	return true;
}

bool
query_add_mark(struct model *m, enum mark_kind mark)
{
	if (mark == MARK_NONE || m->query_marks.n == MARKS_DUE_MAX)
		return false;
	m->query_marks.due[m->query_marks.n++] = (uint8_t)mark;
	return true;
}

static bool
read_mark(struct model *m, const char *line)
{
	enum mark_kind mark = (enum mark_kind)m->query_marks.due[0];

	if (m->query_marks.n == 0 || strcmp(line, "** Unknown command: '" QUERY_MARK "'") != 0)
		return false;
	memmove(m->query_marks.due, m->query_marks.due + 1, --m->query_marks.n);
	if (m->query_marks.n == 0)
		m->hidden_answers &= ~(unsigned)HIDDEN_AWAY_UNTIL_MARKS;
	if (mark == MARK_LIST_END && m->query_marks.list_complete &&
	    m->query_marks.list_rows == 0)
		model_log(m, LOG_CLIENT, "Nobody.");
	m->query_marks.list_arriving = mark == MARK_LIST_START;
	m->query_marks.page_arriving = m->query_marks.page_arriving && mark != MARK_PAGE_END;
	m->query_marks.list_rows = 0;
	m->query_marks.list_complete = false;
	m->query_marks.export_complete =
	    m->query_marks.export_complete || mark == MARK_EXPORT_END;
	if (mark == MARK_DICE_ANSWER_END && m->queries.seal.due > 0)
		m->queries.seal.due--;
	if (mark == MARK_REPLAYED_MOVE && m->replays.due > 0) {
		/* replays shown before this mark are no longer pending */
		m->replays.due = 0;
		for (unsigned i = 0; i < m->query_marks.n; i++)
			m->replays.due += m->query_marks.due[i] == MARK_REPLAYED_MOVE;
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
		return take_answer(m, HIDDEN_LANGUAGE,
		    strcmp(line, "** Invalid argument. Type 'help set'.") == 0);
	language = language_find(s.words[0]);
	if (language >= 0) /* a newer server may have more languages */
		m->queries.language = (enum language)language;
	return take_answer(m, HIDDEN_LANGUAGE, !set);
}

bool
query_language_awaited(const struct model *m)
{
	return (m->hidden_answers & (HIDDEN_TOKEN | HIDDEN_LANGUAGE)) != 0;
}

static bool
read_token(struct model *m, const char *line)
{
	size_t n = begins_with(line, "token:") ? strspn(line + 6, "0123456789abcdef") : 0;

	/* the format is "token:HEX:UNTIL" */
	if (n != TOKEN_DIGITS || line[6 + n] != ':' ||
	    line[6 + n + 1 + strspn(line + 6 + n + 1, "0123456789")] != '\0')
		return take_answer(
		    m, HIDDEN_TOKEN, strcmp(line, "** Unknown command: 'token'") == 0);
	(void)snprintf(m->token, sizeof(m->token), "%.*s", (int)TOKEN_DIGITS, line + 6);
	m->hidden_answers &= ~(unsigned)HIDDEN_TOKEN;
	m->server_is_gammond = true;
	if (!m->queries.additions_on) {
		m->queries.additions_on = true;
		/* the language is requested first, because the server answers `additions` in
		 * it */
		send_hidden_query(m, HIDDEN_LANGUAGE, "set language");
		send_hidden_query(m, HIDDEN_ADDITIONS, "additions");
	}
	m->queries.token_requested = false;
	return true;
}

/* Prepares for the answer to a command that is about to be sent: allows the next reminder that
 * the user is away, and ends the list of away users. */
static void
prepare_for_answer(struct model *m, bool list)
{
	end_away_list(m);
	m->hidden_answers &= ~(unsigned)(HIDDEN_AWAY_UNTIL_TYPED | HIDDEN_AWAY_UNTIL_MARKS);
	if (list)
		m->hidden_answers |= HIDDEN_AWAY_UNTIL_MARKS;
}

enum mark_kind
query_command_sent(struct model *m, const char *command)
{
	bool list = command_is(command, "rawwho", 3) || command_is(command, "w", 1) ||
		    command_is(command, "who", 3);
	bool replay = command_is(command, "replay", 4);
	const struct server_command *c = server_command_find(command);
	bool page =
	    c != NULL && (strcmp(c->help, "help") == 0 || strcmp(c->help, "tournament") == 0);

	prepare_for_answer(m, list);
	if (command_is(command, "token", 4) && strstr(command, " n") != NULL)
		m->queries.token_requested = true;
	m->replays.due += replay;
	m->query_marks.page_arriving = page;
	m->queries.tourneys.list_arriving = page && strcmp(command, "tournament") == 0;
	if (m->queries.tourneys.list_arriving)
		m->queries.tourneys.n = 0;
	return list     ? MARK_LIST_END
	       : replay ? MARK_REPLAYED_MOVE
	       : page   ? MARK_PAGE_END
			: MARK_NONE;
}

static bool
read_additions(struct model *m, const char *line)
{
	bool unknown = strcmp(line, "** Unknown command: 'additions'") == 0;

	if (!take_answer(m, HIDDEN_ADDITIONS, unknown || begins_with(line, "** You get")))
		return false;
	m->queries.additions_on = !unknown;
	return true;
}

bool
query_additions_awaited(const struct model *m)
{
	return (m->hidden_answers & HIDDEN_ADDITIONS) != 0;
}

/* Hides repeated reminders of being away, which follow every answer, even answers to requests
 * of this program. */
static bool
read_away_reminder(struct model *m, const char *line)
{
	bool again =
	    (m->hidden_answers & (HIDDEN_AWAY_UNTIL_MARKS | HIDDEN_AWAY_UNTIL_TYPED)) != 0;

	if (strcmp(line, "You're away. Please type 'back'") != 0)
		return false;
	if (!again)
		m->hidden_answers |= HIDDEN_AWAY_UNTIL_TYPED;
	return again;
}

/* Stores a row of the list of tournaments: the number is in the first 5 columns, and the name
 * follows the state, the players and the start, in column 44. */
static void
read_tourney_row(struct model *m, const char *line)
{
	unsigned number, row, columns = 0;

	if (!m->query_marks.page_arriving || !m->queries.tourneys.list_arriving ||
	    m->queries.tourneys.n == TOURNEYS_MAX || strspn(line, " 0123456789") < 7 ||
	    sscanf(line, "%5u  ", &number) != 1)
		return;
	for (; *line != '\0' && columns < 44; columns++)
		for (line++; (*line & 0xc0) == 0x80;)
			line++;
	if (*line == '\0' || *line == ' ')
		return;
	row = m->queries.tourneys.n++;
	m->queries.tourneys.row[row].number = number;
	(void)text_copy(
	    m->queries.tourneys.row[row].name, sizeof(m->queries.tourneys.row[row].name), line);
}

bool
query_read_answer(struct model *m, const char *line)
{
	read_tourney_row(m, line);
	return read_boardstyle_answer(m, line) || read_mark(m, line) || read_token(m, line) ||
	       read_seed_answer(m, line) || read_away_reminder(m, line) ||
	       read_language(m, line) || read_additions(m, line) ||
	       take_answer(m, HIDDEN_CLOCK,
		   begins_with(line, "Clock: ") ||
		       strcmp(line, "** This match has no clock.") == 0 ||
		       strcmp(line, "** You're not watching or playing.") == 0);
}
