/* Where the instructions of a function go on, and which ranges each of them belongs to. */
#ifndef TRIMTAB_FLOW_H
#define TRIMTAB_FLOW_H

#include "function.h"
#include "inlined.h"

/* An instruction, or a line of the source's own assembly. Words of bits have a bit for each range of the unit. */
struct tt_flow_step {
    enum tt_flow flow;
    int leaves;      /* the function, when it goes elsewhere */
    long target;     /* the instruction that it jumps to; -1: none of the function */
    int in_assembly; /* what stands there cannot be changed */
    int begins_block;
    int by_table;    /* a jump by a table of addresses may lead here */
    int is_mapped;     /* the compiler says which line it is of */
    uint64_t in;       /* ranges that its line is in, or that of a call it was inlined for */
    uint64_t active;   /* ranges that are measured while it runs */
    uint64_t set_before, set_after; /* ranges that may or may not be open when it is reached, or goes on: set as it should be */
    struct tt_text line; /* of it or of the one before it, as `.loc` has it; `at` is NULL: none */
};

struct tt_control {
    struct tt_flow_step *steps;
    size_t count, room;
    uint64_t ranges;     /* that any instruction is in */
    const char *refused; /* why the function cannot have them; NULL: it can */
    unsigned unmapped, unmapped_jumps;
    unsigned filled; /* of no line, between instructions of one line, with which they are measured */
    size_t jumps_by_table;
    struct tt_names labels; /* marks: the number of the instruction behind it, plus one */
};

/** Reads how a function goes on. 0 when memory is short. Keeps the memory of the flow before. */
int tt_read_flow(struct tt_control *flow, const struct tt_unit *unit, const struct tt_inlined *inlined,
                 const struct tt_function *function);
void tt_close_flow(struct tt_control *flow);

/** Ranges that begin, and those that end, on the way from one instruction to another of the function. */
uint64_t tt_begins_between(const struct tt_control *flow, size_t from, size_t to);
uint64_t tt_ends_between(const struct tt_control *flow, size_t from, size_t to);

/** Whether the instruction behind this one is reached from it without a jump. */
int tt_falls_through(const struct tt_control *flow, size_t from);

/* flow-lines.c */
/** Instructions of no line are of the ranges that those before and behind them are of. */
void tt_fill_unmapped(struct tt_control *flow);
/** Counts instructions without a line between two of the same line. */
void tt_count_filled(struct tt_control *flow);
/** Instructions outside of a range between two inside, close together and within one block: nothing is called there. */
void tt_close_gaps(struct tt_control *flow, uint64_t bit);
/** What differs between a jump by a table and where it may lead is set there. */
void tt_set_behind_tables(struct tt_control *flow);

#endif
