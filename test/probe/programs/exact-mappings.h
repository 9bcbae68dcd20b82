/* Instead of files in memory, whose last page goes on behind their end: copies of exactly their size, so that the sanitizer sees
 * what is read beyond. For the finisher, which maps files to read them once and memory of its own. */
#ifndef EXACT_MAPPINGS_H
#define EXACT_MAPPINGS_H

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static inline void *exact_mmap(size_t size, int file)
{
    char *copy = file < 0 ? calloc(1, size) : malloc(size);
    size_t done = 0;
    for (ssize_t n = 1; copy != NULL && file >= 0 && done < size && n > 0; done += (size_t)n)
        n = pread(file, copy + done, size - done, (off_t)done);
    return copy == NULL ? MAP_FAILED : copy;
}

static inline int exact_munmap(void *memory)
{
    free(memory);
    return 0;
}

#define mmap(address, size, protection, flags, file, offset) exact_mmap(size, file)
#define munmap(memory, size) exact_munmap(memory)
#define madvise(memory, size, advice) 0

#endif
