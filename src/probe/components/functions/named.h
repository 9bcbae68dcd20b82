/* Functions by their names, as they are switched while the program runs. */
#ifndef TRIMTAB_NAMED_H
#define TRIMTAB_NAMED_H

#include <stddef.h>
#include <stdint.h>

struct tt_names;
struct tt_switch;

/* The functions with sleds that a pattern names, or what is in groups that it names: functions and ranges of lines. */
struct tt_set {
    char *pattern;
    int of_groups;
    uint64_t groups, range_groups;
    struct tt_switch **functions;
    size_t count, ranges;
    uint64_t identity; /* the same for the same functions and ranges, in every process of a program */
    unsigned made;     /* how many modules had been loaded */
    struct tt_set *next;
    uint64_t said_at;  /* when it was switched last, in the order of all that was; 0: never */
    int said_on;       /* and how */
    struct tt_set *said_next;
};

/** Whether a pattern fits one of the names of a function. */
int tt_is_named(const struct tt_names *names, const char *pattern);

/** Notes the functions that somebody asks for: what the governor has left out of them before is no reason to drop them. */
void tt_ask_for(struct tt_switch *function);

/** Such a set, which stays; NULL where there is no memory, or too many were asked for. Takes time at the first call. */
struct tt_set *tt_set_of(const char *pattern, int of_groups);

/** Switches functions that somebody asks for by name, between begin and end of switching; 0 when the code cannot be changed. */
int tt_switch_some(struct tt_switch **functions, size_t count, int on);

/** Switches a set; of groups, a function is on if any of its groups is. Those that are switched on stay so whatever they
 *  cost. While functions are paused they come on with the rest. 0 when the code cannot be changed, with errno. */
int tt_switch_set(struct tt_set *set, int on);

/** Switches all functions and ranges off, or those on again that were. 0 when the code cannot be changed, with errno. */
int tt_pause_functions(int pause);
int tt_functions_paused(void);
/** The same before the first of them is switched on. */
void tt_begin_paused(void);

/** Whether any function can be switched. */
int tt_can_switch(void);

/** Whether the function with an entry there is recorded. */
int tt_is_recorded(uintptr_t entry);

/** A function as something that shows it needs it. */
struct tt_named {
    const char *name;
    uintptr_t entry; /* as records have it */
    uint64_t groups, identity;
    int on;
};
void tt_each_function(void (*take)(void *context, const struct tt_named *function), void *context);
/** The name of a group by its bit; NULL: there is none. */
const char *tt_group_of_bit(unsigned bit);
int tt_group_is_on(unsigned bit);

/** A group of ranges by its number, and how many ranges it has; NULL: there is none. */
const char *tt_range_group(unsigned number, size_t *count, int *on);

/* pausing.c */
int tt_can_be_switched(const struct tt_switch *function);
extern _Atomic int tt_paused;;

#endif
