/* SPDX-License-Identifier: MIT */
/* What a terminal shows: line ends, breaking of long lines, pages of an answer behind [Return],
 * what comes unasked set off from a prompt. */
#ifndef OUTPUT_SCREEN_H
#define OUTPUT_SCREEN_H

#include "people/session.h"

/* Asks people's terminals for the size of their window, once. */
void session_ask_window(struct session *s);

/* The size of its window, 0 not known: people who have set no lengths get lines and pages of
 * that. */
void session_window(struct session *s, unsigned columns, unsigned rows);

/* Whole lines as they go over the wire, for a client program. */
void session_write_wire(struct session *s, const char *wire, size_t n);

/* The language of its texts and the width of some, after anything they depend on has changed:
 * who it is, `set linelength`, `set language`, a guest's `language`, `set boardstyle`, `toggle
 * telnet`, `toggle wrap`. */
void session_speak(struct session *s);
/* The same for somebody whose `telnet` is about to be so. */
void session_speak_to(struct session *s, bool telnet);

/* What is written from now on answers its own command, and is shown in pages; or not any more.
 */
void session_answer(struct session *s, bool begins);

/* What is written from now on is a file, that programs read: lines are not broken, nor held in
 * pages, and what is held already comes first; or not any more. */
void session_whole(struct session *s, bool begins);

/* Raw bytes that are no text: telnet's ECHO. */
void session_echo(struct world *w, struct session *s, bool on);

/* The next line ends with BEL, when they want to hear it. */
void session_bell(struct session *s);

/* Text, lines ended "\n", as it is shown; what does not fit on the page is held.  For output.c,
 * which tells what happened before first. */
void screen_write(struct session *s, const char *text, size_t n);

/* Never broken, as lines are: a prompt is known by its last byte. */
void screen_prompt(struct session *s, enum msg_id id);

/* Text waits behind [Return]; shows the next page of it; throws it away. */
bool session_holds(const struct session *s);
void screen_next_page(struct session *s);
void session_drop_held(struct session *s);

#endif
