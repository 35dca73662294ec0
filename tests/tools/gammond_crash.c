/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=sqlite_commit */
/* The server, except that it ends without a word just before the COMMIT of turn
 * GAMMOND_EXIT_TURN, counting the turns that have something to commit.  Whatever a client has
 * read by then was committed before. */
#include <stdlib.h>
#include <unistd.h>

#include "store/store.h"

#define EXIT_BEFORE_COMMIT 77

int server_main(int argc, char **argv);
enum store_err __real_sqlite_commit(struct store *s, struct sbuf *error);
enum store_err __wrap_sqlite_commit(struct store *s, struct sbuf *error);

static unsigned long exit_turn;
static unsigned long turns;

enum store_err
__wrap_sqlite_commit(struct store *s, struct sbuf *error)
{
	if (store_dirty(s) && ++turns == exit_turn)
		_exit(EXIT_BEFORE_COMMIT);
	return __real_sqlite_commit(s, error);
}

int
main(int argc, char **argv)
{
	const char *turn = getenv("GAMMOND_EXIT_TURN");

	exit_turn = turn != NULL ? strtoul(turn, NULL, 10) : 0;
	return server_main(argc, argv);
}
