/* SPDX-License-Identifier: MIT */
/* Converts the configuration, and the files that it names, to the settings of each module. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include "config/conf.h"
#include "net/net.h"
#include "config/shipped_texts.h"
#include "work/work.h"
#include "world/world.h"

/* page: the operator's texts; NULL for a text that the operator has not replaced.  banner and
 * motd (by language): the built-in texts, used where the operator's are NULL. */
struct texts {
	char *page[PAGE_FILE_COUNT];
	char *banner, *motd[LANG_COUNT];
};

/* Reads the operator's and the built-in texts.  Returns -1 and sets `error` if a text cannot be
 * used; *out is empty then. */
MUST_USE int settings_read_texts(const struct config *c, struct texts *out, struct sbuf *error);
void texts_free(struct texts *t);

/* Convert the options of a module.  The results point into the configuration and the texts,
 * which must outlive them. */
void settings_net_config(const struct config *c, struct net_config *out);
struct world_config settings_world_config(
    const struct config *c, const struct texts *texts, unsigned slots);

struct work_config settings_work_config(const struct config *c);

/* Writes the location of the database in the form that store_open accepts. */
#define SETTINGS_DATABASE_MAX (CONF_TEXT_MAX + 16u)
void settings_database(const struct config *c, char database[SETTINGS_DATABASE_MAX]);

#endif
