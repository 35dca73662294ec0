/* SPDX-License-Identifier: MIT */
/* Fills a data directory with accounts for a benchmark: seed_users DIR COUNT [quiet].
 *
 * Through the store, so that the database is the server's own.  All have one password, hashed once with the
 * least that Argon2id takes: what a log-in costs is another benchmark's question.  All are ready to play;
 * quiet ones do not want to hear who comes and goes, and who plays. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "rules/rating.h"
#include "store/store.h"

int
main(int argc, char **argv)
{
	struct user_record u = { .rating = RATING_START, .created_s = 1700000000, .role = "user" };
	struct store *store;
	char text[512];
	struct sbuf error;
	unsigned long count;
	bool quiet;

	SBUF_ON(&error, text);
	quiet = argc == 4 && strcmp(argv[3], "quiet") == 0;
	if (argc < 3 || (argc > 3 && !quiet) || sodium_init() < 0)
		return EXIT_FAILURE;
	count = strtoul(argv[2], NULL, 10);
	if (crypto_pwhash_str(u.hash, BENCH_PASSWORD, strlen(BENCH_PASSWORD), crypto_pwhash_OPSLIMIT_MIN,
	    crypto_pwhash_MEMLIMIT_MIN) != 0)
		return EXIT_FAILURE;
	if (store_open(argv[1], STORE_DURABLE_FULL, NULL, &store, &error) != STORE_OK) {
		(void)fprintf(stderr, "seed_users: %s\n", text);
		return EXIT_FAILURE;
	}
	for (unsigned long i = 0; i < count; i++) {
		int64_t id;

		memcpy(u.name, bench_user((unsigned)i), strlen(bench_user((unsigned)i)) + 1);
		id = store_user_create(store, &u);
		if (id == 0)
			break;
		store_setting_set(store, id, "ready", "1");
		if (quiet) {
			store_setting_set(store, id, "notify", "0");
			store_setting_set(store, id, "report", "0");
		}
	}
	if (store_commit(store, &error) != STORE_OK || store_users_count(store) != (int64_t)count) {
		(void)fprintf(stderr, "seed_users: %s\n", text);
		return EXIT_FAILURE;
	}
	store_close(&store);
	return EXIT_SUCCESS;
}
