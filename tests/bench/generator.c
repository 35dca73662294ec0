/* SPDX-License-Identifier: MIT */
/* Runs the load generator for a benchmark, and reads what it has written: see bench.h.  Owns
 * the text of the last results. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OPTIONS_MAX 36u

static char load_json[16384];

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
	FILE *f = fopen(load_path(), "r");
	size_t n = f == NULL ? 0 : fread(load_json, 1, sizeof(load_json) - 1, f);

	if (f == NULL || n == 0)
		bench_die("cannot read %s", load_path());
	(void)fclose(f);
	load_json[n] = '\0';
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

static const char *
load_find(const char *from, const char *key)
{
	char quoted[64];
	const char *at;

	(void)snprintf(quoted, sizeof(quoted), "\"%s\": ", key);
	at = strstr(from, quoted);
	if (at == NULL)
		bench_die("%s says nothing of %s", load_path(), key);
	return at + strlen(quoted);
}

double
load_figure(const char *object, const char *key)
{
	const char *from = load_json;

	if (object != NULL)
		from = load_find(load_find(load_json, "latency"), object);
	return strtod(load_find(from, key), NULL);
}

double
load_item(const char *list, unsigned i)
{
	char *at = strdup(load_find(load_json, list) + 1);
	char *next = at;
	double v = 0;

	for (unsigned k = 0; next != NULL && k <= i; k++, next += *next == ',')
		v = strtod(next, &next);
	free(at);
	return v;
}
