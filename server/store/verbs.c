/* SPDX-License-Identifier: MIT */
/* Defines the functions for the WRITE_VERB and NUMBER_VERB rows of verbs.def: verbs that run
 * one statement. */
#include "store/sql.h"

#define VERB(type, name, params, args)
#define VOID_VERB(name, params, args)
#define WRITE_VERB(name, params, args, st, rows, ...)                                          \
	void verb_##name params                                                                \
	{                                                                                      \
		(void)sql_write(s, Q_##st, rows, __VA_ARGS__);                                 \
	}
#define NUMBER_VERB(type, name, params, args, st, ...)                                         \
	type verb_##name params                                                                \
	{                                                                                      \
		return (type)sql_number(s, Q_##st, __VA_ARGS__);                               \
	}
#include "store/verbs.def"
