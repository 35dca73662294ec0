/* SPDX-License-Identifier: MIT */
/* gammon finds commands in its own copy of the server's table.  This checks that a word means
 * the same command to gammon and to the server. */
#include <stdio.h>
#include <string.h>

#include "client-cli/model/commands.h"
#include "cmd/cmd.h"
#include "tests/unit/test.h"

TEST(every_abbreviation_means_the_same_command_in_gammon_and_on_the_server)
{
	char word[32];

	for (const struct server_command *c = SERVER_COMMANDS; c->name != NULL; c++)
		for (size_t n = 1; n <= strlen(c->name); n++) {
			const struct server_command *here;
			const struct command *there;

			(void)snprintf(word, sizeof(word), "%.*s", (int)n, c->name);
			here = server_command_find(word);
			there = cmd_find(word);
			if ((here == NULL) != (there == NULL) ||
			    (here != NULL && strcmp(here->name, there->name) != 0))
				fail_msg("'%s' is %s in gammon and %s on the server", word,
				    here != NULL ? here->name : "unknown",
				    there != NULL ? there->name : "unknown");
		}
}
