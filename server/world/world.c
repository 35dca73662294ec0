/* SPDX-License-Identifier: MIT */
#include "world/world.h"

#include <stdlib.h>

void
world_reap_later(struct world *w, enum dead_kind kind, uint64_t handle)
{
	if (w->reap_len == w->reap_room) {
		w->reap_room = w->reap_room == 0 ? 64 : w->reap_room * 2;
		w->reap_list = realloc(w->reap_list, w->reap_room * sizeof(*w->reap_list));
		CHECK(w->reap_list != NULL);
	}
	w->reap_list[w->reap_len++] = (struct reap){ kind, handle };
}

void
event_publish(struct world *w, const struct world_event *e)
{
	for (event_subscriber *const *s = w->subscribers; *s != NULL; s++)
		(*s)(w, e);
}
