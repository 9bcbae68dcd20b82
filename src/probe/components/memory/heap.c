/* What is called in place of the functions of the heap, as long as it is watched. */
#include "memory.h"

#include "../../core/probe.h"
#include "../../core/redirect.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#define CALLER __builtin_return_address(0)

static struct {
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
    void (*free)(void *);
    void *(*aligned_alloc)(size_t, size_t);
    void *(*memalign)(size_t, size_t);
    int (*posix_memalign)(void **, size_t, size_t);
    void *(*valloc)(size_t);
    void *(*pvalloc)(size_t);
    size_t (*usable)(void *);
} real;

static void taken(void *block, const void *caller)
{
    if (block != NULL && tt_counts_memory())
        tt_count_taken(block, real.usable(block), caller);
}

static void *take(size_t size)
{
    void *block = real.malloc(size);
    taken(block, CALLER);
    return block;
}

static void *take_cleared(size_t number, size_t size)
{
    void *block = real.calloc(number, size);
    taken(block, CALLER);
    return block;
}

static void *take_aligned(size_t alignment, size_t size)
{
    void *block = real.aligned_alloc(alignment, size);
    taken(block, CALLER);
    return block;
}

static void *take_memalign(size_t alignment, size_t size)
{
    void *block = real.memalign(alignment, size);
    taken(block, CALLER);
    return block;
}

static int take_posix(void **block, size_t alignment, size_t size)
{
    int error = real.posix_memalign(block, alignment, size);
    if (error == 0)
        taken(*block, CALLER);
    return error;
}

static void *take_pages(size_t size)
{
    void *block = real.valloc(size);
    taken(block, CALLER);
    return block;
}

static void *take_whole_pages(size_t size)
{
    void *block = real.pvalloc(size);
    taken(block, CALLER);
    return block;
}

static void give_back(void *block)
{
    if (block != NULL && tt_counts_memory())
        tt_count_given_back(block, real.usable(block));
    real.free(block);
}

/* The old block counts as given back before, since another thread may have its address afterwards. */
static void *change(void *block, size_t size)
{
    int counts = tt_counts_memory();
    struct tt_taken before = {0, 0};
    if (block != NULL && counts)
        before = tt_count_given_back(block, real.usable(block));
    void *now = real.realloc(block, size);
    if (now != NULL && counts)
        tt_count_taken(now, real.usable(now), CALLER);
    else if (block != NULL && counts && size != 0)
        tt_count_kept(block, before);
    return now;
}

static const struct tt_redirection redirections[] = {
    {"malloc", (void *)take, (void **)&real.malloc},
    {"calloc", (void *)take_cleared, (void **)&real.calloc},
    {"realloc", (void *)change, (void **)&real.realloc},
    {"free", (void *)give_back, (void **)&real.free},
    {"aligned_alloc", (void *)take_aligned, (void **)&real.aligned_alloc},
    {"memalign", (void *)take_memalign, (void **)&real.memalign},
    {"posix_memalign", (void *)take_posix, (void **)&real.posix_memalign},
    {"valloc", (void *)take_pages, (void **)&real.valloc},
    {"pvalloc", (void *)take_whole_pages, (void **)&real.pvalloc},
};
enum { REDIRECTIONS = sizeof redirections / sizeof redirections[0] };

/* Whether one library has all of them: a heap of the program's own need not tell how large its blocks are. */
static int is_one_heap(void)
{
    Dl_info takes, tells, frees;
    return real.malloc != NULL && real.free != NULL && real.usable != NULL && dladdr((void *)real.malloc, &takes) != 0 &&
           dladdr((void *)real.free, &frees) != 0 && dladdr((void *)real.usable, &tells) != 0 &&
           takes.dli_fbase == tells.dli_fbase && takes.dli_fbase == frees.dli_fbase;
}

int tt_find_heap(void)
{
    tt_find_real(redirections, REDIRECTIONS);
    *(void **)&real.usable = dlsym(RTLD_DEFAULT, "malloc_usable_size");
    return is_one_heap();
}

void tt_redirect_heap(void)
{
    tt_redirect(redirections, REDIRECTIONS, NULL);
}
