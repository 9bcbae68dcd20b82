/* What keeping and adding values by iteration share. */
#ifndef TRIMTAB_SERIES_VALUES_H
#define TRIMTAB_SERIES_VALUES_H

#include "fold.h"

/* The most nodes of a tree, see fold.c. */
#define NODES (2 * (size_t)TT_MOST_NODES)
/* Above the limit there is room for one bucket of all nodes. */
#define ROOM (2 * (size_t)TT_SERIES_LIMIT + 2 + NODES * (1 + TT_SERIES_FIELDS))

/** The values of a node until now. */
struct tt_series_values tt_values_of(const struct tt_node *n);
/** Times of untied tasks can be set back: what is less than before is nothing. */
struct tt_series_values tt_less_values(const struct tt_series_values *now, const struct tt_series_values *before);
/** How many words a kept value has, by its first one. */
uint32_t tt_words_of_value(uint64_t first);
/** Gives a tree its series; 0: there is no memory. */
int tt_make_series(struct tt_fold *f);

#endif
