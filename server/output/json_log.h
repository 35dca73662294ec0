/* SPDX-License-Identifier: MIT */
/* The last events of users of JSON lines, which they can get again after a broken connection.
 */
#ifndef OUTPUT_JSON_LOG_H
#define OUTPUT_JSON_LOG_H

#include "output/json_lines.h"

/* Called for each event, its text, and its end.  Events are kept once json_log_replay has been
 * called. */
void json_log_event_begin(struct session *s, const char *event, uint64_t number);
void json_log_add(struct session *s, const char *text, size_t n);
void json_log_event_end(struct session *s);

/* Keeps the events of a user whose connection has ended. */
void json_log_keep(struct world *w, struct session *s);

/* Call it when a user with a token, new or old, has logged in.  If all events after
 * s->screen.json->since are still kept, sends them again and continues their numbering. */
void json_log_replay(struct world *w, struct session *s);

void json_logs_free(struct world *w);

#endif
