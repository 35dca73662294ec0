/* SPDX-License-Identifier: MIT */
/* See reload.h. */
#include "daemon/reload.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "os/log.h"
#include "os/zone.h"

int
reload_certificate(struct net *net, const struct config *c, struct sbuf *error)
{
	const char *key = c->server_tls_key;
	struct stat st;

	if (c->server_tls_port == CONF_PORT_OFF)
		return 0;
	if (net_load_certificate(net, c->server_tls_certificate, key, error) != 0)
		return -1;
	if (key[0] == '\0')
		key = c->server_tls_certificate;
	if (stat(key, &st) == 0 && (st.st_mode & (S_IROTH | S_IWOTH)) != 0)
		log_warn("tls_key", "detail=\"every user of this machine can read the key\"");
	return 0;
}

/* The results of reading everything again. */
struct reload_result {
	struct config config;
	struct net_config net;
	struct texts texts;
	const char *part; /* the part that is being read */
	struct sbuf changed, need_restart, error;
	char changed_buf[LOG_LINE_MAX / 2], need_restart_buf[LOG_LINE_MAX / 2],
	    error_buf[LOG_LINE_MAX];
};

/* Reads everything and loads the certificate.  On an error changes nothing, returns false and
 * sets `error`. */
static bool
read_again(const struct reload *to, struct reload_result *r)
{
	r->part = "configuration";
	if (to->read_config(to->ctx, &r->config, &r->error) != 0)
		return false;
	conf_keep_start_values(&r->config, to->config, &r->changed, &r->need_restart);
	if (conf_check(&r->config, &r->error) != 0) {
		sbuf_addf(&r->error, " (%s cannot change now)", r->need_restart.text);
		return false;
	}
	r->part = "texts";
	if (settings_read_texts(&r->config, &r->texts, &r->error) != 0)
		return false;
	r->part = "certificate";
	if (reload_certificate(to->net, &r->config, &r->error) == 0)
		return true;
	texts_free(&r->texts);
	return false;
}

static void
apply_reload(const struct reload *to, struct reload_result *r)
{
	*to->config = r->config;
	texts_free(to->texts);
	*to->texts = r->texts;
	settings_net_config(to->config, &r->net);
	net_set_limits(to->net, &r->net);
	zone_clear_cache();
	to->world->config = settings_world_config(to->config, to->texts, net_slots(to->net));
}

/* Appends the texts that differ to `changed`.  The contents are compared, because a file may
 * have changed under the same name. */
static void
add_text_changes(const struct reload *to, struct reload_result *r)
{
	static const char *const NAMES[PAGE_FILE_COUNT] = {
		[PAGE_BANNER] = "banner",
		[PAGE_MOTD] = "motd",
		[PAGE_HOUSERULES] = "houserules",
	};

	for (unsigned i = 0; i < PAGE_FILE_COUNT; i++) {
		const char *was = to->texts->page[i], *is = r->texts.page[i];

		if (was != NULL && is != NULL ? strcmp(was, is) != 0 : was != is)
			sbuf_addf(
			    &r->changed, "%stext:%s", r->changed.len > 0 ? "," : "", NAMES[i]);
	}
}

static const char *
or_none(const struct sbuf *list)
{
	return list->len > 0 ? list->text : "none";
}

static void
run(const struct reload *to, struct reload_result *r)
{
	char shown[LOG_LINE_MAX / 2];

	SBUF_INIT(&r->changed, r->changed_buf);
	SBUF_INIT(&r->need_restart, r->need_restart_buf);
	SBUF_INIT(&r->error, r->error_buf);
	if (!read_again(to, r)) {
		log_error("reload_failed", "what=%s detail=%s", r->part,
		    log_escape(shown, sizeof(shown), r->error.text, r->error.len));
		return;
	}
	add_text_changes(to, r);
	apply_reload(to, r);
	if (to->config->server_tls_port != CONF_PORT_OFF)
		log_info("reloaded", "what=certificate");
	log_info("reloaded", "what=configuration changed=%s", or_none(&r->changed));
	if (r->need_restart.len > 0)
		log_warn("restart_needed", "options=%s", r->need_restart.text);
}

void
reload_run(const struct reload *to)
{
	struct reload_result *r = calloc(1, sizeof(*r)); /* too large for the stack */

	if (r == NULL) {
		log_error("reload_failed", "what=memory");
		return;
	}
	run(to, r);
	free(r);
}
