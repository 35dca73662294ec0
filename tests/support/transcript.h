/* SPDX-License-Identifier: MIT */
/* clang-format off */
/* Transcripts: what each user types and sees, to the byte, with the clock and the dice scripted.  A file is a list
 * of steps; after each step it must list all output that any user received.
 *
 *	# comment
 *	option NAME VALUE          before everything else: registration, saved_max, saved_days, plan_days, idle_s,
 *	                           password_min, tls_port, require_tls, clear, flood (0 or 1),
 *	                           bots (1: EasyBot, ClubBot and StrongBot), analysis (1: of rated matches),
 *	                           language (0: English, 1: Italian, 2: Portuguese)
 *	user NAME [RATING EXP]     makes an account (password "secret")
 *	standing NAME GAME RATING EXP   sets an account's rating in a game other than backgammon
 *	role NAME ROLE             sets an account's role (user, operator, admin)
 *	clip NAME...               logs each in as a client program and discards all output this causes;
 *	telnet NAME...             the same with telnet;
 *	tiny NAME...               the same with `connect`.  The name also labels the connection from here
 *	                           on; LABEL=NAME gives it another label
 *	connect LABEL [ADDRESS]    opens a connection without logging in
 *	drop LABEL [error]         the peer closes it (or the socket fails)
 *	match A B LENGTH [GAME]    A invites, B joins; discards all output.  LENGTH may be "unlimited" or "resume"
 *	moves A B                  they play on until both have moved; discards their output
 *	dice 62 31 ...             the next rolls; the first die of an opening roll is the inviter's
 *	colour joiner              the joiner has O in the first game (otherwise the inviter has)
 *	clock +SECONDS             advances the clock
 *	hold, release              keeps passwords waiting to be hashed; hashes them
 *	corrupt A B                damages the saved match of two users
 *	place LABEL 2@6 1@bar ...  places that user's checkers, in board numbers; the rest are borne off
 *	warned EVENT               the log contains this warning
 *	shutdown                   shuts the server down in an orderly way
 *	restart                    kills the server and restarts it on the same store
 *	connect: LABEL, drop: LABEL, clock: +SECONDS, release:, shutdown:   the same, and ignore all output of the step
 *	LABEL: text                types a line and ignores all output of the step
 *	LABEL> text                types a line; "token:@3" in it is replaced with the third token issued
 *	LABEL+ text                types a line that shares a turn with the next one
 *	LABEL! bytes               sends raw bytes
 *
 * and after a step, for each user who received output, in order of arrival:
 *
 *	LABEL< text                a line that ended in CR LF
 *	LABEL< text\               a line without an end (yet)
 *	LABEL< ~regex              an extended regular expression that matches the line
 *	LABEL< [board]             a board with numbered points, of 15 lines
 *	LABEL< [motd]              the framed text after log-in
 *	LABEL< ...                 any lines, once per step; lines after it are matched against the last ones
 *	LABEL closed               the server closed the connection
 *	...                        any output of any user
 *
 * Not listed are the prompt "> " of a user whose previous output ended in a prompt too, and the empty line
 * before a notice to anybody but a client program.  If such a prompt or empty line is missing, the file must say
 * so after the user's other lines: "LABEL< [no empty line]", then "LABEL< [no prompt]".  A prompt alone is
 * listed.  The empty line is checked wherever the user's first line is listed, also in a step that ends with "...".
 *
 * Bytes other than printable ASCII, and the backslash, are written \a \r \n \t \\ \xNN, in typed text too. */
/* clang-format on */
#ifndef SUPPORT_TRANSCRIPT_H
#define SUPPORT_TRANSCRIPT_H

#include <stdio.h>

#include "base/check.h"

struct patterns;

/* Runs a file.  Returns the number of failed steps and of lines that the table of patterns does
 * not allow, and prints each of them.  If out is not NULL, writes the file to it with the
 * actual output in place of what did not match.  patterns NULL: any line is allowed. */
MUST_USE unsigned transcript_run(const char *path, FILE *out, struct patterns *patterns);

#endif
