/*
 * What the program takes from the heap: how much at once, and where in the program what was taken then was asked for.
 *
 * Bytes are those that blocks have room for (malloc_usable_size), which is what a block gives back when it is freed, so
 * that blocks need neither a header nor a table. Which call took a block is kept for blocks of at least `period` bytes, and
 * of smaller ones for about one in as many bytes, which stands for those before it: each of these has its call path, and is
 * known until it is freed.
 */
#ifndef TRIMTAB_MEMORY_H
#define TRIMTAB_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* counts.c: what heap.c calls. Neither changes errno. */
int tt_counts_memory(void);
void tt_count_taken(const void *block, size_t bytes, const void *caller);
/** Before the block is given back. @returns what tt_count_kept needs where it could not be */
struct tt_taken {
    size_t bytes;
    uint64_t tracked;
} tt_count_given_back(const void *block, size_t bytes);
void tt_count_kept(const void *block, struct tt_taken before);

/* level.c */
/** Records how much of the heap is held, if that has changed enough; `most`: so far. Not while it is called already. */
void tt_tell_level(int64_t now, int64_t most);

/* heap.c */
/** Whether the heap can be watched. */
int tt_find_heap(void);
/** Has all objects that are loaded call the hooks. */
void tt_redirect_heap(void);

/* sites.c: where blocks are asked for, by chains of return addresses, the innermost first */
#define TT_SITE_FRAMES 24
struct tt_site {
    uintptr_t frames[TT_SITE_FRAMES];
    uint32_t depth, hash;
    int64_t live;     /* bytes of blocks that are not freed */
    int64_t at_high;  /* the same when the process had most */
    uint64_t bytes, blocks; /* taken in all */
};
#define TT_MOST_SITES 8192u
int tt_begin_sites(void);
/** The number of the chain that the caller, whose return address is `caller`, was called by; 0: there is no more room. */
uint32_t tt_site_here(const void *caller);
struct tt_site *tt_site(uint32_t number);
uint32_t tt_site_count(void);

/* blocks.c: the blocks whose call is known */
int tt_begin_blocks(void);
/** Keeps it; 0 when there is no room. @param value not 0 */
int tt_keep_block(const void *block, uint64_t value);
/** What was kept of a block, which is forgotten; 0: nothing. */
uint64_t tt_forget_block(const void *block);
/** How many of them there are, of how many there can be. */
uint32_t tt_blocks_kept(void);
#define TT_MOST_BLOCKS (UINT32_C(1) << 18)

#endif
