#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../core/probe.h"
#include "grammar.h"

/* What is read at once; a line that is longer than a request may be is cut there. */
enum { PIECE = 1 << 16, LONGEST_KEPT = TT_LONGEST_REQUEST + 1024, LARGEST = 1 << 26, MOST_KEPT = 1 << 20 };

static const char *path_of(char *out, size_t size, const char *name)
{
    snprintf(out, size, "%s/live%s%s", tt_directory(), name[0] == '\0' ? "" : "/", name);
    return out;
}

int tt_live_make_folder(void)
{
    char path[PATH_MAX + 64];
    return mkdir(path_of(path, sizeof path, ""), 0700) == 0;
}

void tt_live_remove_folder(void)
{
    char path[PATH_MAX + 64];
    rmdir(path_of(path, sizeof path, "")); /* of all ranks the last one succeeds */
}

static int open_file(const char *name, int flags)
{
    char path[PATH_MAX + 64];
    return open(path_of(path, sizeof path, name), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
}

int tt_live_make(const char *name)
{
    int fd = open_file(name, O_WRONLY | O_CREAT | O_EXCL);
    return fd >= 0 && close(fd) == 0;
}

void tt_live_remove(const char *name)
{
    char path[PATH_MAX + 64];
    unlink(path_of(path, sizeof path, name));
}

static size_t put_some(int fd, const char *text, size_t size, uint64_t offset)
{
    size_t done = 0;
    while (done < size) {
        ssize_t n = tt_write(fd, text + done, size - done, offset == TT_AT_END ? TT_AT_END : offset + done);
        if (n <= 0 && errno != EINTR)
            break;
        done += n > 0 ? (size_t)n : 0;
    }
    return done;
}

static int put(int fd, const char *text, size_t size, uint64_t offset)
{
    return put_some(fd, text, size, offset) == size;
}

size_t tt_live_append(const char *name, const char *text, size_t size)
{
    int fd = open_file(name, O_WRONLY | O_APPEND);
    if (fd < 0)
        return 0;
    size_t done = put_some(fd, text, size, TT_AT_END);
    int saved = errno;
    close(fd);
    errno = saved;
    return done;
}

static void keep_rest(struct tt_live_log *log, const char *text, size_t size)
{
    char *more = log->rest_size + size > MOST_KEPT ? NULL : realloc(log->rest, log->rest_size + size + 1);
    if (more == NULL)
        return; /* nobody has read for long: it is lost */
    memcpy(more + log->rest_size, text, size);
    log->rest = more;
    log->rest_size += size;
}

int tt_live_reserve(const struct tt_live_log *log, size_t size)
{
    int fd = log->rest_size > 0 ? -1 : open_file(log->name, O_WRONLY);
    if (fd < 0)
        return 0;
    off_t end = lseek(fd, 0, SEEK_END);
    int is_full = end < 0 || (fallocate(fd, FALLOC_FL_KEEP_SIZE, end, (off_t)size) != 0 && (errno == ENOSPC || errno == EDQUOT));
    close(fd);
    return !is_full;
}

int tt_live_log(struct tt_live_log *log, const char *text, size_t size)
{
    if (log->rest_size > 0) {
        size_t done = tt_live_append(log->name, log->rest, log->rest_size);
        memmove(log->rest, log->rest + done, log->rest_size - done);
        log->rest_size -= done;
    }
    size_t done = log->rest_size > 0 ? 0 : tt_live_append(log->name, text, size);
    if (done < size)
        keep_rest(log, text + done, size - done);
    return log->rest_size == 0 && done == size;
}

int tt_live_write(const char *name, uint64_t sequence, const char *text, size_t size)
{
    char line[64];
    int fd = open_file(name, O_WRONLY);
    if (fd < 0)
        return 0;
    int n = snprintf(line, sizeof line, "trimtab-live %llu\n", (unsigned long long)sequence);
    int done = put(fd, line, (size_t)n, 0) && put(fd, text, size, (uint64_t)n);
    uint64_t length = (uint64_t)n + size;
    n = snprintf(line, sizeof line, "end %llu\n", (unsigned long long)sequence);
    done = done && put(fd, line, (size_t)n, length) && ftruncate(fd, (off_t)(length + (uint64_t)n)) == 0;
    return (close(fd) == 0) & done;
}

/* Whether only the user that this program runs as can have written it. */
static int is_own(const struct stat *about)
{
    return S_ISREG(about->st_mode) && about->st_uid == geteuid() && (about->st_mode & (S_IWGRP | S_IWOTH)) == 0 && about->st_nlink == 1;
}

/* All of a file, ended by a zero. */
static char *all_of(const char *name)
{
    struct stat about;
    char *text = NULL;
    int fd = open_file(name, O_RDONLY);
    if (fd < 0)
        return NULL;
    if (fstat(fd, &about) == 0 && is_own(&about) && about.st_size > 0 && about.st_size < LARGEST &&
        (text = malloc((size_t)about.st_size + 1)) != NULL) {
        ssize_t n = pread(fd, text, (size_t)about.st_size, 0);
        text[n > 0 ? n : 0] = '\0';
    }
    close(fd);
    return text;
}

char *tt_live_read(const char *name)
{
    char *text = all_of(name), wanted[64];
    unsigned long long sequence;
    int begin = 0;
    if (text == NULL || sscanf(text, "trimtab-live %llu%n", &sequence, &begin) != 1 || text[begin] != '\n') {
        free(text);
        return NULL;
    }
    size_t length = strlen(text), end = (size_t)snprintf(wanted, sizeof wanted, "\nend %llu\n", sequence);
    if (length < (size_t)begin + end || strcmp(text + length - end, wanted) != 0) {
        free(text);
        return NULL;
    }
    text[length - end + 1] = '\0';
    memmove(text, text + begin + 1, length - end + 1 - (size_t)begin);
    return text;
}

static int open_tail(struct tt_live_tail *tail)
{
    struct stat about = {0};
    int fd = open_file(tail->name, O_RDONLY);
    if (fd < 0)
        return -1;
    if (fstat(fd, &about) == 0 && is_own(&about) && (uint64_t)about.st_size > tail->offset)
        return fd;
    /* Without links it was removed meanwhile: the run has ended. */
    if (about.st_nlink > 0 && !is_own(&about) && !tail->refused++)
        tt_say("%s/live/%s is not read, since others than you may have written it: its mode must be 600", tt_directory(), tail->name);
    close(fd);
    return -1;
}

int tt_live_has_news(struct tt_live_tail *tail)
{
    int fd = open_tail(tail);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static int keep(struct tt_live_tail *tail, const char *from, size_t size)
{
    if (tail->rest_size + size > tail->rest_room) {
        char *more = realloc(tail->rest, tail->rest_size + size);
        if (more == NULL)
            return 0;
        tail->rest = more;
        tail->rest_room = tail->rest_size + size;
    }
    memcpy(tail->rest + tail->rest_size, from, size);
    tail->rest_size += size;
    return 1;
}

void tt_live_follow(struct tt_live_tail *tail, size_t most, void (*take)(void *context, const char *line, size_t length), void *context)
{
    char piece[PIECE];
    size_t lines = 0;
    int fd = open_tail(tail);
    if (fd < 0)
        return;
    for (ssize_t n; lines < most && (n = pread(fd, piece, sizeof piece, (off_t)tail->offset)) > 0;) {
        const char *from = piece, *end = piece + n;
        while (from < end && lines < most) {
            const char *stop = memchr(from, '\n', (size_t)(end - from));
            size_t size = (size_t)((stop == NULL ? end : stop) - from);
            size_t kept = tail->rest_size + size < LONGEST_KEPT ? size : LONGEST_KEPT - tail->rest_size;
            if (!keep(tail, from, kept))
                break;
            from += size + (stop != NULL);
            if (stop == NULL)
                break;
            take(context, tail->rest, tail->rest_size);
            lines++;
            tail->rest_size = 0;
        }
        if (from == piece)
            break; /* no memory: later */
        tail->offset += (uint64_t)(from - piece);
    }
    close(fd);
}
