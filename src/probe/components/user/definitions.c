/*
 * A table that only grows: whoever looks something up takes no lock, and who adds something does so under one. Entries
 * never change once they can be seen.
 */
#include "definitions.h"

#include "../iterations/gates.h"
#include "../../core/component.h"
#include "../../core/probe.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many places, of which at most half are taken: programs name kinds of things, and rarely each of a million. */
enum { PLACES = 1 << 17, MOST_DEFINED = PLACES / 2 };

struct definition {
    uint64_t hash;
    uint32_t number;
    const char *kind; /* a constant, compared by what it says */
    char *name, *detail;
};

static _Atomic(struct definition *) places[PLACES];
static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;
static uint32_t count;

static uint64_t hash_of(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001B3);
    return (hash ^ 0xFF) * UINT64_C(0x100000001B3); /* "ab", "c" is not "a", "bc" */
}

static int is(const struct definition *d, uint64_t hash, const char *kind, const char *name, const char *detail)
{
    return d->hash == hash && strcmp(d->kind, kind) == 0 && strcmp(d->name, name) == 0 && strcmp(d->detail, detail) == 0;
}

/* Its place, or the empty one where it belongs. */
static size_t find(uint64_t hash, const char *kind, const char *name, const char *detail)
{
    size_t at = (hash ^ hash >> 29) & (PLACES - 1);
    for (;;) {
        const struct definition *d = atomic_load_explicit(&places[at], memory_order_acquire);
        if (d == NULL || is(d, hash, kind, name, detail))
            return at;
        at = (at + 1) & (PLACES - 1);
    }
}

static void note(const struct definition *d, const void *site)
{
    char key[96];
    snprintf(key, sizeof key, "user %u %s %llx", d->number, d->kind, (unsigned long long)(uintptr_t)site);
    tt_note_text(key, d->name);
    snprintf(key, sizeof key, "user-detail %u", d->number);
    if (d->detail[0] != '\0')
        tt_note_text(key, d->detail);
}

static struct definition *make(uint64_t hash, const char *kind, const char *name, const char *detail)
{
    struct definition *d = malloc(sizeof *d);
    char *own_name = strdup(name), *own_detail = strdup(detail);
    if (d == NULL || own_name == NULL || own_detail == NULL) {
        free(d);
        free(own_name);
        free(own_detail);
        return NULL;
    }
    *d = (struct definition){hash, ++count, kind, own_name, own_detail};
    return d;
}

static uint32_t add(uint64_t hash, const char *kind, const char *name, const char *detail, const void *site)
{
    size_t at = find(hash, kind, name, detail);
    struct definition *d = atomic_load(&places[at]);
    if (d != NULL)
        return d->number; /* another thread has just added it */
    if (count >= MOST_DEFINED) {
        static int said;
        if (!said++)
            tt_say("more than %d regions, entities and counters are named: %s and what follows are not recorded", MOST_DEFINED,
                   name);
        return 0;
    }
    d = make(hash, kind, name, detail);
    if (d == NULL)
        return 0;
    note(d, site);
    tt_phase_defined(kind, name, d->number);
    atomic_store_explicit(&places[at], d, memory_order_release);
    return d->number;
}

uint32_t tt_define(const char *kind, const char *name, const char *detail, const void *site)
{
    tt_start();
    if (name == NULL || atomic_load(&tt_process.state) != TT_RECORDING)
        return 0;
    detail = detail == NULL ? "" : detail;
    uint64_t hash = hash_of(hash_of(hash_of(UINT64_C(0xCBF29CE484222325), kind), name), detail);
    const struct definition *known = atomic_load_explicit(&places[find(hash, kind, name, detail)], memory_order_acquire);
    if (known != NULL)
        return known->number;
    pthread_mutex_lock(&adding);
    uint32_t number = add(hash, kind, name, detail, site);
    pthread_mutex_unlock(&adding);
    return number;
}

const char *tt_defined_name(uint32_t number)
{
    for (size_t at = 0; at < PLACES; at++) {
        const struct definition *d = atomic_load_explicit(&places[at], memory_order_acquire);
        if (d != NULL && d->number == number)
            return d->name;
    }
    return NULL;
}

/* It begins with the first name: its order among the components matters to none. */
const struct tt_component tt_user_component = {.name = "user"};
