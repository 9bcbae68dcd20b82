/* What the text file of a process begins with: the process, its system, its settings, and what each component notes. */
#include "component.h"
#include "facts.h"
#include "probe.h"
#include "surroundings.h"

#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

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
        tt_note_text("arg", arg);
}

static void note_file(const char *key, const char *path)
{
    char text[256];
    tt_read_text(path, text, sizeof text);
    text[strcspn(text, "\n")] = '\0';
    tt_note_text(key, text);
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

void tt_describe_process(void)
{
    struct utsname system;
    uname(&system);
    tt_note("trimtab-raw %u\npid %ld\nstart %llu\nclock-kind %s\n", TT_RAW_VERSION, (long)getpid(),
            (unsigned long long)tt_process.start_ticks, tt_clock_name());
    tt_note_text("host", system.nodename);
    tt_note_text("system", system.sysname);
    note_file("boot", "/proc/sys/kernel/random/boot_id");
    char path[PATH_MAX] = "";
    if (readlink("/proc/self/exe", path, sizeof path - 1) > 0)
        tt_note_text("exe", path);
    note_arguments();
    note_reading(&tt_process.at_start);
    if (tt_process.mode == TT_PROFILE)
        tt_note("mode profile\n");
    tt_note_surroundings();
    tt_components_describe();
    tt_note_objects();
}
