/* SPDX-License-Identifier: MIT */
/* The numbered lines that client programs read (CLIP).  See PROTOCOL.md 3.  Fields are single
 * words separated by one blank; an empty field is "-". */
#ifndef PROTO_CLIP_H
#define PROTO_CLIP_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/msg.h"

enum clip_no {
	CLIP_WELCOME = 1,
	CLIP_OWN_INFO = 2,
	CLIP_MOTD_BEGIN = 3,
	CLIP_MOTD_END = 4,
	CLIP_WHO_INFO = 5,
	CLIP_WHO_END = 6,
	CLIP_LOGIN = 7,
	CLIP_LOGOUT = 8,
	CLIP_MESSAGE = 9,
	CLIP_MESSAGE_DELIVERED = 10,
	CLIP_MESSAGE_SAVED = 11,
	CLIP_SAYS = 12,
	CLIP_SHOUTS = 13,
	CLIP_WHISPERS = 14,
	CLIP_KIBITZES = 15,
	CLIP_YOU_SAY = 16,
	CLIP_YOU_SHOUT = 17,
	CLIP_YOU_WHISPER = 18,
	CLIP_YOU_KIBITZ = 19,
	CLIP_ALERT = 20,
};

/* A row of the who list, for "5" lines and for the tables shown to interactive users. */
struct who_row {
	const char *name;
	const char *opponent; /* "" if none */
	const char *watching; /* "" if none */
	bool ready;
	bool away;
	double rating;
	uint32_t experience;
	uint32_t idle_s;
	int64_t login_s;
	char host[64];      /* the address, or a cloak if the reader may not see the address */
	const char *client; /* "" if unknown */
	const char *email;  /* "" if not given */
};

struct own_info {
	const char *name;
	bool allowpip, autoboard, autodouble, automove, away, bell, crawford, dbl;
	uint32_t experience;
	bool greedy, moreboards, moves, notify;
	double rating;
	bool ratings, ready;
	unsigned redoubles; /* REDOUBLES_UNLIMITED is sent as "unlimited" */
	bool report, silent;
	const char *timezone;
};

void clip_welcome(struct out *out, const char *name, int64_t last_login_s, const char *host);
void clip_own_info(struct out *out, const struct own_info *info);
void clip_who_info(struct out *out, const struct who_row *row);
/* Appends the line of clip_who_info without its line ending, for callers that store it. */
#define WHO_LINE_MAX 1024u
void clip_who_line(struct sbuf *b, const struct who_row *row);

/* Writes a line that consists only of its number: 3, 4 or 6. */
void clip_number_only(struct out *out, enum clip_no no);

/* Writes "9 NAME TIME TEXT". */
void clip_message(struct out *out, const char *name, int64_t at_s, const char *text);

/* Writes "10 NAME" or "11 NAME". */
void clip_number_and_name(struct out *out, enum clip_no no, const char *name);

/* Writes "NO NAME TEXT" for 7, 8 and 12 to 16; with name NULL "NO TEXT" for 17 to 19. */
void clip_talk(struct out *out, enum clip_no no, const char *name, const char *text);

#endif
