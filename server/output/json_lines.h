/* SPDX-License-Identifier: MIT */
/* Output of sessions that use JSON lines (PROTOCOL.md 14): events, answers, and text.
 *
 * What other modules write as text is collected.  The text of a command becomes part of its
 * answer, all other text an event.  An answer is written where an interactive user gets the
 * next prompt, which is after all events that the command caused. */
#ifndef OUTPUT_JSON_LINES_H
#define OUTPUT_JSON_LINES_H

#include "people/session.h"
#include "proto/clip.h"
#include "proto/json.h"

#define JSON_VERSION 1u
#define JSON_PAGE_ROWS 100u          /* rows of an answer to `get` */
#define JSON_TEXT_MAX 4096u          /* bytes of text in one line */
#define JSON_ID_MAX 9007199254740991 /* 2^53 - 1: exact in every JSON parser */

/* Why a command was refused; each reason is a word of the protocol. */
enum json_reason {
#define JSON_REASON(word) JSON_##word,
#define JSON_TEXT_REASON(msg, word)
#include "output/json_reasons.def"
#undef JSON_REASON
#undef JSON_TEXT_REASON
	JSON_REASONS,
	JSON_OK = JSON_REASONS,
};

struct json_text_buffer {
	char *text; /* JSON_TEXT_MAX bytes; NULL: empty */
	size_t len;
	bool bypasses_sync; /* all of the text may be sent before a sync, see output_bypass_sync
			     */
};

struct json_log;

struct json_lines {
	struct out wire;           /* writes to the connection */
	uint64_t last_event_no;    /* number of the last event */
	uint64_t skipped_event_no; /* a number that no event gets: the `since` that was refused
			      when this numbering began; 0 or UINT64_MAX: none */
	int64_t id;                /* id of the command being answered; -1: it has none */
	bool answer_due;           /* the answer has yet to be written */
	bool answer_held;          /* the command takes several steps; no answer between them */
	uint8_t wanted_state;      /* the state to which the command must lead; ST_NAME: any */
	bool wants_token;          /* the command asked for a token */
	int64_t since_event;       /* the last event of the earlier connection; -1: not given */
	struct json_log *log;      /* NULL: events are not kept */
	bool all_text_answers;     /* the answer contains all text, none of which counts as a
				      refusal */
	bool text_is_file; /* the command's text is a file: one string, not an array of lines */
	bool answer_has_content;   /* the answer has text or a reason ... */
	bool answer_bypasses_sync; /* ... all of which may be sent before a sync */
	bool spectates;            /* shows matches to the public (cmd/json/json_follow.c) */
	uint64_t bit;              /* bit of its place in world.follower; 0: it has no place */
	bool needs_snapshot;       /* has missed events of a match that it watches, and gets a
				      snapshot */
	enum json_reason reason;   /* reason of the refusal */
	char say[256];             /* the sentence that explains it */
	struct json_text_buffer answer, notice;
};

/* Switches a new session to JSON lines.  Returns false if memory runs out.  json_lines_free
 * frees the memory that it allocated. */
MUST_USE bool json_lines_new(struct session *s);
void json_lines_free(struct session *s);

/* Gives a session a free place in world.follower; a place below SPECTATORS_MAX makes it a
 * spectator. */
void json_take_follower_place(struct session *s, unsigned place);

/* Returns the session at a place, or NULL. */
struct session *json_follower_at(const struct world *w, unsigned place);

/* Begin and end an event.  Members are added between the calls. */
struct json json_event_begin(struct session *to, const char *name);
void json_line_end(struct session *to, struct json *j);

/* Writes an event with the given fields as members. */
#define json_send(to, name, ...)                                                               \
	json_send_fields(to, name, (const struct json_field[]){ __VA_ARGS__, { 0 } })
void json_send_fields(struct session *to, const char *name, const struct json_field *fields);

/* Writes an event.  members: encoded members to add, such as `"m":1,"n":2`. */
void json_event_members(struct session *to, const char *name, const char *members);

/* Starts the answer to a command. */
void json_answer_begin(struct session *s, int64_t id);

/* Begins writing an answer; the command succeeded.  End it with json_line_end. */
struct json json_success_begin(struct session *s);

/* Refuses the command being answered, unless the command has been refused already. */
void json_refuse(struct session *s, enum json_reason reason, const char *sentence);

/* Adds text to the answer or to the next event.  s->out.row is the message that the text comes
 * from. */
void json_collect_text(struct session *s, const char *text, size_t n);

/* Writes the collected text: the answer, if the command is complete, and an event. */
void json_flush_text(struct session *s);

/* Like json_flush_text, before the connection is closed; also writes the last event. */
void json_bye(struct session *s, const char *why);

/* Events of talk and of users, see PROTOCOL.md 14.3.  m: the number of the match for a
 * spectator; 0: none.  json_add_user adds the members of a user's row as `to` may see them. */
void json_chat(
    struct session *to, enum clip_no no, const char *from, const char *text, int64_t m);
void json_who(const struct world *w, struct session *to, const struct session *about);
void json_left(struct session *to, const char *name, const char *why);
void json_add_user(
    struct json *j, const struct world *w, const struct session *to, const struct session *s);

/* Notify all spectators: json_publish_who sends the row of a user who has `public` on,
 * json_publish_left reports that a user is no longer shown. */
void json_publish_who(const struct world *w, const struct session *about);
void json_publish_left(const struct world *w, const struct session *about, const char *why);

#endif
