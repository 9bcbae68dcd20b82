/*
 * trimtab-as: stands where a compiler looks for its assembler (gcc -B, clang -B -fno-integrated-as), puts sleds into the
 * functions that the compiler made, after all its optimisations, and has the real assembler do the rest. What it does not
 * understand is assembled as it came, and what the assembler does not take with sleds is assembled without: measuring
 * never keeps a program from being built.
 *
 * TRIMTAB_AS             the real assembler, where it is not the first `as` of PATH
 * TRIMTAB_SLEDS          call: sleds go by words in memory, for programs whose code cannot be changed while they run
 * TRIMTAB_EXCLUDE_FILES  parts of names of files whose functions get no sleds, by commas
 * TRIMTAB_RANGES         a file of ranges of source lines that are measured too, see ranges.h
 * TRIMTAB_FILE_RULES     - or + and a pattern of files whose functions get no sleds or do, by commas; the last that fits counts
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <unistd.h>

#include "assembler.h"
#include "../format/settings.h"
#include "command.h"
#include "files.h"
#include "writer.h"

static char assembler[PATH_MAX];

/* What must be gone at the end, also when the build is broken off. */
static char filtered[PATH_MAX];

static void remove_filtered(void)
{
    if (filtered[0] != '\0')
        unlink(filtered);
    filtered[0] = '\0';
}

static void broken_off(int signal)
{
    remove_filtered();
    _exit(128 + signal);
}

static void warn(const char *input, const char *why)
{
    fprintf(stderr, "trimtab-as: %s: its functions are not measured: %s\n", input, why);
}

static int temporary(char *path, size_t size, const char *suffix)
{
    const char *folder = getenv("TMPDIR");
    if (snprintf(path, size, "%s/trimtab-as-XXXXXX%s", folder != NULL && folder[0] != '\0' ? folder : "/tmp", suffix) >= (int)size) {
        errno = ENAMETOOLONG;
        path[0] = '\0';
        return -1;
    }
    int file = mkostemps(path, (int)strlen(suffix), O_CLOEXEC);
    if (file < 0)
        path[0] = '\0';
    return file;
}

/* Where standard input is kept, which can be read only once: in memory, or in a file without a name. */
static int open_kept(void)
{
    char path[PATH_MAX];
    int file = memfd_create("trimtab-as", MFD_CLOEXEC);
    if (file < 0 && (file = temporary(path, sizeof path, ".s")) >= 0)
        unlink(path);
    return file;
}

static int keep_input(int file)
{
    char piece[65536];
    ssize_t n;
    while ((n = read(STDIN_FILENO, piece, sizeof piece)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        for (ssize_t done = 0, m; n > 0 && done < n; done += m)
            if ((m = write(file, piece + done, (size_t)(n - done))) < 0)
                n = -1;
        if (n < 0) {
            int saved = errno;
            close(file);
            errno = saved;
            return -1;
        }
    }
    return file;
}

/* The whole file in memory; `at` is NULL where that is not possible. */
static struct tt_text map(int file)
{
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size <= 0)
        return (struct tt_text){NULL, 0};
    void *at = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    return at == MAP_FAILED ? (struct tt_text){NULL, 0} : (struct tt_text){at, (size_t)about.st_size};
}

/* Writes the unit with sleds; NULL, or why not. */
static const char *write_filtered(const struct tt_unit *unit, int file, struct tt_written *written)
{
    FILE *out = fdopen(file, "w");
    if (out == NULL)
        return strerror(errno);
    tt_write_unit(out, unit, written);
    int failed = ferror(out);
    if (fclose(out) != 0 || failed)
        return errno == 0 ? "it cannot be written" : strerror(errno);
    return NULL;
}

/* How the process that writes the unit ends. */
enum { WRITTEN, NOTHING_TO_WRITE, NOT_WRITTEN };

static int write_unit(struct tt_text text, int file, const char *input)
{
    struct tt_unit unit;
    struct tt_left_out left_out = tt_read_left_out();
    struct tt_ranges ranges = tt_read_ranges();
    struct tt_written written = {0, 0};
    const char *why = NULL;
    const char *sleds = tt_setting(TRIMTAB_SLEDS);
    int read = tt_read_unit(&unit, text, &left_out, &ranges);
    unit.by_words = sleds != NULL && strcmp(sleds, "call") == 0;
    if (!read)
        why = "there is not enough memory";
    else if (unit.by_compiler && unit.readable)
        why = write_filtered(&unit, file, &written);
    if (why != NULL)
        warn(input, why);
    return why != NULL ? NOT_WRITTEN : written.functions > 0 ? WRITTEN : NOTHING_TO_WRITE;
}

/* In a process of its own: whatever assembly does to the filter, the program is built. */
static int write_in_child(struct tt_text text, const char *input)
{
    int file = temporary(filtered, sizeof filtered, ".s"), status = 0;
    pid_t child = file < 0 ? -1 : fork();
    if (child == 0)
        _exit(write_unit(text, file, input));
    if (child < 0)
        warn(input, strerror(errno));
    if (file >= 0)
        close(file);
    while (child > 0 && waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return 0;
    char why[80];
    snprintf(why, sizeof why, "the filter was ended by signal %d", WTERMSIG(status));
    if (child > 0 && !WIFEXITED(status))
        warn(input, why);
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == WRITTEN;
}

/* The arguments with the filtered file as the source. */
static char **with_filtered(int count, char *arguments[], struct tt_command command)
{
    char **changed = calloc((size_t)count + 2, sizeof *changed);
    if (changed == NULL)
        return NULL;
    memcpy(changed, arguments, (size_t)count * sizeof *changed);
    changed[command.input < 0 ? count : command.input] = filtered;
    return changed;
}

/* Assembles the filtered file; 1 when it was taken. What the assembler says is passed on then. */
static int assemble_filtered(int count, char *arguments[], struct tt_command command)
{
    char path[PATH_MAX];
    char **changed = with_filtered(count, arguments, command);
    int errors = temporary(path, sizeof path, ".txt");
    if (errors >= 0)
        unlink(path);
    int taken = changed != NULL && tt_assemble(assembler, changed, -1, errors) == 0;
    if (taken && errors >= 0) {
        off_t from = 0, size = lseek(errors, 0, SEEK_END);
        char piece[4096];
        while (from < size) {
            ssize_t n = pread(errors, piece, sizeof piece, from);
            if (n <= 0 || fwrite(piece, 1, (size_t)n, stderr) != (size_t)n)
                break;
            from += n;
        }
    }
    if (errors >= 0)
        close(errors);
    free(changed);
    return taken;
}

/* 1: assembled with sleds. */
static int filter(int count, char *arguments[], struct tt_command command, int file, const char *input)
{
    struct tt_text text = map(file);
    if (text.at == NULL)
        return 0;
    int done = 0;
    if (write_in_child(text, input)) {
        done = assemble_filtered(count, arguments, command);
        if (!done)
            warn(input, "the assembler takes it only without what measures");
    }
    munmap((void *)text.at, text.length);
    return done;
}

int main(int count, char *arguments[])
{
    if (!tt_find_assembler(assembler, sizeof assembler)) {
        fprintf(stderr, "trimtab-as: there is no assembler in PATH: install binutils, or name it with TRIMTAB_AS\n");
        return 1;
    }
    arguments[0] = assembler;
    struct tt_command command = tt_read_command(count, arguments);
    int from_input = command.input < 0 || strcmp(arguments[command.input], "-") == 0;
    if (!command.understood)
        return execv(assembler, arguments), 127;
    signal(SIGINT, broken_off);
    signal(SIGTERM, broken_off);
    signal(SIGHUP, broken_off);
    const char *input = from_input ? "standard input" : arguments[command.input];
    int kept = from_input ? open_kept() : -1;
    if (from_input && kept < 0) {
        warn(input, strerror(errno));
        return execv(assembler, arguments), 127;
    }
    int file = from_input ? keep_input(kept) : open(input, O_RDONLY | O_CLOEXEC);
    int done = file >= 0 && filter(count, arguments, command, file, input);
    remove_filtered();
    if (done)
        return 0;
    if (from_input && file < 0) {
        fprintf(stderr, "trimtab-as: what comes from standard input cannot be kept: %s\n", strerror(errno));
        return 1;
    }
    return tt_assemble(assembler, arguments, from_input ? file : -1, -1);
}
