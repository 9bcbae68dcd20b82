/* The processor time of the process, without that of finishing and of other programs that it was before. */
#include "probe.h"
#include "surroundings.h"

#include <stdlib.h>
#include <sys/resource.h>

static struct rusage used_before; /* when it began to be measured */
static long long waited_before = -1;

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

void tt_begin_use(void)
{
    getrusage(RUSAGE_SELF, &used_before);
    waited_before = waited_for_processor();
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
