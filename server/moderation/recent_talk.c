/* SPDX-License-Identifier: MIT */
/* See recent_talk.h.  A ring buffer.  Adding copies a line; showing checks all lines. */
#include "moderation/recent_talk.h"

#include <stdlib.h>
#include <string.h>

#include "moderation/moderation.h"
#include "people/timetext.h"
#include "proto/username.h"

struct recent_talk {
	int64_t user;
	int64_t at_s;
	const char *how;
	char name[STORE_NAME_MAX + 1];
	char text[RECENT_TALK_TEXT_MAX];
};

void
recent_talk_add(struct world *w, const struct player *p, const char *how, const char *text)
{
	struct moderation *o = w->moderation;
	struct recent_talk *h;
	size_t n;

	if (o->recent_talk == NULL)
		o->recent_talk = calloc(RECENT_TALK_MAX, sizeof(*o->recent_talk));
	if (o->recent_talk == NULL)
		return; /* out of memory: no talk is kept */
	h = &o->recent_talk[o->recent_talk_n++ % RECENT_TALK_MAX];
	*h = (struct recent_talk){ .user = p->user, .at_s = world_now_s(w), .how = how };
	(void)sbuf_copy(h->name, sizeof(h->name), p->name);
	(void)sbuf_copy(h->text, sizeof(h->text), text);
	for (n = strlen(h->text); n > 0 && !text_make_safe(h->text); n--)
		h->text[n - 1] = '\0'; /* removes a character that was cut in two */
}

void
recent_talk_lines(const struct world *w, int64_t user_a, int64_t user_b, struct sbuf *out)
{
	const struct moderation *o = w->moderation;
	uint64_t at = o->recent_talk_n, end = at > RECENT_TALK_MAX ? at - RECENT_TALK_MAX : 0;
	const struct recent_talk *found[RECENT_TALK_SHOWN];
	char when[16];
	unsigned n = 0;

	while (at > end && n < RECENT_TALK_SHOWN) {
		const struct recent_talk *h = &o->recent_talk[--at % RECENT_TALK_MAX];

		if (h->user == user_a || h->user == user_b)
			found[n++] = h;
	}
	while (n > 0) {
		const struct recent_talk *h = found[--n];

		time_text(h->at_s, "%H:%M:%S", when, sizeof(when));
		sbuf_addf(out, "%s %s %s: %s\n", when, h->name, h->how, h->text);
	}
}
