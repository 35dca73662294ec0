/* SPDX-License-Identifier: MIT */
/* See recent_talk.h.  A ring buffer.  Adding copies a line; showing checks all lines. */
#include "moderation/recent_talk.h"

#include <stdlib.h>
#include <string.h>

#include "moderation/moderation.h"
#include "people/timetext.h"
#include "proto/username.h"

struct heard {
	int64_t user;
	int64_t at_s;
	const char *how;
	char name[STORE_NAME_MAX + 1];
	char text[HEARD_TEXT_MAX];
};

void
heard_add(struct world *w, const struct player *p, const char *how, const char *text)
{
	struct moderation *o = w->moderation;
	struct heard *h;
	size_t n;

	if (o->heard == NULL)
		o->heard = calloc(HEARD_MAX, sizeof(*o->heard));
	if (o->heard == NULL)
		return; /* without memory nothing is kept */
	h = &o->heard[o->heard_n++ % HEARD_MAX];
	*h = (struct heard){ .user = p->user, .at_s = world_now_s(w), .how = how };
	(void)sbuf_copy(h->name, sizeof(h->name), p->name);
	(void)sbuf_copy(h->text, sizeof(h->text), text);
	for (n = strlen(h->text); n > 0 && !text_clean(h->text); n--)
		h->text[n - 1] = '\0'; /* removes a character that was cut in two */
}

void
heard_lines(const struct world *w, int64_t user_a, int64_t user_b, struct sbuf *out)
{
	const struct moderation *o = w->moderation;
	uint64_t at = o->heard_n, end = at > HEARD_MAX ? at - HEARD_MAX : 0;
	const struct heard *found[HEARD_SHOWN];
	char when[16];
	unsigned n = 0;

	while (at > end && n < HEARD_SHOWN) {
		const struct heard *h = &o->heard[--at % HEARD_MAX];

		if (h->user == user_a || h->user == user_b)
			found[n++] = h;
	}
	while (n > 0) {
		const struct heard *h = found[--n];

		time_text(h->at_s, "%H:%M:%S", when, sizeof(when));
		sbuf_addf(out, "%s %s %s: %s\n", when, h->name, h->how, h->text);
	}
}
