#include "base.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void print_line(const char *format, va_list args)
{
    fflush(stdout);
    fputs("trimtab-finish: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(format, args);
    va_end(args);
}

void fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(format, args);
    va_end(args);
    exit(1);
}

void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count == 0 ? 1 : count, size);
    if (memory == NULL)
        fail("not enough memory");
    return memory;
}

void *resize(void *memory, size_t count, size_t size)
{
    void *bigger = realloc(memory, count * size);
    if (bigger == NULL)
        fail("not enough memory");
    return bigger;
}

char *copy_text(const char *text)
{
    char *copy = allocate(strlen(text) + 1, 1);
    return strcpy(copy, text);
}

char *unescaped(const char *text)
{
    char *out = copy_text(text), *to = out;
    for (const char *from = text; *from != '\0'; from++) {
        unsigned value;
        if (*from == '%' && isxdigit((unsigned char)from[1]) && isxdigit((unsigned char)from[2]) &&
            sscanf(from + 1, "%2x", &value) == 1) {
            *to++ = (char)value;
            from += 2;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
    return out;
}

char *format_text(const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text = allocate((size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(args);
    return text;
}

int open_regular(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat info;
    if (fd < 0 || (fstat(fd, &info) == 0 && S_ISREG(info.st_mode)))
        return fd;
    close(fd);
    errno = EINVAL;
    return -1;
}

FILE *open_text(const char *path)
{
    int fd = open_regular(path);
    return fd < 0 ? NULL : fdopen(fd, "r");
}

static size_t first_slot(const struct map *map, uint64_t key)
{
    return (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & (map->size - 1);
}

/* Key 0 marks a free slot, so keys are stored plus one. */
static size_t slot_of(const struct map *map, uint64_t key)
{
    size_t slot = first_slot(map, key);
    while (map->keys[slot] != 0 && map->keys[slot] != key)
        slot = (slot + 1) & (map->size - 1);
    return slot;
}

uint32_t map_get(const struct map *map, uint64_t key)
{
    if (map->size == 0)
        return MAP_MISSING;
    size_t slot = slot_of(map, key + 1);
    return map->keys[slot] == 0 ? MAP_MISSING : map->values[slot];
}

static void map_grow(struct map *map)
{
    struct map bigger = {.size = map->size == 0 ? 64 : 2 * map->size};
    bigger.keys = allocate(bigger.size, sizeof *bigger.keys);
    bigger.values = allocate(bigger.size, sizeof *bigger.values);
    for (size_t i = 0; i < map->size; i++)
        if (map->keys[i] != 0)
            map_put(&bigger, map->keys[i] - 1, map->values[i]);
    map_free(map);
    *map = bigger;
}

void map_put(struct map *map, uint64_t key, uint32_t value)
{
    if (key == UINT64_MAX)
        return; /* no address and no number; it would take a slot at each call, and never be found */
    if (2 * (map->used + 1) > map->size)
        map_grow(map);
    size_t slot = slot_of(map, key + 1);
    if (map->keys[slot] == 0)
        map->used++;
    map->keys[slot] = key + 1;
    map->values[slot] = value;
}

/* What stands behind the key for want of its own slot moves up, so that it is found without it. */
void map_remove(struct map *map, uint64_t key)
{
    if (map->size == 0)
        return;
    size_t gap = slot_of(map, key + 1);
    if (map->keys[gap] == 0)
        return;
    map->used--;
    for (size_t slot = (gap + 1) & (map->size - 1); map->keys[slot] != 0; slot = (slot + 1) & (map->size - 1)) {
        size_t own = first_slot(map, map->keys[slot]);
        if (((slot - own) & (map->size - 1)) < ((slot - gap) & (map->size - 1)))
            continue;
        map->keys[gap] = map->keys[slot];
        map->values[gap] = map->values[slot];
        gap = slot;
    }
    map->keys[gap] = 0;
}

void map_free(struct map *map)
{
    free(map->keys);
    free(map->values);
    *map = (struct map){0};
}

uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001B3);
    return (hash ^ 0xFF) * UINT64_C(0x100000001B3);
}

uint32_t text_id(struct texts *texts, const char *text)
{
    if (texts->count == 0 && text[0] != '\0')
        text_id(texts, "");
    uint64_t hash = hash_text(HASH_START, text);
    uint32_t id;
    while ((id = map_get(&texts->index, hash)) != MAP_MISSING) {
        if (strcmp(texts->list[id], text) == 0)
            return id;
        hash++; /* another text with this hash */
    }
    id = texts->count;
    APPEND(texts->list, texts->count, texts->capacity, copy_text(text));
    map_put(&texts->index, hash, id);
    return id;
}
