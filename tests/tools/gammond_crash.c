/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=sqlite_commit -Wl,--wrap=sqlite_sync_begin -Wl,--wrap=sqlite_sync_make */
/* The server, except that it exits without a message at a moment set by an environment
 * variable.
 *
 * GAMMOND_EXIT_TURN=n: just before the COMMIT of the n-th turn that has something to commit.
 * Everything that clients have read by then has been committed.
 *
 * GAMMOND_EXIT_SYNC=n: just before the n-th sync of turns; everything written to the journal
 * since the previous sync began is removed, like a loss of power on a disk that writes nothing
 * before it is told to sync.  Everything that clients have read by then is still in the
 * journal. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "store/sqlite/sqlite.h"

#define EXIT_CRASH 77
#define JOURNAL_HEAD_BYTES 32

int server_main(int argc, char **argv);
enum store_err __real_sqlite_commit(struct store *s, struct sbuf *error);
enum store_err __wrap_sqlite_commit(struct store *s, struct sbuf *error);
void __real_sqlite_sync_begin(struct store *s, enum store_sync which);
void __wrap_sqlite_sync_begin(struct store *s, enum store_sync which);
void __real_sqlite_sync_make(struct store *s, enum store_sync which);
void __wrap_sqlite_sync_make(struct store *s, enum store_sync which);

static unsigned long crash_turn, crash_sync;
static unsigned long turns_done, syncs_done;
static off_t sync_bytes, previous_sync_bytes; /* bytes of the journal covered by the current
						 sync, and by the previous sync */

enum store_err
__wrap_sqlite_commit(struct store *s, struct sbuf *error)
{
	if (store_dirty(s) && ++turns_done == crash_turn)
		_exit(EXIT_CRASH);
	return __real_sqlite_commit(s, error);
}

/* No other thread uses `sync_bytes` and `previous_sync_bytes` between sqlite_sync_begin and
 * sqlite_sync_make. */
void
__wrap_sqlite_sync_begin(struct store *s, enum store_sync which)
{
	if (which == STORE_SYNC_WAL) {
		previous_sync_bytes = sync_bytes;
		sync_bytes = JOURNAL_HEAD_BYTES + (off_t)s->wal_last_frame * s->frame_bytes;
	}
	__real_sqlite_sync_begin(s, which);
}

void
__wrap_sqlite_sync_make(struct store *s, enum store_sync which)
{
	int fd;

	if (which == STORE_SYNC_WAL && ++syncs_done == crash_sync) {
		fd = openat(s->dir_fd, STORE_FILE_NAME "-wal", O_WRONLY | O_CLOEXEC);
		if (fd < 0 || ftruncate(fd, previous_sync_bytes) != 0)
			abort();
		_exit(EXIT_CRASH);
	}
	__real_sqlite_sync_make(s, which);
}

static unsigned long
env_number(const char *name)
{
	const char *text = getenv(name);

	return text != NULL ? strtoul(text, NULL, 10) : 0;
}

int
main(int argc, char **argv)
{
	crash_turn = env_number("GAMMOND_EXIT_TURN");
	crash_sync = env_number("GAMMOND_EXIT_SYNC");
	return server_main(argc, argv);
}
