/*
 * The text file <host>-<pid>.txt of the process, which has one fact a line; the README lists them. It is written with plain
 * write(2) as facts become known, so that it is whole up to the moment when a process is killed.
 */
#include "facts.h"

#include "once.h"
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int text_fd = -1;
static struct tt_once text_opened;

/** One line on stderr, with the rank where it is known. */
void tt_say(const char *format, ...)
{
    char line[1024];
    int n = tt_process.rank >= 0 && tt_process.size > 1 ? snprintf(line, sizeof line, "trimtab: rank %d: ", tt_process.rank)
                                                        : snprintf(line, sizeof line, "trimtab: ");
    va_list args;
    va_start(args, format);
    n += vsnprintf(line + n, sizeof line - (size_t)n, format, args);
    va_end(args);
    size_t length = (size_t)n < sizeof line - 2 ? (size_t)n : sizeof line - 2;
    line[length++] = '\n';
    if (write(STDERR_FILENO, line, length) < 0)
        return; /* stderr is closed: there is nobody to tell */
}

const char *tt_error_text(int error)
{
    static __thread char text[64] __attribute__((tls_model("initial-exec")));
    return strerror_r(error, text, sizeof text);
}

static void append(const char *text, size_t size)
{
    while (size > 0) {
        ssize_t n = tt_write(text_fd, text, size, TT_AT_END);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return; /* the disk is full; tt_stop_recording has said so or will */
        text += n;
        size -= (size_t)n;
    }
}

/** Control characters and '%' as %XX, so that a fact stays on its line. */
size_t tt_escape_fact(char line[TT_LONGEST_FACT], const char *key, const char *value)
{
    size_t n = (size_t)snprintf(line, TT_LONGEST_FACT, "%s ", key);
    for (; *value != '\0' && n < TT_LONGEST_FACT - 8; value++) {
        unsigned char c = (unsigned char)*value;
        if (c < ' ' || c == '%')
            n += (size_t)snprintf(line + n, 4, "%%%02X", c);
        else
            line[n++] = (char)c;
    }
    line[n++] = '\n';
    return n;
}

static void note_escaped(const char *key, const char *value)
{
    char line[TT_LONGEST_FACT];
    append(line, tt_escape_fact(line, key, value));
}

static void open_text(void)
{
    char name[PATH_MAX + 512];
    text_fd = open(tt_file_name(name, sizeof name, ".txt"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_APPEND, 0666);
    if (text_fd < 0) {
        tt_stop_recording(tt_error_text(errno));
        return;
    }
#ifdef FALLOC_FL_KEEP_SIZE
    /* Room for the facts that come last, should the disk be full by then. */
    if (fallocate(text_fd, FALLOC_FL_KEEP_SIZE, 0, 1 << 16) != 0)
        errno = 0; /* not every file system can: the room is a comfort only */
#endif
    tt_describe_process();
}

/** Appends to the process's text file. */
void tt_note(const char *format, ...)
{
    char text[4096];
    tt_do_once(&text_opened, open_text);
    if (text_fd < 0)
        return;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    append(text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

/** Appends a fact whose value may hold anything, of which no more than a few thousand characters are kept. */
void tt_note_text(const char *key, const char *value)
{
    tt_do_once(&text_opened, open_text);
    if (text_fd >= 0)
        note_escaped(key, value);
}

void tt_append_facts(const char *text, size_t size)
{
    append(text, size);
}

int tt_has_facts(void)
{
    return text_fd >= 0;
}

void tt_forget_facts(void)
{
    text_fd = -1;
    tt_never_do(&text_opened);
}
