/* SPDX-License-Identifier: MIT */
/* Formatting for terminals: line ends, breaking of long lines, pages of long answers, and
 * separation of unrequested output from prompts. */
#ifndef OUTPUT_SCREEN_H
#define OUTPUT_SCREEN_H

#include "people/session.h"

/* Requests the window size from the terminal of an interactive user, once. */
void session_ask_window_size(struct session *s);

/* Sets the window size; 0: not known.  Users who have set no lengths get lines and pages of
 * that size. */
void session_set_window_size(struct session *s, unsigned columns, unsigned rows);

/* Writes whole lines in wire format to a client program. */
void session_write_wire(struct session *s, const char *wire, size_t n);

/* Sets language and width of the session's texts.  Call it after changing anything that they
 * depend on: the account, `set linelength`, `set language`, a guest's `language`, `set
 * boardstyle`, `toggle telnet`, `toggle wrap`. */
void session_set_text_format(struct session *s);
/* Like session_set_text_format, but as if the toggle `telnet` had the given value. */
void session_set_text_format_as(struct session *s, bool telnet);

/* Marks the beginning or the end of the answer to a command of the session.  Answers are shown
 * in pages. */
void session_mark_answer(struct session *s, bool begins);

/* Marks the beginning or the end of a file for programs, in which lines are neither broken nor
 * held in pages.  Text already held is written first. */
void session_mark_file(struct session *s, bool begins);

/* Sends telnet's ECHO option.  With `on`, the client shows what is typed. */
void session_set_echo(struct world *w, struct session *s, bool on);

/* Ends the next line with BEL, if the user has `bell` on. */
void session_ring_bell(struct session *s);

/* Writes text with lines ended by "\n"; text that does not fit on the page is held.  Only
 * output.c calls it, after writing pending news. */
void screen_write(struct session *s, const char *text, size_t n);

/* Writes a prompt, never broken: clients recognise it by its last byte. */
void screen_write_prompt(struct session *s, enum msg_id id);

/* Held text: session_has_held_text returns whether there is any, screen_next_page writes its
 * next page, session_drop_held_text drops it. */
bool session_has_held_text(const struct session *s);
void screen_next_page(struct session *s);
void session_drop_held_text(struct session *s);

#endif
