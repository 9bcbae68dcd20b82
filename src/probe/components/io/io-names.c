/*
 * Files and handles by number, noted in the process's text file when they come. A handle is used again for the same file
 * when what it stood for was closed, so that there are as many as were open at a time. Memory is taken from pages of our own:
 * a handler of signals may open files while the program is inside malloc.
 */
#include "io.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

/* What is opened beyond counts as one more file. */
enum { MOST_FILES = 10000, INDEX = 1 << 15, MOST_HANDLES = 1 << 16, POOL_BYTES = 1 << 20 };

static const char others[] = "other files";

static struct file {
    const char *path;
    uint64_t hash;
    uint32_t idle[TT_IO_PARADIGMS]; /* handles that were closed: the first of a list */
} files[MOST_FILES + 2];            /* from 1; the last one stands for others */

static struct handle {
    uint32_t file;
    uint32_t next; /* that is idle too */
    uint8_t paradigm;
} handles[MOST_HANDLES];

static uint32_t file_count, handle_count = TT_IO_STANDARD_HANDLES;
static uint32_t by_path[INDEX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *keep(const char *path)
{
    static char *pool;
    static size_t left;
    size_t size = strlen(path) + 1;
    if (size > left) {
        char *more = mmap(NULL, POOL_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (more == MAP_FAILED || size > POOL_BYTES)
            return NULL;
        pool = more;
        left = POOL_BYTES;
    }
    char *kept = memcpy(pool, path, size);
    pool += size;
    left -= size;
    return kept;
}

static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001B3);
    return hash;
}

static uint32_t add_file(const char *path, uint64_t hash)
{
    char key[32];
    uint32_t number = file_count < MOST_FILES ? file_count + 1 : MOST_FILES + 1;
    const char *name = number <= MOST_FILES ? keep(path) : others;
    if (name == NULL || files[number].path != NULL)
        return name == NULL ? 0 : number;
    files[number] = (struct file){.path = name, .hash = hash};
    file_count = number;
    snprintf(key, sizeof key, "io-file %u", number);
    tt_note_text(key, name);
    return number;
}

/* The number of a file, with the lock held. */
static uint32_t file_of(const char *path)
{
    uint64_t hash = hash_of(path);
    size_t at = (hash ^ hash >> 31) % INDEX;
    for (; by_path[at] != 0; at = (at + 1) % INDEX) {
        const struct file *f = &files[by_path[at]];
        if (f->hash == hash && strcmp(f->path, path) == 0)
            return by_path[at];
    }
    uint32_t number = add_file(path, hash);
    if (number <= MOST_FILES)
        by_path[at] = number;
    return number;
}

static uint32_t handle_for(enum tt_io_paradigm paradigm, uint32_t file)
{
    uint32_t *idle = &files[file].idle[paradigm];
    if (*idle != 0) {
        uint32_t number = *idle;
        *idle = handles[number].next;
        return number;
    }
    if (file == 0 || handle_count + 1 >= MOST_HANDLES)
        return 0;
    uint32_t number = ++handle_count;
    handles[number] = (struct handle){.file = file, .paradigm = (uint8_t)paradigm};
    tt_note("io-handle %u %u %u\n", number, (unsigned)paradigm, file);
    return number;
}

uint32_t tt_io_new_handle(enum tt_io_paradigm paradigm, const char *path)
{
    pthread_mutex_lock(&lock);
    uint32_t number = handle_for(paradigm, file_of(path));
    pthread_mutex_unlock(&lock);
    return number;
}

uint32_t tt_io_another_handle(uint32_t handle)
{
    if (handle <= TT_IO_STANDARD_HANDLES)
        return 0;
    pthread_mutex_lock(&lock);
    uint32_t number = handle_for((enum tt_io_paradigm)handles[handle].paradigm, handles[handle].file);
    pthread_mutex_unlock(&lock);
    return number;
}

void tt_io_free_handle(uint32_t handle)
{
    if (handle <= TT_IO_STANDARD_HANDLES)
        return;
    pthread_mutex_lock(&lock);
    uint32_t *idle = &files[handles[handle].file].idle[handles[handle].paradigm];
    handles[handle].next = *idle;
    *idle = handle;
    pthread_mutex_unlock(&lock);
}

uint32_t tt_io_file(const char *path)
{
    pthread_mutex_lock(&lock);
    uint32_t number = file_of(path);
    pthread_mutex_unlock(&lock);
    return number;
}
