/* SPDX-License-Identifier: MIT */
/* Runs the load generator for a benchmark and reads its results (see bench.h).  Owns the
 * results of the last run. */
#include "bench.h"

#include <stdio.h>
#include <unistd.h>

#include <jansson.h>

#define OPTIONS_MAX 36u

static json_t *results; /* results of the last run */

static const char *
load_path(void)
{
	static char path[600];

	(void)snprintf(path, sizeof(path), "%s/gammonload.json", bench_dir());
	return path;
}

static void
load_read(void)
{
	json_decref(results);
	results = json_load_file(load_path(), JSON_REJECT_DUPLICATES, NULL);
	if (results == NULL)
		bench_die("cannot read %s", load_path());
}

void
load_run(const struct process *p, const char *const options[], unsigned seconds)
{
	const char *argv[OPTIONS_MAX + 6u] = { bench_sibling("../gammonload"), "--json",
		load_path() };
	unsigned n = 3;
	char port[16];

	(void)unlink(load_path());
	for (unsigned i = 0; options[i] != NULL && n < OPTIONS_MAX + 3; i++)
		argv[n++] = options[i];
	(void)snprintf(port, sizeof(port), "%u", p->port);
	argv[n++] = "127.0.0.1";
	argv[n] = port;
	if (process_run("gammonload", argv, seconds) != 0)
		bench_die("gammonload failed: see %s/gammonload.log", bench_dir());
	load_read();
}

static const json_t *
load_find(const json_t *object, const char *key)
{
	const json_t *v = json_object_get(object, key);

	if (v == NULL)
		bench_die("%s says nothing of %s", load_path(), key);
	return v;
}

double
load_figure(const char *object, const char *key)
{
	const json_t *from = results;

	if (object != NULL)
		from = load_find(load_find(results, "latency"), object);
	return json_number_value(load_find(from, key));
}

double
load_item(const char *list, unsigned i)
{
	return json_number_value(json_array_get(load_find(results, list), i));
}
