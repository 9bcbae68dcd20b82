/* Groups of ranges of lines, by which these are switched apart from each other. Each is a bit. */
#ifndef TRIMTAB_RANGE_GROUPS_H
#define TRIMTAB_RANGE_GROUPS_H

#include <stdint.h>

struct tt_selection;

/* What is named beyond the last one is switched with it. */
#define TT_MOST_RANGE_GROUPS 64u

/** Takes in the group of a range. @param facts as struct tt_sled_range has them
 *  @param selection says what is off when the program starts; NULL: nothing is */
void tt_add_range_group(const char *facts, const struct tt_selection *selection);

/** The group of a range that was taken in, and those whose names fit a pattern. */
uint64_t tt_range_group_of(const char *facts);
uint64_t tt_range_groups_named(const char *pattern);

/** Which are on, whether they are paused or not. One thread at a time may change that. */
uint64_t tt_range_groups_on(void);
void tt_set_range_groups(uint64_t groups, int on);

/** The name of a group by its number; NULL: there is none. */
const char *tt_range_group_name(unsigned number);

#endif
