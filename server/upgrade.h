/* SPDX-License-Identifier: MIT */
/* How a server hands over to a new process of the same user, over a Unix socket in the data
 * directory: the messages, and who may speak.  What they carry is carry.c's of net and domain.
 *
 *	new                          old, which serves
 *	HELLO, its version      -->
 *	                             goes on when that is another user's, or another version,
 *	                             or from outside of its service:
 *	                        <--  REFUSED, and why
 *	                             or the same program, if it says which it is (a reload):
 *	                        <--  SAME; reads its configuration again
 *	                             everything told is on disk; closes the database; serves
 *	                             nobody
 *	                        <--  FILES, at most UPGRADE_FILES each; STATE; ALL
 *	has all of it: READY    -->
 *	                             within UPGRADE_READY_MS, else opens the database and serves
 *	                        <--  GO
 *	opens the database, under
 *	its lock, and seats
 *	everybody: TAKEN        -->
 *	                             until then: when the new one ends, opens the database and
 *	                             serves
 *	                        <--  BYE
 *	serves                       tells TLS users, ends
 *
 * Who may serve is decided by the lock of the data directory and nothing else.  The old one
 * gives it up before it says GO, the new one takes it behind that, and whoever does not get it
 * ends.  The new one sends and reads nothing of any user before it has said TAKEN, and then the
 * old one never does again; so whoever is killed, and wherever, no user is served twice. Killed
 * behind TAKEN, the new one is a server that was killed: the next start replays. */
#ifndef UPGRADE_H
#define UPGRADE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"
#include "base/pack.h"
#include "base/sbuf.h"

/* Another one is refused.  To be raised with every change of what is carried; so also when a
 * row comes before others in toggles.def, a language, or an enum of session.h: they go as
 * numbers. */
#define UPGRADE_VERSION 3u
#define UPGRADE_FILES 250u /* SCM_MAX_FD of Linux is 253 */
#define UPGRADE_READY_MS 10000
#define UPGRADE_OPEN_MS 60000 /* the new one may bring the database up to date */

enum upgrade_kind {
	UPGRADE_HELLO = 1,
	UPGRADE_REFUSED,
	UPGRADE_SAME,
	UPGRADE_FILES_OF,
	UPGRADE_STATE,
	UPGRADE_ALL,
	UPGRADE_READY,
	UPGRADE_GO,
	UPGRADE_TAKEN,
	UPGRADE_BYE,
	UPGRADE_HELLO_APART, /* HELLO of who is not in the old one's cgroup */
};

#define UPGRADE_SOCKET "upgrade" /* in the data directory */
#define UPGRADE_TEXT_MAX 200u

/* What the old one hears; only its user may connect.  -1 and why. */
MUST_USE int upgrade_listen(const char *data_dir, struct sbuf *error);
/* The new one calls, and says hello; program: which it is, "" it does not matter.  -1 and why.
 */
MUST_USE int upgrade_call(const char *data_dir, const char *program, struct sbuf *error);

/* Which program this is: another one when its file is another, or has been written to. */
#define UPGRADE_PROGRAM_MAX 80u
void upgrade_program(char out[UPGRADE_PROGRAM_MAX]);

/* The old one, of that program, NULL for one that every reload is to find: somebody calls.  -1
 * and why: nobody who may, or of a version that is not ours, which they were told; with nothing
 * in error: the same program.  *beside_out: it is in this one's cgroup, as who is begun by the
 * same manager of services. */
MUST_USE int upgrade_answer(
    int listen_fd, const char *program, int *pid_out, bool *beside_out, struct sbuf *error);

/* A message without anything in it, or with a text of at most UPGRADE_TEXT_MAX bytes; false
 * when the other one has gone. */
bool upgrade_say(int fd, enum upgrade_kind kind, const char *text);
/* The next message is this one, and comes in time; else false, with EAGAIN when none has. */
bool upgrade_hear(int fd, enum upgrade_kind kind, int ms);
/* All of a pack, and ALL, within UPGRADE_READY_MS; it comes, and is to be read, and its
 * descriptors are the caller's even when it has not all come, and why; nothing in that: SAME.
 */
MUST_USE bool upgrade_give(int fd, const struct pack *p);
MUST_USE bool upgrade_take(int fd, struct pack *p, struct sbuf *why);
/* Those that nobody has read. */
void upgrade_close_files(struct pack *p);

#endif
