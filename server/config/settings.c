/* SPDX-License-Identifier: MIT */
/* See settings.h. */
#include "config/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "os/zone.h"

/* Leaves page[PAGE_HOUSERULES] NULL if the operator has no house rules: the topic `houserules`
 * is then found like any other page. */
int
settings_read_texts(const struct config *c, struct texts *out, struct sbuf *error)
{
	const struct {
		const char *option, *path;
		size_t size_max;
	} files[PAGE_FILE_COUNT] = {
		[PAGE_BANNER] = { "banner", c->server_banner, c->limits_output_prelogin / 2 },
		[PAGE_MOTD] = { "motd", c->server_motd, SIZE_MAX },
		[PAGE_HOUSERULES] = { "houserules", c->server_houserules, SIZE_MAX },
	};
	char text[1024];
	struct sbuf why;

	*out = (struct texts){ .banner =
				   shipped_text("banner", c->server_language, c->server_name) };
	for (unsigned l = 0; l < LANG_COUNT; l++)
		out->motd[l] = shipped_text("motd", (enum language)l, c->server_name);
	for (unsigned i = 0; i < PAGE_FILE_COUNT; i++) {
		if (files[i].path[0] == '\0')
			continue;
		SBUF_INIT(&why, text);
		out->page[i] = operator_text(
		    (enum page_file)i, files[i].path, files[i].size_max, c->server_name, &why);
		if (out->page[i] != NULL)
			continue;
		sbuf_addf(error, "%s: %s", files[i].option, text);
		texts_free(out);
		return -1;
	}
	return 0;
}

void
texts_free(struct texts *t)
{
	for (unsigned i = 0; i < PAGE_FILE_COUNT; i++)
		free(t->page[i]);
	for (unsigned l = 0; l < LANG_COUNT; l++)
		free(t->motd[l]);
	free(t->banner);
	*t = (struct texts){ .banner = NULL };
}

void
settings_net_config(const struct config *c, struct net_config *out)
{
	net_config_default(out);
	out->front_ends = c->server_proxy_from;
	out->front_ends_tls = c->server_proxy_tls;
	out->shared_networks = c->limits_shared_networks;
#define CONF_NET(name, type, initial, lowest, highest, comment) out->name = c->limits_##name;
#include "conf.def"
}

struct world_config
settings_world_config(const struct config *c, const struct texts *texts, unsigned slots)
{
	struct world_config w = {
		.server_name = c->server_name,
		.sessions_max = slots,
		.output_soft = c->limits_output_soft,
		.banner =
		    texts->page[PAGE_BANNER] != NULL ? texts->page[PAGE_BANNER] : texts->banner,
		.houserules = texts->page[PAGE_HOUSERULES],
		.version = GAMMOND_VERSION,
		.zone_known = zone_known,
		.zone_find = zone_find,
		.zone_format_time = zone_text,
		.zone_local_to_utc = zone_local_to_utc,
		.port = c->server_port != CONF_PORT_OFF ? c->server_port : c->server_tls_port,
		.tls_port = c->server_tls_port != CONF_PORT_OFF ? c->server_tls_port : 0,
		.zone_examples = ZONE_LIST,
		.help_page = shipped_help,
		.help_topic_name = shipped_topic_name,
	};

#define CONF_WORLD(section, name, type, initial, lowest, highest, comment)                     \
	w.name = c->section##_##name;
#include "conf.def"
	w.failed_login_delay_count = c->limits_failed_login_s.len;
	memcpy(w.failed_login_delays_s, c->limits_failed_login_s.v,
	    sizeof(w.failed_login_delays_s));
	for (unsigned l = 0; l < LANG_COUNT; l++)
		w.motd[l] =
		    texts->page[PAGE_MOTD] != NULL ? texts->page[PAGE_MOTD] : texts->motd[l];
	return w;
}

struct work_config
settings_work_config(const struct config *c)
{
	struct work_config w = {
		.threads = c->auth_hash_threads,
		.queue_max = c->auth_hash_queue,
		.new_account_jobs_max = c->auth_register_queue,
		.queue_address_max = c->auth_hash_queue_each,
		.argon2_mem_kib = c->auth_argon2_mem_kib,
		.argon2_ops = c->auth_argon2_ops,
	};

	CHECK(c->bots_gnubg[0] == '\0' || external_parse_address(c->bots_gnubg, &w.engine));
	return w;
}

void
settings_database(const struct config *c, char database[SETTINGS_DATABASE_MAX])
{
	struct sbuf b;

	sbuf_init(&b, database, SETTINGS_DATABASE_MAX);
	if (c->store_engine == CONF_ENGINE_POSTGRESQL)
		sbuf_addf(&b, "postgresql:%s", c->store_conninfo);
	else
		sbuf_add(&b, c->server_data_dir);
}
