/* Small things that all parts of the finisher use. */
#ifndef TRIMTAB_FINISH_BASE_H
#define TRIMTAB_FINISH_BASE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** One line on stderr. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/** One line on stderr, and the end of the program with exit code 1. */
void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/** malloc and realloc that end the program when memory is short; allocated memory is zero. */
void *allocate(size_t count, size_t size);
void *resize(void *memory, size_t count, size_t size);
char *copy_text(const char *text);
/** What a line of the probe's text files stands for, where characters are `%` and two digits; the caller's to free. */
char *unescaped(const char *text);
char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Opens a regular file for reading; -1 for what is none: a FIFO would block, a device never end. */
int open_regular(const char *path);
/** The same as a stream; NULL where there is none. */
FILE *open_text(const char *path);

/** Appends one element to a growing array. */
#define APPEND(array, count, capacity, element)                               \
    do {                                                                      \
        if ((count) == (capacity)) {                                          \
            (capacity) = (capacity) == 0 ? 16 : 2 * (capacity);               \
            (array) = resize((array), (capacity), sizeof *(array));           \
        }                                                                     \
        (array)[(count)++] = (element);                                       \
    } while (0)

/* A hash table from 64-bit keys to 32-bit values. */
struct map {
    size_t size, used;
    uint64_t *keys;
    uint32_t *values;
};
#define MAP_MISSING UINT32_MAX
uint32_t map_get(const struct map *map, uint64_t key);
void map_put(struct map *map, uint64_t key, uint32_t value);
void map_remove(struct map *map, uint64_t key);
void map_free(struct map *map);

/** A 64-bit hash of text, continuing `hash` (FNV-1a; begin with HASH_START). */
#define HASH_START UINT64_C(0xCBF29CE484222325)
uint64_t hash_text(uint64_t hash, const char *text);

/* Texts, each kept once and known by its number. Number 0 is the empty text. */
struct texts {
    char **list;
    uint32_t count, capacity;
    struct map index;
};
uint32_t text_id(struct texts *texts, const char *text);

#endif
