/* SPDX-License-Identifier: MIT */
/* Long answers, such as lists of users or games, written as fast as the client reads them.
 * Instead of printing a whole list, a command provides a step function, which writes the next
 * line, and the function's state.  Steps run until the session has enough unsent output, its
 * page is full, or PAGER_STEPS_MAX have been made.  They continue at the end of later turns,
 * once output has been sent, or when the user presses [Return].
 *
 * While an answer is unfinished, further commands of the session wait (net_port.pause), so that
 * answers appear in the order of the commands.  Commands do not wait for the list at log-in
 * (pager_kind.background), so that users can play at once.  News waits (feed.h); private lines
 * appear between the lines of the answer.
 *
 * A short answer is finished within the command; its output is the same as without a pager. */
#ifndef OUTPUT_PAGER_H
#define OUTPUT_PAGER_H

#include "output/screen.h"

#define PAGER_STEPS_MAX 1024u      /* maximum steps of one answer at a time */
#define PAGER_STEPS_PER_TURN 2048u /* maximum steps of all answers at the end of a turn */
#define PAGE_HELD_BYTES 16384u     /* bytes prepared for the next page */

/* Writes one line, or skips one item that has none.  Returns false after the last. */
typedef bool pager_step(struct world *w, struct session *s, void *state);

struct pager_kind {
	pager_step *step;
	void (*free_state)(void *state); /* frees what the state owns; NULL: nothing to free */
	bool background;                 /* further commands do not wait for this answer */
	unsigned step_cost;              /* steps that one call counts as; 0 counts as 1 */
	bool is_file;     /* a file for programs: lines are neither broken nor held in pages */
	bool reads_store; /* reads the store: the answer ends with a notice if the database is
			   * unreachable */
};

/* Begins an answer with a copy of the state (size bytes).  kind->free_state frees what the copy
 * owns at the end of the answer or of the session; the caller must not.  If memory runs out,
 * the answer is dropped and the user notified. */
void pager_begin(struct world *w, struct session *s, const struct pager_kind *kind, void *state,
    size_t size);

/* A text that is produced in one go and written as fast as the client reads it.  Initialise
 * with { 0 }, write through pager_text_out (in the language of `like`; NULL: English), then
 * call pager_text, which empties it.  If memory runs out, pager_text does the same as
 * pager_begin, and writing through pager_text_out aborts. */
struct pager_text {
	char *at; /* NULL: empty */
	size_t len, room;
};
struct out pager_text_out(struct pager_text *t, const struct out *like);
void pager_show_text(struct world *w, struct session *s, struct pager_text *t);

/* Returns whether the session gets long answers: it is logged in, or a spectator. */
bool pager_allowed(const struct session *s);

/* Returns whether another part of an answer will be written before the user presses
 * [Return]. */
bool session_answer_unfinished(const struct session *s);

/* Returns whether the session's input must wait for an unfinished answer. */
bool pager_blocks_input(const struct session *s);

/* Writes as much as possible and adds the number of steps to *steps.  Returns false if nothing
 * is left to do now. */
bool pager_run(struct world *w, struct session *s, unsigned *steps);

/* pager_drop_all drops all answers.  pager_drop_at_return drops the answers that end when the
 * user types a command at [Return]. */
void pager_drop_all(struct session *s);
void pager_drop_at_return(struct world *w, struct session *s);

/* session_input_waits returns whether input must wait: for a password job, a pause, or an
 * answer. session_update_input_pause notifies net if that has changed. */
bool session_input_waits(const struct session *s);
void session_update_input_pause(struct world *w, struct session *s);

/* Delivers no input of the session until at_ms (monotonic); 0 ends the pause. */
void session_pause_input_until(struct world *w, struct session *s, int64_t at_ms);

/* Writes the rest of all answers now.  Output that does not fit is dropped and the user
 * notified. */
void pager_finish(struct world *w, struct session *s);

#endif
