/* SPDX-License-Identifier: MIT */
/* Long answers that are written as the reader takes them: a list of everybody on line, of all
 * games.  Instead of the whole list a command hands over a step that writes the next line of it
 * and a state that says where it is.  It is run until the session has enough unsent output, or
 * the page of [Return] is full, or so many steps have been made; then it goes on at the end of
 * later turns, when the output has left, or with [Return].
 *
 * While an answer is unfinished the session's further lines wait (net_port.pause), so that the
 * answers come in the order of the commands; not so behind the list at log-in (PAGE_BEHIND),
 * after which nobody has to wait to play.  News wait (feed.h); private lines pass between the
 * lines.
 *
 * A short answer is finished in the command itself, and is exactly what it would be without
 * this.
 */
#ifndef OUTPUT_PAGER_H
#define OUTPUT_PAGER_H

#include "output/screen.h"

#define PAGE_STEPS 1024u      /* of one answer at a time */
#define PAGE_STEPS_TURN 2048u /* of all at the end of a turn */
#define PAGE_HELD 16384u      /* bytes that are made ready for [Return] */

/* Writes one line, or looks at one thing that gets none.  False: that was the last one. */
typedef bool pager_step(struct world *w, struct session *s, void *state);

struct pager_kind {
	pager_step *step;
	void (*done)(void *state); /* frees what the state owns; NULL nothing */
	bool behind;               /* further commands are not held up by it */
	unsigned cost;             /* a step counts as so many; 0: as one */
	bool whole; /* a file, that programs read: lines are not broken, nor held in pages */
	bool reads; /* the store: it ends, in words, when that cannot be reached */
};

/* Begins an answer of a session on line with a copy of the state (size bytes), which kind->done
 * ends also when the session goes; the caller forgets theirs.  Without memory the answer is
 * cut, and that is said. */
void pager_begin(struct world *w, struct session *s, const struct pager_kind *kind, void *state,
    size_t size);

/* A text that is made at once and written as the reader takes it: { 0 }, what pager_out writes
 * to (in the language of `like`; NULL English), the answer of a session, which ends it.
 * pager_text without memory as pager_begin; pager_out dies. */
struct pager_text {
	char *at; /* NULL: nothing */
	size_t len, room;
};
struct out pager_out(struct pager_text *t, const struct out *like);
void pager_text(struct world *w, struct session *s, struct pager_text *t);

/* Something of an answer will be written by itself, without [Return]. */
bool session_paged(const struct session *s);

/* Its lines have to wait for that. */
bool pager_blocks(const struct session *s);

/* Writes more, as far as it goes; adds the steps made.  False: nothing more to be done. */
bool pager_run(struct world *w, struct session *s, unsigned *steps);

/* Forgets answers: all; those that a new command at [Return] ends. */
void pager_drop_all(struct session *s);
void pager_drop(struct world *w, struct session *s);

/* Its lines wait: a password is being worked on, a pause is not over, or an answer is
 * unfinished.  ..._update_pause tells the net when that has changed. */
bool session_waits(const struct session *s);
void session_update_pause(struct world *w, struct session *s);

/* Delivers none of its lines until the clock shows at_ms (monotonic). */
void session_sleep(struct world *w, struct session *s, int64_t at_ms);

/* The rest of its answers is written now; what is too much is left out, and it is told so. */
void pager_finish(struct world *w, struct session *s);

#endif
