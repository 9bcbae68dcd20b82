/*
 * The life of the process: start, settings, the text file that describes it, end.
 *
 * The text file <host>-<pid>.txt has one fact a line; the README lists them. It is
 * written with plain write(2) as facts become known, so that it is whole up to the
 * moment when a process is killed.
 */
#include "calibrate.h"
#include "../components/callers/callers.h"
#include "../components/counters/counters.h"
#include "exec.h"
#include "../components/live/gates.h"
#include "../components/live/live.h"
#include "../components/memory/memory.h"
#include "once.h"
#include "probe.h"
#include "../components/python/python.h"
#include "../components/sampling/sampling.h"
#include "../components/functions/switches.h"
#include "surroundings.h"
#include "../components/threads/contention.h"
#include "../components/threads/waits.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

struct tt_process tt_process = {
    .rank = -1, .size = -1, .finish = 1, .functions = 1, .openmp = 1, .mpi = 1, .max_bytes = UINT64_MAX, .depth = TT_MAX_OPEN_FRAMES};

/* Where functions are not recorded. */
enum { USUAL_CALLERS = 32 };

static int text_fd = -1;
static struct tt_once text_opened;
static struct tt_clock_reading at_start;
static struct rusage used_before; /* when it began to be measured */
static long long waited_before = -1;

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

enum { LONGEST_FACT = 2 * PATH_MAX };

/* Control characters and '%' as %XX, so that a fact stays on its line. */
static size_t escape(char line[LONGEST_FACT], const char *key, const char *value)
{
    size_t n = (size_t)snprintf(line, LONGEST_FACT, "%s ", key);
    for (; *value != '\0' && n < LONGEST_FACT - 8; value++) {
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
    char line[LONGEST_FACT];
    append(line, escape(line, key, value));
}

/* Facts that come many at once, as each one that is written by itself takes some calls of the system. Handlers of signals
 * have not much of a stack. */
struct facts {
    char text[LONGEST_FACT + 4096];
    size_t size;
};

static void flush_facts(struct facts *facts)
{
    append(facts->text, facts->size);
    facts->size = 0;
}

static void gather_escaped(struct facts *facts, const char *key, const char *value)
{
    if (facts->size > sizeof facts->text - LONGEST_FACT)
        flush_facts(facts);
    facts->size += escape(facts->text + facts->size, key, value);
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
    tt_read_text(path, text, sizeof text);
    text[strcspn(text, "\n")] = '\0';
    note_escaped(key, text);
}

static int note_object(struct dl_phdr_info *info, size_t size, void *facts)
{
    (void)size;
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
        gather_escaped(facts, key, path);
    return 0;
}

/** Notes which files are loaded where, to resolve addresses after the run. */
void tt_note_objects(void)
{
    struct facts facts;
    facts.size = 0;
    tt_note("objects\n");
    dl_iterate_phdr(note_object, &facts);
    flush_facts(&facts);
}

static int count_object(struct dl_phdr_info *info, size_t size, void *count)
{
    (void)info;
    (void)size;
    ++*(unsigned long long *)count;
    return 0;
}

struct newest {
    unsigned long long skipped; /* that are left */
    struct facts facts;
};

static int note_after(struct dl_phdr_info *info, size_t size, void *context)
{
    struct newest *newest = context;
    if (newest->skipped == 0)
        return note_object(info, size, &newest->facts);
    newest->skipped--;
    return 0;
}

/** Notes the objects that were loaded last, since they may be gone at the end: the loader lists them in their order. */
void tt_note_newest_objects(unsigned long long count)
{
    unsigned long long all = 0;
    if (!tt_process.wanted || atomic_load(&tt_process.state) != TT_RECORDING)
        return;
    tt_note("objects\n");
    dl_iterate_phdr(count_object, &all);
    struct newest newest;
    newest.skipped = all > count ? all - count : 0;
    newest.facts.size = 0;
    dl_iterate_phdr(note_after, &newest);
    flush_facts(&newest.facts);
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
    if (tt_process.io) {
        tt_note("io\n");
        tt_note_io_cost();
    }
    if (atomic_load(&tt_process.sampling) > 0)
        tt_note("sampling %u\n", atomic_load(&tt_process.sampling));
    tt_note_counters();
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

static void note_thread_names(void)
{
    for (struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next)
        tt_note_thread_name(t);
}

static int preloaded; /* trimtab-preload loaded this library */

static void note_lost(void)
{
    for (struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next)
        if (t->lost > 0)
            tt_note("lost %u %llu\n", t->index, (unsigned long long)t->lost);
}

static long long microseconds(struct timeval time)
{
    return (long long)time.tv_sec * 1000000 + time.tv_usec;
}

/* Nanoseconds in which the first thread could run and had no processor (second number of schedstat); -1 where the system
 * does not count them. */
static long long waited_for_processor(void)
{
    char text[128], *end = text;
    if (tt_read_text("/proc/self/schedstat", text, sizeof text) == 0)
        return -1;
    strtoull(text, &end, 10);
    char *next = end;
    unsigned long long waited = strtoull(end, &next, 10);
    return next == end ? -1 : (long long)waited;
}

/** Notes the processor time until here, in microseconds: what finishing takes is not in it, nor what another program took that this
 *  process was before. A third number is the time in which the first thread waited for a processor. */
void tt_note_used(void)
{
    struct rusage used;
    if (getrusage(RUSAGE_SELF, &used) != 0)
        return;
    long long user = microseconds(used.ru_utime) - microseconds(used_before.ru_utime);
    long long system = microseconds(used.ru_stime) - microseconds(used_before.ru_stime);
    long long waited = waited_for_processor();
    if (waited < 0 || waited_before < 0)
        tt_note("used %lld %lld\n", user, system);
    else
        tt_note("used %lld %lld %lld\n", user, system, (waited - waited_before) / 1000);
}

/* Costs once more, now that it is known how much was recorded into memory that was used before. */
static void note_costs(void)
{
    double all = 0, first = 0;
    for (const struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next) {
        double bytes = (double)t->written + (double)((const char *)t->cur - (const char *)t->begin);
        all += bytes;
        first += bytes < (double)tt_process.buffer_bytes ? bytes : (double)tt_process.buffer_bytes;
    }
    if (tt_process.mode == TT_TRACE && all > first)
        tt_note_costs_at_end(first / all);
}

/** Writes everything and the line that says how the process ended; the first call counts. */
void tt_end(const char *how)
{
    static atomic_flag done = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&done))
        return;
    if (tt_self != NULL && tt_self->fold != NULL && !tt_self->stopped && !tt_self->is_folding)
        tt_fold_buffer(tt_self); /* its last iterations are told, too */
    tt_live_end();
    int holds_files = tt_hold_files();
    for (struct tt_thread *t = atomic_load(&tt_process.threads); t != NULL; t = t->next)
        if (t == tt_self)
            tt_write_out(t);
    tt_write_all();
    tt_write_samples();
    tt_note_memory();
    tt_note_contentions();
    tt_end_memory();
    atomic_store(&tt_process.state, TT_ENDED);
    if (holds_files)
        tt_release_files();
    note_lost();
    if (preloaded)
        tt_note("preloaded\n");
    tt_note_counters_at_end();
    note_thread_names();
    tt_note_callers();
    note_costs();
    tt_note_python();
    tt_note_objects();
    tt_note_clock();
    tt_note_used();
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
    tt_process.io = 0;
    tt_process.callers = 0; /* their lock may be held */
    tt_end_memory();
    tt_end_waits();
    tt_python_forget();
    tt_self = NULL;
    text_fd = -1;
    tt_never_do(&text_opened);
    tt_release_files(); /* another thread may have held them */
    tt_close_gates();
    tt_forget_switching();
    tt_live_forget();
}

static int first_object(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(uintptr_t *)base = info->dlpi_addr;
    return 1;
}

static void start(void)
{
    tt_io_load();
    tt_load_exec();
    tt_clock_choose();
    at_start = tt_clock_read_all();
    getrusage(RUSAGE_SELF, &used_before);
    waited_before = waited_for_processor();
    tt_read_surroundings();
    tt_process.start_ticks = at_start.ticks;
    tt_process.start_ns = at_start.monotonic_ns;
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
    atomic_store(&tt_process.sampling, (unsigned)(hertz < TT_MOST_HERTZ ? hertz : TT_MOST_HERTZ));
    uint64_t callers = number_from("TRIMTAB_CALLERS", tt_process.functions ? 0 : USUAL_CALLERS, 0);
    tt_process.callers = (unsigned)(callers < TT_MOST_CALLERS ? callers : TT_MOST_CALLERS);
    tt_process.stride = number_from("TRIMTAB_SERIES", 1, 0);
    tt_process.series_bytes = number_from("TRIMTAB_SERIES_BYTES", TT_SERIES_LIMIT * sizeof(uint64_t), 4096);
    tt_process.openmp = number_from("TRIMTAB_OPENMP", 1, 0) != 0;
    int io = number_from("TRIMTAB_IO", 0, 0) != 0;
    tt_process.mpi = number_from("TRIMTAB_MPI", 1, 0) != 0;
    tt_process.finish = number_from("TRIMTAB_FINISH", 1, 0) != 0;
    tt_process.verbose = number_from("TRIMTAB_VERBOSE", 0, 0) != 0;
    /* The library is loaded into whatever the program starts, too: such as records nothing leaves nothing. */
    preloaded = number_from("TRIMTAB_PRELOADED", 0, 0) != 0;
    tt_process.wanted_with_records = getenv("TRIMTAB_EXPERIMENT_DIR") != NULL;
    tt_process.wanted = tt_process.wanted_with_records && !preloaded;
#ifdef TT_NO_MPI
    tt_process.wanted = !preloaded;
    tt_process.rank = 0;
    tt_process.size = 1;
#endif
    pthread_atfork(tt_begin_fork, tt_end_fork, in_child);
#ifndef TT_NO_MPI
    tt_load_real();
#endif
    /* A program that the build makes and starts, as configure does: nobody asked for its records. */
    if (getenv("TRIMTAB_BUILDING") != NULL) {
        atomic_store(&tt_process.state, TT_ENDED);
        return;
    }
    atomic_store(&tt_process.state, TT_RECORDING);
    tt_process.io = io;
    tt_begin_exits();
    tt_install_signals();
    uint64_t python = number_from("TRIMTAB_PYTHON", (uint64_t)preloaded, 0);
    if (python > 0)
        tt_python_begin(python > 1);
    if (preloaded && atomic_load(&tt_process.sampling) > 0)
        tt_thread_self(); /* it has no functions that would tell of it */
#ifdef TT_NO_MPI
    if (tt_live_is_asked_for())
        tt_live_begin_alone();
#endif
    tt_begin_memory();
    tt_begin_waits();
}

/** Begins the measurement: when the library is loaded, or before, when the constructor of
 *  a library that is loaded earlier (as of the C++ bindings of MPI) calls a function. */
__attribute__((constructor)) void tt_start(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
}

/** Whether the process records, and leaves files of it. A program that never called MPI_Init is not a parallel run: it leaves
 *  files only where a folder was asked for. */
int tt_leaves_records(void)
{
    int state = atomic_load(&tt_process.state);
    return (state == TT_RECORDING || state == TT_STOPPED) && (tt_process.wanted || text_fd >= 0);
}

__attribute__((destructor)) static void end(void)
{
    if (!tt_leaves_records())
        return;
    tt_end("exit");
    tt_remove_signals();
    if (tt_process.rank == 0 && tt_process.finish)
        tt_run_finisher();
}
