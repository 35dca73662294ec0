/* SPDX-License-Identifier: MIT */
/* gammonmet: prints the match equity table.  Line `a` holds the chances of a player who needs
 * `a` points against an opponent who needs 1, 2, ... points, before the Crawford game.  The
 * last line holds the post-Crawford chances of a player who needs 1, 2, ... points.
 *
 *     gammonmet */
#include <stdio.h>

#include "eval/cube.h"

static void
print_met_row(const float *row)
{
	for (unsigned b = 1; b <= CUBE_AWAY_MAX; b++)
		printf("%.6f%c", (double)row[b], b < CUBE_AWAY_MAX ? ' ' : '\n');
}

int
main(void)
{
	static struct cube_table t;

	cube_table_fill(&t);
	for (unsigned a = 1; a <= CUBE_AWAY_MAX; a++)
		print_met_row(t.pre_crawford[a]);
	print_met_row(t.post_crawford);
	return 0;
}
