/* SPDX-License-Identifier: MIT */
/* Finds the command that a line means.  Owns the table; a look-up is linear in it. */
#include "cmd/cmd.h"

#include <sodium.h>
#include <string.h>

#include "people/people.h"
#include "stats/counters.h"
#include "output/output.h"
#include "proto/words.h"

#define LINE_LOOK_MAX 256u /* bytes examined by cmd_looks_typed */

/* The flags as commands.def spells them. */
enum {
	NONE = CMD_NONE,
	SAVES = CMD_SAVES,
	OURS = CMD_OURS,
	NEWS = CMD_NEWS,
	ONCE = CMD_ONCE,
	NO_REPEAT_ARGS = CMD_NO_REPEAT_ARGS,
	LEAVES = CMD_LEAVES,
	GUEST = CMD_GUEST,
	TYPO = CMD_TYPO,
	POINTS = CMD_POINTS,
	READS = CMD_READS,
	CHAT_ONLY = CMD_CHAT_ONLY,
	PROGRAM = CMD_PROGRAM,
};

const struct command COMMANDS[] = {
#define CMD(n, s, w, e, c, f, h, r, flags)                                                     \
	{ n, s, WHERE_##w, MSG_##e, c, f, #f, h, ROLE_##r, flags },
#include "cmd/commands.def"
#undef CMD
	{ 0 },
};

_Static_assert(ARRAY_LEN(COMMANDS) <= COUNTERS_COMMANDS, "each is counted");

/* Returns the command of a line that consists of points only. */
static const struct command *
find_points(void)
{
	const struct command *c = COMMANDS;

	while ((c->flags & CMD_POINTS) == 0)
		c++;
	return c;
}

/* Finds the command that a word means.  Commands that require a higher role are found by the
 * whole name only. */
static const struct command *
find(const char *word, enum role role)
{
	struct command_search s = { 0 };

	for (const struct command *c = COMMANDS; c->name != NULL; c++)
		if ((c->role <= role || word_is(word, c->name)) &&
		    !command_search_row(&s, word, c, c->name, c->shortest, c->handler,
			(c->flags & CMD_OURS) != 0))
			break;
	return command_search_end(&s);
}

const struct command *
cmd_find(const char *word)
{
	return find(word, ROLE_ADMIN);
}

bool
cmd_named(const char *word)
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
		const char *begins;
		bool number; /* a digit must follow */
		bool people; /* only interactive users may type the word */
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
		const char *next = text + strlen(forms[i].begins);

		if (!word_begins(forms[i].begins, text) ||
		    (forms[i].people && !session_person(s)))
			continue;
		next += strspn(next, " ");
		if (!forms[i].number || (*next >= '0' && *next <= '9'))
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
is_one_step(const char *word)
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
} ANSWERS[] = {
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
	for (unsigned i = 0; i < ARRAY_LEN(ANSWERS); i++)
		if (word_is(word, ANSWERS[i].word))
			return cmd_find(ANSWERS[i].command);
	return NULL;
}

/* Words that a user may have begun to type, although the beginning is also a prefix of a
 * command ("dicetest", "end"). */
static const char *const MISTAKEN[] = { "dice", "enter" };

#define LEAVES_LETTERS_MIN 3u /* shortest abbreviation of a command that ends the session */

/* Returns whether an interactive user may have meant something else by an abbreviation: an
 * answer typed too early or only in part ("takeback", "password", "draw"), a word in MISTAKEN,
 * or one "q" too many at the end of a long answer. */
static bool
may_mean_another(const char *word, const struct command *cmd)
{
	if (word_is(word, cmd->name) || word_is(word, cmd->shortest))
		return false;
	for (unsigned i = 0; i < ARRAY_LEN(ANSWERS); i++)
		if (word_begins(word, ANSWERS[i].word))
			return true;
	for (unsigned i = 0; i < ARRAY_LEN(MISTAKEN); i++)
		if (word_begins(word, MISTAKEN[i]))
			return true;
	return (cmd->flags & CMD_LEAVES) != 0 && strlen(word) < LEAVES_LETTERS_MIN;
}

/* Implements cmd_looks_typed; modifies the line.  An abbreviation without arguments does not
 * count, because most short words abbreviate some command. */
static bool
looks_typed(const struct session *s, char *line)
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
	return cmd_named(word) || find_answer(word) != NULL || is_one_step(word);
}

bool
cmd_looks_typed(const struct session *s, const char *text)
{
	char line[LINE_LOOK_MAX];
	bool looks;

	(void)sbuf_copy(line, sizeof(line), text);
	looks = looks_typed(s, line);
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
list_begun(const struct ctx *c, const char *word, struct sbuf *names)
{
	for (const struct command *cmd = COMMANDS; cmd->name != NULL; cmd++)
		if (word_begins(word, cmd->name) && can_be_meant(c, cmd))
			sbuf_addf(names, "%s%s", names->len > 0 ? ", " : "", cmd->name);
}

/* Returns the name nearest to the word, or NULL if none is near enough.  Short words must be
 * nearer.  Of equally near names, one with the same first letter is preferred. */
static const char *
nearest(const struct ctx *c, const char *word)
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

	cmd_pay(c->w, c->s, 10);
	msg_unknown_command(c->out, word);
	if (!session_person(c->s))
		return;
	SBUF_ON(&b, names);
	list_begun(c, word, &b);
	near = nearest(c, word);
	if (b.len > 0)
		msg_unknown_several(c->out, names);
	else if (!cmd_help_meant(c, word, rest) && near != NULL)
		msg_unknown_nearest(c->out, near);
}

/* Returns whether the word would end a match by a slip: during a match, interactive users leave
 * the server only by a whole word. */
static bool
leaves_by_a_slip(const struct ctx *c, const struct command *cmd, const char *word)
{
	return (cmd->flags & CMD_LEAVES) != 0 && !word_is(word, cmd->name) &&
	       c->s->match != 0 && session_person(c->s);
}

/* Finds the command that an interactive user means.  Accepts an abbreviation such as "q" during
 * a match, because cmd_resolve then asks for the whole word. */
static const struct command *
find_for_person(const struct ctx *c, const char *word)
{
	const struct command *cmd = c->s->match != 0 ? find_answer(word) : NULL;

	if (cmd != NULL)
		return cmd;
	cmd = find(word, c->p->role);
	if (cmd == NULL || (cmd->flags & CMD_TYPO) != 0 ||
	    (may_mean_another(word, cmd) && !leaves_by_a_slip(c, cmd, word)))
		return NULL;
	return cmd;
}

const struct command *
cmd_resolve(struct ctx *c, const char **word_out, char **rest)
{
	const struct command *cmd;

	if (looks_like_move(c->s, *rest)) {
		cmd = find_points();
		*word_out = cmd->name;
		return cmd;
	}
	*word_out = word_next(rest);
	cmd = session_person(c->s) ? find_for_person(c, *word_out) : cmd_find(*word_out);
	if (cmd == NULL) {
		report_unknown(c, *word_out, *rest);
	} else if (leaves_by_a_slip(c, cmd, *word_out)) {
		msg_quit_asked(c->out, session_opponent(c->w, c->s)->player->name, cmd->name);
		return NULL;
	}
	return cmd;
}
