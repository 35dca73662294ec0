/* SPDX-License-Identifier: MIT */
/* Stepping through an earlier match, from a file or from the server. */
#ifndef CLIENT_REPLAYS_H
#define CLIENT_REPLAYS_H

#include "session.h"

/* Opens a match file and shows its first move.  Returns false with the reason in why. */
MUST_USE bool session_begin_replay(struct session *s, const char *path, char *why, size_t size);

/* Steps through the earlier match in view: "next", "previous", "game N", "move N"; "close". */
void session_replay_command(struct session *s, const char *words);

/* Executes /replay: a step in the match of the file, or the name of a file to open. */
void replays_typed(struct session *s, const char *words);

#endif
