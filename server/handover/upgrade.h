/* SPDX-License-Identifier: MIT */
/* Transfers a server to a new process of the same user, over a Unix socket in the data
 * directory: the messages, and who may send them.  Their contents are defined by net_hand_over,
 * net_pages_hand_over and domain_hand_over.
 *
 * 	new                          old, which serves
 * 	HELLO, its version      -->
 * 	                             if HELLO is from another user, of another version or
 * 	                             from outside the service, continues to serve:
 * 	                        <--  REFUSED, and why
 * 	                             if HELLO names the program that this one runs (a reload):
 * 	                        <--  SAME; rereads its configuration
 * 	                             waits for the disk; closes the database; serves no user
 * 	                        <--  FILES, at most UPGRADE_FILES_MAX each; STATE; STATE_END
 * 	has everything: READY   -->
 * 	                             within UPGRADE_READY_MS, else opens the database and serves
 * 	                        <--  GO
 * 	opens the database, under
 * 	its lock, and restores
 * 	the sessions: TAKEN     -->
 * 	                             until then: if the new one ends, opens the database and
 * 	                             serves
 * 	                        <--  BYE
 * 	serves                       notifies TLS users, ends
 *
 * Only the lock of the data directory decides which process may serve.  The old process
 * releases the lock before it sends GO, and the new process takes the lock after GO.  A process
 * that cannot get the lock ends.  The new process exchanges nothing with users before it has
 * sent TAKEN, and the old one nothing after it has received TAKEN.  So no user is served twice,
 * whichever process is killed at any point.  A new process that is killed after TAKEN is like
 * any killed server: the next start replays its matches. */
#ifndef UPGRADE_H
#define UPGRADE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"
#include "base/pack.h"
#include "base/sbuf.h"

/* Version of the messages and their order; others are refused.  The state has no version: its
 * fields are tagged, so a release may have more or fewer of them (base/pack.h). */
#define UPGRADE_VERSION 4u
#define UPGRADE_FILES_MAX 250u /* SCM_MAX_FD of Linux is 253 */
#define UPGRADE_READY_MS 10000
#define UPGRADE_OPEN_MS 60000 /* the new process may migrate a small database */

enum upgrade_message {
	UPGRADE_HELLO = 1,
	UPGRADE_REFUSED,
	UPGRADE_SAME,
	UPGRADE_FILES,
	UPGRADE_STATE,
	UPGRADE_STATE_END,
	UPGRADE_READY,
	UPGRADE_GO,
	UPGRADE_TAKEN,
	UPGRADE_BYE,
	UPGRADE_HELLO_OUTSIDE, /* HELLO from outside the old process's cgroup */
};

#define UPGRADE_SOCKET "upgrade" /* name of the socket in the data directory */
#define UPGRADE_TEXT_MAX 200u

/* Opens the socket on which a serving process accepts calls.  Only processes of the same user
 * may connect.  Returns -1 and sets `error` on failure. */
MUST_USE int upgrade_listen(const char *data_dir, struct sbuf *error);
/* Connects and sends HELLO; program: what upgrade_program_id wrote; "" if it does not matter.
 * Returns -1 and sets `error` on failure. */
MUST_USE int upgrade_connect(const char *data_dir, const char *program, struct sbuf *error);

/* Writes an identifier of the running program.  A different file, or the same file after a
 * change, has a different identifier. */
#define UPGRADE_PROGRAM_ID_MAX 80u
void upgrade_program_id(char out[UPGRADE_PROGRAM_ID_MAX]);

/* Accepts a call.  program: what upgrade_program_id wrote in this process; NULL to treat every
 * caller as different.  Returns the connection.  Returns -1 with `error` set if the call was
 * refused (wrong user or version); the caller has then been notified.  Returns -1 with `error`
 * empty if the caller runs the same program.  *same_cgroup_out: whether the caller is in the
 * cgroup of this process.  A caller that the same unit has started is in it. */
MUST_USE int upgrade_accept(int listen_fd, const char *program, int *pid_out,
    bool *same_cgroup_out, struct sbuf *error);

/* Sends a message with an optional text of at most UPGRADE_TEXT_MAX bytes.  Returns false if
 * the message could not be sent within a second. */
bool upgrade_send(int fd, enum upgrade_message kind, const char *text);
/* Returns whether the next message arrives in time and is of that kind.  If none has arrived,
 * errno is EAGAIN. */
bool upgrade_receive(int fd, enum upgrade_message kind, int ms);
/* upgrade_send_state sends a pack and STATE_END within UPGRADE_READY_MS.  upgrade_receive_state
 * receives it for reading.  If upgrade_receive_state returns false, `why` has the reason, or is
 * empty if SAME was received; descriptors in the pack belong to the caller even then. */
MUST_USE bool upgrade_send_state(int fd, const struct pack *p);
MUST_USE bool upgrade_receive_state(int fd, struct pack *p, struct sbuf *why);
/* Closes descriptors that were not read from the pack. */
void upgrade_close_files(struct pack *p);

#endif
