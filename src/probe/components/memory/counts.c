/* How much of the heap is taken, and which calls took what was taken when that was most. */
#include "memory.h"

#include "../../core/component.h"
#include "../../core/probe.h"
#include "../../core/settings.h"
#include "../../core/surroundings.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define IS_ALONE __libc_single_threaded
#else
#define IS_ALONE 0
#endif

/* Threads tell of so many bytes together, so that they do not wait for each other; a process of one thread of each block. */
#define TOLD_TOGETHER ((int64_t)16 << 10)
/* Which call took a block is found out for blocks of so many bytes, and about once in as many bytes of smaller ones. */
#define PERIOD (UINT64_C(64) << 10)
/* What most was made of is found out again where it was so much more: within 0.1 %. */
#define WORTH(bytes) ((bytes) / 1000 + 4096)

struct mine {
    int64_t pending; /* bytes taken less those given back, not told yet */
    uint64_t bytes, blocks; /* taken, not told yet */
    uint64_t small; /* bytes of small blocks whose call is not known, and their number */
    uint32_t small_blocks, random;
    uint64_t next;  /* bytes of small blocks after which one's call is found out */
    int is_inside, is_known;
};
static __thread struct mine mine __attribute__((tls_model("initial-exec")));

static _Atomic int counts;
static _Atomic int64_t total, high;
static _Atomic uint64_t all_bytes, all_blocks;
static _Atomic uint64_t period = PERIOD;
static _Atomic int64_t known_high; /* the most that is known what it was made of */
static _Atomic uint64_t high_time;
static int64_t at_start;
static atomic_flag looking = ATOMIC_FLAG_INIT;
static pthread_key_t end_of_thread;
static int has_key;

int tt_counts_memory(void)
{
    return atomic_load_explicit(&counts, memory_order_relaxed);
}

/* Of one moment as far as other threads are at rest. */
static void find_out(int64_t most)
{
    if (atomic_flag_test_and_set_explicit(&looking, memory_order_acquire))
        return;
    atomic_store(&known_high, most);
    atomic_store(&high_time, tt_time());
    for (uint32_t i = 0; i < tt_site_count(); i++) {
        struct tt_site *site = tt_site(i);
        site->at_high = __atomic_load_n(&site->live, __ATOMIC_RELAXED);
    }
    atomic_flag_clear_explicit(&looking, memory_order_release);
}

/* What was taken before `now` may have been more than ever; it is looked at when it becomes less. */
static void note_level(int64_t before, int64_t now)
{
    int64_t seen = atomic_load_explicit(&high, memory_order_relaxed);
    int64_t known = atomic_load_explicit(&known_high, memory_order_relaxed);
    if (now < before && before >= seen && before > known + WORTH(known))
        find_out(before);
    while (now > seen && !atomic_compare_exchange_weak(&high, &seen, now))
        ;
}

static void tell(struct mine *m)
{
    int64_t change = m->pending, before;
    if (IS_ALONE) {
        before = atomic_load_explicit(&total, memory_order_relaxed);
        atomic_store_explicit(&total, before + change, memory_order_relaxed);
    } else {
        before = atomic_fetch_add(&total, change);
    }
    m->pending = 0;
    note_level(before, before + change);
    if (!m->is_inside && tt_counts_memory()) { /* writing what was recorded may take memory */
        m->is_inside = 1;
        tt_tell_level(before + change, atomic_load_explicit(&high, memory_order_relaxed));
        m->is_inside = 0;
    }
}

static void tell_all(struct mine *m)
{
    atomic_fetch_add(&all_bytes, m->bytes);
    atomic_fetch_add(&all_blocks, m->blocks);
    m->bytes = m->blocks = 0;
    tell(m);
}

static void thread_ends(void *unused)
{
    (void)unused;
    tell_all(&mine);
}

/* Not before threads are there: keys may need memory. */
static void know(struct mine *m)
{
    m->is_known = 1;
    m->random = (uint32_t)((uintptr_t)m >> 6) | 1;
    m->next = PERIOD / 2;
    if (has_key)
        pthread_setspecific(end_of_thread, m);
}

static void changed(struct mine *m, int64_t bytes)
{
    m->pending += bytes;
    int64_t least = IS_ALONE ? 0 : TOLD_TOGETHER;
    if (m->pending > least || m->pending < -least)
        tell(m);
}

/* After how many bytes of small blocks the next one is looked at: no pattern of the program's can avoid it. */
static uint64_t next_after(struct mine *m, uint64_t about)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 17;
    m->random ^= m->random << 5;
    return about / 2 + m->random % about;
}

/* Sites have numbers below 2^13; what a block stands for has the bits above. */
#define SITE_BITS 13
_Static_assert(TT_MOST_SITES <= 1u << SITE_BITS, "numbers of sites fit");

static void track(const void *block, uint64_t bytes, uint64_t blocks, const void *caller)
{
    uint32_t number = tt_site_here(caller);
    struct tt_site *site = tt_site(number);
    __atomic_fetch_add(&site->bytes, bytes, __ATOMIC_RELAXED);
    __atomic_fetch_add(&site->blocks, blocks, __ATOMIC_RELAXED);
    if (tt_keep_block(block, bytes << SITE_BITS | number))
        __atomic_fetch_add(&site->live, (int64_t)bytes, __ATOMIC_RELAXED);
    uint64_t about = atomic_load(&period);
    if (tt_blocks_kept() > TT_MOST_BLOCKS / 2 && about < PERIOD << 10)
        atomic_store(&period, 2 * PERIOD * (about / PERIOD));
}

static void find_call(struct mine *m, const void *block, size_t bytes, const void *caller)
{
    uint64_t about = atomic_load_explicit(&period, memory_order_relaxed);
    if (bytes >= about) {
        track(block, bytes, 1, caller);
        return;
    }
    m->small += bytes;
    m->small_blocks++;
    if (m->small < m->next)
        return;
    track(block, m->small, m->small_blocks, caller);
    m->small = m->small_blocks = 0;
    m->next = next_after(m, about);
}

/* The level changes last: what is looked at when it falls has the block in it. */
void tt_count_taken(const void *block, size_t bytes, const void *caller)
{
    struct mine *m = &mine;
    m->bytes += bytes;
    m->blocks++;
    if (!m->is_inside) {
        m->is_inside = 1;
        if (!m->is_known)
            know(m);
        find_call(m, block, bytes, caller);
        m->is_inside = 0;
    }
    changed(m, (int64_t)bytes);
}

struct tt_taken tt_count_given_back(const void *block, size_t bytes)
{
    struct mine *m = &mine;
    struct tt_taken before = {bytes, 0};
    changed(m, -(int64_t)bytes);
    before.tracked = tt_forget_block(block);
    if (before.tracked != 0)
        __atomic_fetch_sub(&tt_site(before.tracked & (TT_MOST_SITES - 1))->live, (int64_t)(before.tracked >> SITE_BITS),
                           __ATOMIC_RELAXED);
    return before;
}

void tt_count_kept(const void *block, struct tt_taken before)
{
    if (before.tracked != 0 && tt_keep_block(block, before.tracked))
        __atomic_fetch_add(&tt_site(before.tracked & (TT_MOST_SITES - 1))->live, (int64_t)(before.tracked >> SITE_BITS),
                           __ATOMIC_RELAXED);
    changed(&mine, (int64_t)before.bytes);
}

/* What libraries took before this one began. */
static int64_t taken_before(void)
{
#if defined __GLIBC__ && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 taken = mallinfo2();
    return (int64_t)(taken.uordblks + taken.hblkhd);
#else
    return 0;
#endif
}

/* What is taken already counts, but nobody knows by whom. */
static void begin(void)
{
    if (!tt_is_set(TRIMTAB_MEMORY))
        return;
    if (!tt_find_heap()) {
        tt_say("memory is not measured: the program has a custom heap, which does not report the size of its blocks");
        return;
    }
    if (!tt_begin_sites() || !tt_begin_blocks()) {
        tt_say("memory is not measured: there is none left for it");
        return;
    }
    at_start = taken_before();
    atomic_store(&total, at_start);
    atomic_store(&high, at_start);
    has_key = pthread_key_create(&end_of_thread, thread_ends) == 0;
    atomic_store(&counts, 1);
    tt_redirect_heap();
}

static void watch_no_more(void)
{
    atomic_store(&counts, 0);
}

/* What of the process's memory was in the machine's at most, as the kernel says: text and stacks too, but nothing that was
 * never touched. */
static void note_resident(void)
{
    char text[4096];
    tt_read_text("/proc/self/status", text, sizeof text);
    const char *line = strstr(text, "\nVmHWM:");
    if (line != NULL)
        tt_note("memory-resident %llu\n", strtoull(line + strlen("\nVmHWM:"), NULL, 10) << 10);
}

static void note_site(const struct tt_site *site)
{
    char text[24 * TT_SITE_FRAMES];
    size_t length = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < site->depth; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, " %llx", (unsigned long long)site->frames[i]);
    tt_note("memory-site %lld %lld %llu %llu%s\n", (long long)site->at_high, (long long)site->live, (unsigned long long)site->bytes,
            (unsigned long long)site->blocks, text);
}

static void note_memory(void)
{
    if (!tt_counts_memory())
        return;
    tell_all(&mine);
    int64_t now = atomic_load(&total);
    if (now >= atomic_load(&high) && now > atomic_load(&known_high))
        find_out(now);
    tt_note("memory %lld %llu %lld %lld %llu %llu\n", (long long)atomic_load(&high), (unsigned long long)atomic_load(&high_time),
            (long long)at_start, (long long)now, (unsigned long long)atomic_load(&all_bytes),
            (unsigned long long)atomic_load(&all_blocks));
    for (uint32_t i = 0; i < tt_site_count(); i++)
        if (tt_site(i)->blocks > 0)
            note_site(tt_site(i));
    note_resident();
}

static void save(void)
{
    note_memory();
    watch_no_more();
}

const struct tt_component tt_memory_component = {
    .name = "memory", .begin = begin, .fork_child = watch_no_more, .save = save, .exit = note_memory};
