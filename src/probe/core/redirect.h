/*
 * Calls of functions of libraries taken over while the program runs: the places where loaded objects keep the addresses of
 * the functions that they call get others. Unlike functions of the same name here, that costs nothing where nobody asks for
 * it, also takes calls that the C library makes itself, and can leave objects alone.
 */
#ifndef TRIMTAB_REDIRECT_H
#define TRIMTAB_REDIRECT_H

#include <stddef.h>

struct tt_redirection {
    const char *name;
    void *to;
    void **real; /* what is called without; NULL until it is known, and where nothing loaded has it */
};

/** Finds what is called without. */
void tt_find_real(const struct tt_redirection *list, size_t count);

/**
 * Has objects that are loaded call the functions in place of the real ones, where these are known, and those that are loaded
 * later: from when the program looks for something in them. `list` must stay.
 * @param leaves_alone whether an object, by its path, is left as it is; never are this library and the loader changed
 */
void tt_redirect(const struct tt_redirection *list, size_t count, int (*leaves_alone)(const char *path));

#endif
