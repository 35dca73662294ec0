/* SPDX-License-Identifier: MIT */
/* The commands of this program: see local_commands.h. */
#include "local_commands.h"

#include <stdio.h>
#include <string.h>

#include "base/sbuf.h"

#include "client-cli/model/commands.h"
#include "client-cli/model/texts.h"

#include "connect.h"
#include "imports.h"
#include "notes_aliases.h"
#include "replays.h"
#include "send.h"

static void
run_help(struct session *s, const char *words)
{
	(void)words;
	s->view.keys_page_shown = true;
}

static void
run_switch_to_lines(struct session *s, const char *words)
{
	(void)words;
	s->switch_to_lines = true;
}

static void
run_switch_to_screen(struct session *s, const char *words)
{
	(void)words;
	s->switch_to_screen = true;
}

static void
run_leave(struct session *s, const char *words)
{
	(void)words;
	session_quit(s);
}

static void (*const RUN[])(struct session *s, const char *words) = {
#define LOCAL_COMMAND(name, argument, run, help) run,
#include "client-cli/model/local_commands.def"
#undef LOCAL_COMMAND
};

static void
log_commands(struct session *s)
{
	char names[120], text[240];
	struct sbuf list, b;

	SBUF_INIT(&list, names);
	for (const struct local_command *c = LOCAL_COMMANDS; c->name != NULL; c++)
		sbuf_addf(&list, "%s%s", c == LOCAL_COMMANDS ? "" : ", ", c->name);
	SBUF_INIT(&b, text);
	texts_addf(&b, s->model.queries.language,
	    "The commands of gammon are %s. Everything else goes to the server.", names);
	session_log(s, text);
}

void
local_command_typed(struct session *s, const char *text)
{
	size_t n = strcspn(text, " ");

	for (unsigned i = 0; LOCAL_COMMANDS[i].name != NULL; i++) {
		const struct local_command *c = &LOCAL_COMMANDS[i];

		if (strlen(c->name) == n && strncmp(text, c->name, n) == 0 &&
		    (c->takes_arguments || text[n] == '\0')) {
			RUN[i](s, text + n + strspn(text + n, " "));
			return;
		}
	}
	log_commands(s);
}
