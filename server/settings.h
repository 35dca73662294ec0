/* SPDX-License-Identifier: MIT */
/* What the options mean to each module: its own settings, out of the configuration and of the
 * files that it names. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include "conf.h"
#include "net/net.h"
#include "pages.h"
#include "work/work.h"
#include "world/world.h"

#define VERSION "0.1.0"

/* The operator's texts; NULL none.  The banner, and the message of the day in each language,
 * are then those that ship. */
struct texts {
	char *v[PAGE_FILES];
	char *banner, *motd[LANG_COUNT];
};

/* -1 and the reason in error when one cannot be shown; *out is then empty. */
MUST_USE int settings_texts(const struct config *c, struct texts *out, struct sbuf *error);
void texts_free(struct texts *t);

/* Those point into the configuration and the texts, which must outlive their use. */
void settings_net(const struct config *c, struct net_config *out);
struct world_config settings_world(
    const struct config *c, const struct texts *texts, unsigned slots);

struct work_config settings_work(const struct config *c);

/* Where the database is, as store_open takes it. */
#define SETTINGS_PLACE_MAX (CONF_TEXT_MAX + 16u)
void settings_place(const struct config *c, char place[SETTINGS_PLACE_MAX]);

#endif
