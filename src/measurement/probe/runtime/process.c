/*
 * The life of the process: start, settings, the text file that describes it, end.
 *
 * The text file <host>-<pid>.txt has one fact a line; the README lists them. It is
 * written with plain write(2) as facts become known, so that it is whole up to the
 * moment when a process is killed.
 */
#include "once.h"
#include "probe.h"
#include "sampling.h"
#include "surroundings.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

struct tt_process tt_process = {.rank = -1, .size = -1, .finish = 1, .functions = 1, .openmp = 1, .max_bytes = UINT64_MAX};

/* More samples a second cost more than they tell. */
enum { MOST_HERTZ = 10000 };

static int text_fd = -1;
static struct tt_once text_opened;
static struct tt_clock_reading at_start;

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

/* Control characters and '%' as %XX, so that a fact stays on its line. */
static void note_escaped(const char *key, const char *value)
{
    char line[PATH_MAX * 2];
    size_t n = (size_t)snprintf(line, sizeof line, "%s ", key);
    for (; *value != '\0' && n < sizeof line - 8; value++) {
        unsigned char c = (unsigned char)*value;
        if (c < ' ' || c == '%')
            n += (size_t)snprintf(line + n, 4, "%%%02X", c);
        else
            line[n++] = (char)c;
    }
    line[n++] = '\n';
    append(line, n);
}

static void note_arguments(void)
{
    char buffer[1 << 16];
    int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    ssize_t n = read(fd, buffer, sizeof buffer - 1);
    close(fd);
    if (n <= 0)
        return;
    buffer[n] = '\0';
    for (const char *arg = buffer; arg < buffer + n; arg += strlen(arg) + 1)
        note_escaped("arg", arg);
}

static void note_file(const char *key, const char *path)
{
    char text[256];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    note_escaped(key, text);
}

static int note_object(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    uintptr_t low = UINTPTR_MAX, high = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
            continue;
        uintptr_t from = info->dlpi_addr + p->p_vaddr;
        low = from < low ? from : low;
        high = from + p->p_memsz > high ? from + p->p_memsz : high;
    }
    char path[PATH_MAX] = "", key[128];
    if (info->dlpi_name != NULL && info->dlpi_name[0] != '\0')
        snprintf(path, sizeof path, "%s", info->dlpi_name);
    else if (readlink("/proc/self/exe", path, sizeof path - 1) < 0 || low == UINTPTR_MAX)
        return 0;
    snprintf(key, sizeof key, "object %llx %llx %llx", (unsigned long long)info->dlpi_addr, (unsigned long long)low,
             (unsigned long long)high);
    if (low < high)
        note_escaped(key, path);
    return 0;
}

/** Notes which files are loaded where, to resolve addresses after the run. */
void tt_note_objects(void)
{
    tt_note("objects\n");
    dl_iterate_phdr(note_object, NULL);
}

static void note_reading(const struct tt_clock_reading *r)
{
    tt_note("clock %llu %llu %llu\n", (unsigned long long)r->ticks, (unsigned long long)r->monotonic_ns,
            (unsigned long long)r->realtime_ns);
}

/** Notes the clocks' present values, for the rate of the tick counter. */
void tt_note_clock(void)
{
    struct tt_clock_reading now = tt_clock_read_all();
    note_reading(&now);
}

static void describe(void)
{
    struct utsname system;
    uname(&system);
    tt_note("trimtab-raw %u\npid %ld\nstart %llu\nclock-kind %s\n", TT_RAW_VERSION, (long)getpid(),
            (unsigned long long)tt_process.start_ticks, tt_clock_name());
    note_escaped("host", system.nodename);
    note_escaped("system", system.sysname);
    note_file("boot", "/proc/sys/kernel/random/boot_id");
    char path[PATH_MAX] = "";
    if (readlink("/proc/self/exe", path, sizeof path - 1) > 0)
        note_escaped("exe", path);
    note_arguments();
    note_reading(&at_start);
    if (tt_process.mode == TT_PROFILE)
        tt_note("mode profile\n");
    tt_note_surroundings();
    if (tt_process.sampling > 0)
        tt_note("sampling %u\n", tt_process.sampling);
    if (tt_process.functions)
        tt_note_function_cost();
    tt_note_objects();
}

static void open_text(void)
{
    char name[PATH_MAX + 512];
    text_fd = open(tt_file_name(name, sizeof name, ".txt"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_APPEND, 0666);
    if (text_fd < 0) {
        tt_stop_recording(strerror(errno));
        return;
    }
#ifdef FALLOC_FL_KEEP_SIZE
    /* Room for the facts that come last, should the disk be full by then. */
    if (fallocate(text_fd, FALLOC_FL_KEEP_SIZE, 0, 1 << 16) != 0)
        errno = 0; /* not every file system can: the room is a comfort only */
#endif
    describe();
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

static void note_lost(void)
{
    for (struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next)
        if (t->lost > 0)
            tt_note("lost %u %llu\n", t->index, (unsigned long long)t->lost);
}

/** Writes everything and the line that says how the process ended; the first call counts. */
void tt_end(const char *how)
{
    static atomic_flag done = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&done))
        return;
    for (struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next)
        if (t == tt_self)
            tt_write_out(t);
    tt_write_all();
    tt_write_samples();
    atomic_store(&tt_process.state, TT_ENDED);
    note_lost();
    tt_note_objects();
    tt_note_clock();
    tt_note("end %llu %s\n", (unsigned long long)tt_time(), how);
}

static uint64_t number_from(const char *name, uint64_t otherwise, uint64_t least)
{
    const char *text = getenv(name);
    if (text == NULL || text[0] == '\0')
        return otherwise;
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || *end != '\0' || text[0] == '-') {
        tt_say("%s=%s is not a whole number: %llu is used", name, text, (unsigned long long)otherwise);
        return otherwise;
    }
    return value < least ? least : value;
}

static int which_functions(void)
{
    const char *which = getenv("TRIMTAB_FUNCTIONS");
    if (which != NULL && strcmp(which, "all") == 0)
        return TT_ALL_FUNCTIONS;
    return number_from("TRIMTAB_FUNCTIONS", 1, 0) != 0;
}

static enum tt_mode which_mode(void)
{
    const char *mode = getenv("TRIMTAB_MODE");
    if (mode == NULL || mode[0] == '\0' || strcmp(mode, "trace") == 0)
        return TT_TRACE;
    if (strcmp(mode, "profile") == 0)
        return TT_PROFILE;
    tt_say("TRIMTAB_MODE=%s is neither trace nor profile: a trace is recorded", mode);
    return TT_TRACE;
}

/* Whatever other threads of the parent were at. */
static void in_child(void)
{
    atomic_store(&tt_process.state, TT_ENDED);
    tt_self = NULL;
    text_fd = -1;
    tt_never_do(&text_opened);
}

static int first_object(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(uintptr_t *)base = info->dlpi_addr;
    return 1;
}

static void start(void)
{
    tt_clock_choose();
    at_start = tt_clock_read_all();
    tt_read_surroundings();
    tt_process.start_ticks = at_start.ticks;
    dl_iterate_phdr(first_object, &tt_process.near_base);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint64_t bytes = number_from("TRIMTAB_BUFFER_BYTES", UINT64_C(16) << 20, 512);
    tt_process.buffer_bytes = (size_t)(bytes < page ? bytes & ~UINT64_C(7) : (bytes + page - 1) / page * page);
    tt_process.max_bytes = number_from("TRIMTAB_MAX_BYTES", UINT64_MAX, 0);
    tt_process.limited_by_disk = tt_process.max_bytes == UINT64_MAX;
    tt_process.mode = which_mode();
    tt_process.functions = which_functions();
    tt_process.budget = (unsigned)number_from("TRIMTAB_BUDGET", 5, 0);
    uint64_t hertz = number_from("TRIMTAB_SAMPLING", 0, 0);
    tt_process.sampling = (unsigned)(hertz < MOST_HERTZ ? hertz : MOST_HERTZ);
    tt_process.openmp = number_from("TRIMTAB_OPENMP", 1, 0) != 0;
    tt_process.finish = number_from("TRIMTAB_FINISH", 1, 0) != 0;
    tt_process.verbose = number_from("TRIMTAB_VERBOSE", 0, 0) != 0;
    tt_process.wanted = getenv("TRIMTAB_EXPERIMENT_DIR") != NULL;
#ifdef TT_NO_MPI
    tt_process.wanted = 1;
    tt_process.rank = 0;
    tt_process.size = 1;
#endif
    pthread_atfork(NULL, NULL, in_child);
#ifndef TT_NO_MPI
    tt_load_real();
#endif
    /* A program that the build makes and starts, as configure does: nobody asked for its records. */
    if (getenv("TRIMTAB_BUILDING") != NULL) {
        atomic_store(&tt_process.state, TT_ENDED);
        return;
    }
    atomic_store(&tt_process.state, TT_RECORDING);
    tt_install_signals();
}

/** Begins the measurement: when the library is loaded, or before, when the constructor of
 *  a library that is loaded earlier (as of the C++ bindings of MPI) calls a function. */
__attribute__((constructor)) void tt_start(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
}

/* A program that never called MPI_Init is not a parallel run: it leaves files only
 * where a folder was asked for. */
__attribute__((destructor)) static void end(void)
{
    int state = atomic_load(&tt_process.state);
    if ((state != TT_RECORDING && state != TT_STOPPED) || !(tt_process.wanted || text_fd >= 0))
        return;
    tt_end("exit");
    tt_remove_signals();
    if (tt_process.rank == 0 && tt_process.finish)
        tt_run_finisher();
}
