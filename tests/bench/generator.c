/* SPDX-License-Identifier: MIT */
/* Runs the load generator for a benchmark and reads its results (see bench.h).  Owns the
 * results of the last run. */
#include "bench.h"

#include <stdio.h>
#include <unistd.h>

#include <jansson.h>

#define OPTIONS_MAX 36u

static json_t *load_results; /* results of the last run */

static const char *
results_path(void)
{
	static char path[600];

	(void)snprintf(path, sizeof(path), "%s/gammonload.json", bench_dir());
	return path;
}

static void
read_results(void)
{
	json_decref(load_results);
	load_results = json_load_file(results_path(), JSON_REJECT_DUPLICATES, NULL);
	if (load_results == NULL)
		bench_die("cannot read %s", results_path());
}

void
load_run(const struct process *p, const char *const options[], unsigned seconds)
{
	const char *argv[OPTIONS_MAX + 6u] = { bench_sibling("../gammonload"), "--json",
		results_path() };
	unsigned n = 3;
	char port[16];

	(void)unlink(results_path());
	for (unsigned i = 0; options[i] != NULL && n < OPTIONS_MAX + 3; i++)
		argv[n++] = options[i];
	(void)snprintf(port, sizeof(port), "%u", p->port);
	argv[n++] = "127.0.0.1";
	argv[n] = port;
	if (process_run("gammonload", argv, seconds) != 0)
		bench_die("gammonload failed: see %s/gammonload.log", bench_dir());
	read_results();
}

static const json_t *
find_result(const json_t *object, const char *key)
{
	const json_t *v = json_object_get(object, key);

	if (v == NULL)
		bench_die("%s says nothing of %s", results_path(), key);
	return v;
}

double
load_result(const char *object, const char *key)
{
	const json_t *from = load_results;

	if (object != NULL)
		from = find_result(find_result(load_results, "latency"), object);
	return json_number_value(find_result(from, key));
}

double
load_list_item(const char *list, unsigned i)
{
	return json_number_value(json_array_get(find_result(load_results, list), i));
}
