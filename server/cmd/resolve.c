/* SPDX-License-Identifier: MIT */
/* Finds the command that a line means.  Owns the table; a look-up is linear in it. */
#include "cmd/cmd.h"

#include <sodium.h>
#include <string.h>

#include "people/people.h"
#include "stats/counters.h"
#include "output/output.h"
#include "proto/words.h"

#define LINE_EXAMINED_MAX 256u /* bytes examined by cmd_looks_like_command */

/* The flags as commands.def spells them. */
enum {
	NONE = CMD_NONE,
	WRITES_STORE = CMD_WRITES_STORE,
	OURS = CMD_OURS,
	NEVER_PAGED = CMD_NEVER_PAGED,
	NO_REPEAT = CMD_NO_REPEAT,
	NO_REPEAT_ARGS = CMD_NO_REPEAT_ARGS,
	LEAVES = CMD_LEAVES,
	FOR_GUESTS = CMD_FOR_GUESTS,
	TYPO = CMD_TYPO,
	BARE_MOVE = CMD_BARE_MOVE,
	READS_STORE = CMD_READS_STORE,
	CHAT_ONLY = CMD_CHAT_ONLY,
	SENT_BY_PROGRAMS = CMD_SENT_BY_PROGRAMS,
};

const struct command COMMANDS[] = {
#define CMD(n, s, w, e, c, f, h, r, flags)                                                     \
	{ n, s, WHERE_##w, MSG_##e, c, f, #f, h, ROLE_##r, flags },
#include "cmd/commands.def"
#undef CMD
	{ 0 },
};

_Static_assert(ARRAY_LEN(COMMANDS) <= COUNTERS_COMMANDS_MAX, "each is counted");

/* Returns the command of a line that consists of points only. */
static const struct command *
bare_move_command(void)
{
	const struct command *c = COMMANDS;

	while ((c->flags & CMD_BARE_MOVE) == 0)
		c++;
	return c;
}

/* Finds the command that a word means.  Commands that require a higher role are found by the
 * whole name only. */
static const struct command *
find_by_role(const char *word, enum role role)
{
	struct command_search s = { 0 };

	for (const struct command *c = COMMANDS; c->name != NULL; c++)
		if ((c->role <= role || word_is(word, c->name)) &&
		    !command_search_add(&s, word, c, c->name, c->short_form, c->handler_name,
			(c->flags & CMD_OURS) != 0))
			break;
	return command_search_result(&s);
}

const struct command *
cmd_find(const char *word)
{
	return find_by_role(word, ROLE_ADMIN);
}

bool
cmd_is_full_name(const char *word)
{
	const struct command *cmd = cmd_find(word);

	return cmd != NULL && word_is(word, cmd->name);
}

/* Recognises a move typed without the word `move` (PROTOCOL.md 1): "8-5 6-5", "13 7", "bar-22",
 * "res 22", and for interactive users "bar/22", "enter 22".  "res n" resigns. */
static bool
looks_like_move(const struct session *s, const char *text)
{
	static const struct {
		const char *prefix;
		bool digit_follows;    /* a digit must follow */
		bool interactive_only; /* only interactive users may type the word */
	} forms[] = {
		{ "bar-", false, false },
		{ "bar ", false, false },
		{ "res-", false, false },
		{ "res ", true, false },
		{ "bar/", false, true },
		{ "b/", true, true },
		{ "res/", false, true },
		{ "enter-", true, true },
		{ "enter/", true, true },
		{ "enter ", true, true },
	};

	if (text[0] >= '0' && text[0] <= '9')
		return true;
	for (unsigned i = 0; i < ARRAY_LEN(forms); i++) {
		const char *next = text + strlen(forms[i].prefix);

		if (!word_is_prefix(forms[i].prefix, text) ||
		    (forms[i].interactive_only && !session_is_interactive(s)))
			continue;
		next += strspn(next, " ");
		if (!forms[i].digit_follows || (*next >= '0' && *next <= '9'))
			return true;
	}
	return false;
}

/* Returns the length of the point number at the start of the text, 0 if there is none.  Parts
 * of a date, such as 1990 or 05, are not point numbers. */
static size_t
point_length(const char *text)
{
	size_t n = strspn(text, "0123456789");
	bool fits = n == 1 || (n == 2 && text[0] != '0' && strncmp(text, "25", 2) <= 0);

	return fits ? n : 0;
}

/* Recognises a single move: "24/18", "8-5*", "8/5(2)".  A word of digits only is not a move. */
static bool
is_single_step_move(const char *word)
{
	const char *at = word;
	size_t n = point_length(at);

	while (n != 0 && (at[n] == '/' || at[n] == '-')) {
		at += n + 1;
		n = point_length(at);
		n += n != 0 ? strspn(at + n, "*") : 0;
	}
	if (n == 0 || at == word)
		return false;
	at += n;
	return at[0] == '\0' || (at[0] == '(' && at[1 + strspn(at + 1, "1234")] == ')');
}

/* ---- answers to an offer ---- */

/* Words with which interactive users answer a double, a resignation or an offer of a draw. */
static const struct {
	const char *word, *command;
} ANSWER_WORDS[] = {
	{ "take", "accept" },
	{ "yes", "accept" },
	{ "y", "accept" },
	{ "pass", "reject" },
	{ "drop", "reject" },
	{ "no", "reject" },
	{ "n", "reject" },
};

/* Returns the command for an answer, or NULL if the word is not an answer. */
static const struct command *
find_answer(const char *word)
{
	for (unsigned i = 0; i < ARRAY_LEN(ANSWER_WORDS); i++)
		if (word_is(word, ANSWER_WORDS[i].word))
			return cmd_find(ANSWER_WORDS[i].command);
	return NULL;
}

/* Words that a user may have begun to type, although the beginning is also a prefix of a
 * command ("dicetest", "end"). */
static const char *const MISTAKEN_WORDS[] = { "dice", "enter" };

#define LOGOUT_LETTERS_MIN 3u /* shortest abbreviation of a command that ends the session */

/* Returns whether an interactive user may have meant something else by an abbreviation: an
 * answer typed too early or only in part ("takeback", "password", "draw"), a word in
 * MISTAKEN_WORDS, or one "q" too many at the end of a long answer. */
static bool
may_mean_another_word(const char *word, const struct command *cmd)
{
	if (word_is(word, cmd->name) || word_is(word, cmd->short_form))
		return false;
	for (unsigned i = 0; i < ARRAY_LEN(ANSWER_WORDS); i++)
		if (word_is_prefix(word, ANSWER_WORDS[i].word))
			return true;
	for (unsigned i = 0; i < ARRAY_LEN(MISTAKEN_WORDS); i++)
		if (word_is_prefix(word, MISTAKEN_WORDS[i]))
			return true;
	return (cmd->flags & CMD_LEAVES) != 0 && strlen(word) < LOGOUT_LETTERS_MIN;
}

/* Implements cmd_looks_like_command; modifies the line.  An abbreviation without arguments does
 * not count, because most short words abbreviate some command. */
static bool
looks_like_command(const struct session *s, char *line)
{
	char *rest = text_trim(line);
	const char *word;

	if (strchr(rest, ' ') != NULL && looks_like_move(s, rest))
		return true;
	word = word_next(&rest);
	if (word == NULL)
		return false;
	if (rest[0] != '\0')
		return cmd_find(word) != NULL;
	return cmd_is_full_name(word) || find_answer(word) != NULL || is_single_step_move(word);
}

bool
cmd_looks_like_command(const struct session *s, const char *text)
{
	char line[LINE_EXAMINED_MAX];
	bool looks;

	(void)sbuf_copy(line, sizeof(line), text);
	looks = looks_like_command(s, line);
	sodium_memzero(line, sizeof(line)); /* the line is usually a password */
	return looks;
}

/* ---- unknown words ---- */

/* Returns whether a command may be proposed to the user. */
static bool
can_be_meant(const struct ctx *c, const struct command *cmd)
{
	return cmd->role <= c->p->role && (cmd->flags & CMD_TYPO) == 0;
}

/* Appends the names of all commands that begin with the word. */
static void
list_commands_begun_by(const struct ctx *c, const char *word, struct sbuf *names)
{
	for (const struct command *cmd = COMMANDS; cmd->name != NULL; cmd++)
		if (word_is_prefix(word, cmd->name) && can_be_meant(c, cmd))
			sbuf_addf(names, "%s%s", names->len > 0 ? ", " : "", cmd->name);
}

/* Returns the name nearest to the word, or NULL if none is near enough.  Short words must be
 * nearer.  Of equally near names, one with the same first letter is preferred. */
static const char *
nearest_command(const struct ctx *c, const char *word)
{
	size_t n = strlen(word);
	unsigned most = n < 3 ? 0 : n < 5 ? 1 : 2, best = 2 * most + 2;
	const char *found = NULL;

	for (const struct command *cmd = COMMANDS; cmd->name != NULL; cmd++) {
		unsigned distance = word_distance(word, cmd->name);
		unsigned cost = 2 * distance + (word[0] != cmd->name[0]);

		if (distance > most || cost >= best || !can_be_meant(c, cmd))
			continue;
		best = cost;
		found = cmd->name;
	}
	return found;
}

/* Reports an unknown word.  Interactive users are also shown the commands that they may have
 * meant. */
static void
report_unknown(struct ctx *c, const char *word, char *rest)
{
	char names[256];
	const char *near;
	struct sbuf b;

	cmd_charge(c->w, c->s, 10);
	msg_unknown_command(c->out, word);
	if (!session_is_interactive(c->s))
		return;
	SBUF_INIT(&b, names);
	list_commands_begun_by(c, word, &b);
	near = nearest_command(c, word);
	if (b.len > 0)
		msg_unknown_several(c->out, names);
	else if (!cmd_suggest_help(c, word, rest) && near != NULL)
		msg_unknown_nearest(c->out, near);
}

/* Returns whether the word would end a match by a slip: during a match, interactive users leave
 * the server only by a whole word. */
static bool
logs_out_by_mistake(const struct ctx *c, const struct command *cmd, const char *word)
{
	return (cmd->flags & CMD_LEAVES) != 0 && !word_is(word, cmd->name) &&
	       c->s->match != 0 && session_is_interactive(c->s);
}

/* Finds the command that an interactive user means.  Accepts an abbreviation such as "q" during
 * a match, because cmd_resolve then asks for the whole word. */
static const struct command *
find_for_interactive_user(const struct ctx *c, const char *word)
{
	const struct command *cmd = c->s->match != 0 ? find_answer(word) : NULL;

	if (cmd != NULL)
		return cmd;
	cmd = find_by_role(word, c->p->role);
	if (cmd == NULL || (cmd->flags & CMD_TYPO) != 0 ||
	    (may_mean_another_word(word, cmd) && !logs_out_by_mistake(c, cmd, word)))
		return NULL;
	return cmd;
}

const struct command *
cmd_resolve(struct ctx *c, const char **word_out, char **rest)
{
	const struct command *cmd;

	if (looks_like_move(c->s, *rest)) {
		cmd = bare_move_command();
		*word_out = cmd->name;
		return cmd;
	}
	*word_out = word_next(rest);
	cmd = session_is_interactive(c->s) ? find_for_interactive_user(c, *word_out)
					   : cmd_find(*word_out);
	if (cmd == NULL) {
		report_unknown(c, *word_out, *rest);
	} else if (logs_out_by_mistake(c, cmd, *word_out)) {
		msg_quit_asked(c->out, session_opponent(c->w, c->s)->player->name, cmd->name);
		return NULL;
	}
	return cmd;
}
