/* SPDX-License-Identifier: MIT */
#include "world/event.h"

#include "world/world.h"

void
event_publish(struct world *w, const struct world_event *e)
{
	for (subscriber *const *s = w->subscribers; *s != NULL; s++)
		(*s)(w, e);
}
