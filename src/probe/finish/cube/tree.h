/* The tree of a thread while its nodes become paths of the profile. */
#ifndef TRIMTAB_FINISH_TREE_H
#define TRIMTAB_FINISH_TREE_H

#include "../otf2/writer.h"
#include "profile.h"

/* The children of each node of a thread's tree, and where its nodes are in the profile. */
struct tree {
    const struct thread *thread;
    const struct tt_node *nodes;
    uint32_t count;
    uint32_t *first, *next; /* 0: none */
    uint32_t *path;         /* of the node, or of the next above it that has one */
    uint32_t *parent;       /* the node that its path is below: its parent, but for some barriers */
    unsigned char *is_path; /* whether it has one of its own */
    unsigned char *is_named; /* of a node without caller on its thread: its path is known */
    unsigned char *is_whole; /* of a construct: the barrier behind it is its own */
};

/* values.c */
/** Adds the values of a thread's tree to its paths. @param whole ticks of all, @param heap bytes at most */
void add_tree(struct profile *p, const struct tree *t, uint32_t location, uint64_t whole, int64_t heap);
/** The same of values by iteration. */
void add_iterations(struct profile *p, const struct tree *t, uint32_t location);

/* naming.c */
/** The path of a region below another one, at a line; made at need. */
uint32_t add_path(struct profile *p, uint32_t parent, uint32_t region, uint32_t line);
/** A variant of the visits of a construct, see TT_WITH_BARRIER. */
int is_variant(const struct tt_node *n);
/** When the records of a thread end, in ticks. */
uint64_t end_of(const struct process *process, const struct thread *thread);
/** Gives the nodes of all trees of a process their paths. Damaged trees may wait for each other. */
void name_trees(struct profile *p, struct writer *w, struct tree *trees, uint32_t count);

#endif
