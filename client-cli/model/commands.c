/* SPDX-License-Identifier: MIT */
/* The server's commands and settings: see commands.h.  A look-up is linear in the table. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "proto/words.h"

/* The flags and roles used in the table. */
enum {
	NONE = 0,
	WRITES_STORE = 0,
	OURS = 1 << 0,
	NEVER_PAGED = 0,
	NO_REPEAT = 1 << 1,
	NO_REPEAT_ARGS = 1 << 2,
	LEAVES = 1 << 3,
	FOR_GUESTS = 0,
	TYPO = 1 << 4,
	BARE_MOVE = 0,
	CHAT_ONLY = 0,
	SENT_BY_PROGRAMS = 0,
	READS_STORE = 0,
	USER = 0,
	OPERATOR,
	ADMIN,
};

const struct server_command SERVER_COMMANDS[] = {
#define CMD(n, s, w, e, c, f, h, r, flags)                                                     \
	{ n, s, #f, h, (r) == USER, ((flags)&OURS) != 0, ((flags)&NO_REPEAT) != 0,             \
		((flags)&NO_REPEAT_ARGS) != 0, ((flags)&LEAVES) != 0, ((flags)&TYPO) != 0 },
#include "cmd/commands.def"
#undef CMD
	{ .name = NULL },
};

const char *const SERVER_TOGGLES[] = {
#define TOGGLE(name, initial, kept) #name,
#include "people/toggles.def"
#undef TOGGLE
	NULL,
};

const char *const SERVER_VARIABLES[] = {
#define VARIABLE(id, name, kept) name,
#include "people/variables.def"
#undef VARIABLE
	NULL,
};

const char *const SERVER_SHOW_ARGUMENTS[] = {
#define SHOW(name, reads) #name,
#include "cmd/show.def"
#undef SHOW
	NULL,
};

const struct local_command LOCAL_COMMANDS[] = {
#define LOCAL_COMMAND(name, argument, run, help) { name, argument, help },
#include "local_commands.def"
#undef LOCAL_COMMAND
	{ .name = NULL },
};

const struct server_command *
server_command_find(const char *line)
{
	struct command_search s = { 0 };
	char word[32];
	size_t n = strcspn(line, " ");

	if (n == 0 || n >= sizeof(word))
		return NULL;
	(void)snprintf(word, sizeof(word), "%.*s", (int)n, line);
	for (const struct server_command *c = SERVER_COMMANDS; c->name != NULL; c++)
		if (!command_search_add(&s, word, c, c->name, c->preferred_abbreviation, c->run,
			c->gammond_only))
			break;
	return command_search_result(&s);
}

bool
command_is(const char *text, const char *name, size_t least)
{
	char word[16];
	size_t n = strcspn(text, " ");

	(void)snprintf(word, sizeof(word), "%.*s", (int)(n < sizeof(word) ? n : 0), text);
	return n >= least && word_is_prefix(word, name);
}

bool
command_has_secret(const char *text)
{
	text += strspn(text, " \t");
	if (strncmp(text, "/alias ", 7) == 0) {
		text += 7 + strspn(text + 7, " ");
		text += strcspn(text, " ");
		text += strspn(text, " ");
	}
	return word_is_prefix_exactly("pas", text) || strncmp(text, "login", 5) == 0 ||
	       strncmp(text, "connect", 7) == 0 || strncmp(text, "recover", 7) == 0;
}

bool
command_is_local(const char *text)
{
	return text[0] == '/' || strncmp(text, "!!", 2) == 0;
}
