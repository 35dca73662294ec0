/* SPDX-License-Identifier: MIT */
/* clang-format off */
/* Transcripts: what each user types and what each of them sees, to the byte, with the clock and the dice in
 * the script.  A file is a list of steps; after each step everything that anybody got must stand there.
 *
 *	# comment
 *	option NAME VALUE          before all else: registration, saved_max, saved_days, plan_days, idle_s,
 *	                           password_min, tls_port, require_tls, clear, flood (0 or 1),
 *	                           bots (1: EasyBot, ClubBot and StrongBot), analysis (1: of rated matches),
 *	                           language (0: English, 1: Italian, 2: Portuguese)
 *	user NAME [RATING EXP]     makes an account (password "secret")
 *	standing NAME GAME RATING EXP   gives an account a rating in another game than backgammon
 *	role NAME ROLE             gives an account a role (user, operator, admin)
 *	clip LABEL [NAME]          logs in and throws away what that gave to all: a client program,
 *	telnet LABEL [NAME]        by hand,
 *	tiny LABEL [NAME]          by `connect`.  LABEL stands for the connection in what follows
 *	connect LABEL [ADDRESS]    a connection, not logged in
 *	drop LABEL [error]         the peer closes it (or the socket breaks)
 *	match A B LENGTH [GAME]    A invites, B joins; what that gave to all is thrown away.  LENGTH may be
 *	                           "unlimited", or "resume"
 *	moves A B                  they play on until both have moved; what that gave is thrown away
 *	dice 62 31 ...             the next rolls; of an opening roll the inviter's die comes first
 *	colour joiner              the joiner has O in the first game (else the inviter has)
 *	clock +SECONDS             time goes by
 *	hold, release              passwords wait to be hashed; and go on
 *	corrupt A B                spoils the saved match of two users
 *	place LABEL 2@6 1@bar ...  puts their checkers so, in the numbers of the board, the rest off
 *	warned EVENT               the log has this warning
 *	shutdown                   the server is stopped in the orderly way
 *	restart                    the server dies and starts again on the same store
 *	LABEL> text                types a line; "token:@3" in it is the third token that was told
 *	LABEL+ text                types a line that shares a turn with the next one
 *	LABEL! bytes               bytes as on the wire
 *
 * and after a step, of each who got something, in the order they came:
 *
 *	LABEL< text                a line that ended in CR LF
 *	LABEL< text\               one that has no end (yet)
 *	LABEL< ~regex              an extended regular expression that fits the line
 *	LABEL< ...                 whatever else they got, once in a step; lines behind it are the last ones
 *	LABEL closed               the server closed the connection
 *	...                        whatever else anybody got
 *
 * Bytes other than printable ASCII, and the backslash, are written \a \r \n \t \\ \xNN, in what is typed too. */
/* clang-format on */
#ifndef SUPPORT_TRANSCRIPT_H
#define SUPPORT_TRANSCRIPT_H

#include <stdio.h>

#include "base/check.h"

struct patterns;

/* Runs a file; the number of steps that went wrong and of lines that the table of patterns does
 * not allow, each told on standard output.  out, where not NULL, gets the file with what really
 * came in place of what did not fit.  patterns NULL: lines may be what they are. */
MUST_USE unsigned transcript_run(const char *path, FILE *out, struct patterns *patterns);

#endif
