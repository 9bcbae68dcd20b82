/* Addresses of functions and of calls, and the names and lines that belong to them. */
#ifndef TRIMTAB_FINISH_SYMBOLS_H
#define TRIMTAB_FINISH_SYMBOLS_H

#include "../read/run.h"

enum place_kind {
    PLACE_FUNCTION,
    PLACE_SITE,
    PLACE_CALLER, /* a function that was found on the stack, by its beginning */
    PLACE_INLINED /* the call of a function's hook: the line where that function was inlined, if it was */
};

struct place {
    uint32_t object; /* index in `objects` of the symbols */
    enum place_kind kind;
    uint64_t offset; /* in the object; of calls, the byte before the return address */
    char *linkage, *name, *file;
    char *inlined; /* of calls: names, the outermost first, each behind a tab, of the function that stands there and of those that
                    * were inlined around the call; NULL where none was */
    uint32_t line; /* 0: unknown */
    int left_out;  /* a function that some process switched off: it is in no call path, so that those of all agree */
    uint64_t calls_left_out; /* about how often it was called after that, in all processes */
};

struct symbols {
    char **objects; /* paths */
    uint32_t object_count, object_capacity;
    struct place *places;
    uint32_t count, capacity;
    struct map index; /* from object and offset to place */
    uint32_t *functions; /* after resolve(): places of functions by object and offset */
    uint32_t function_count;
};

/** The place of an address of `process`, made at the first call; `cache` holds those of
 *  this process. MAP_MISSING for an address in no loaded object. */
uint32_t place_of(struct symbols *symbols, struct map *cache, const struct process *process, uint64_t address,
                  enum place_kind kind);

/** The loaded file that an address lies in; NULL: none. */
const struct object *object_of(const struct process *process, uint64_t address);

/** Whether the call at place `site` stands in the machine code of the function at place
 *  `function`: no other known function begins between them. Needs resolve() before. */
int stands_in(const struct symbols *symbols, uint32_t site, uint32_t function);

/** Finds names and lines of all places, by addr2line. */
void resolve(struct symbols *symbols);

#endif
