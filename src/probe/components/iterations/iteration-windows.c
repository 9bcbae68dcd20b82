#include "iteration-windows.h"

#include <stddef.h>
#include <stdlib.h>

enum { MOST_ITERATIONS = 64 };

/* Where functions are switched on and off, rising. */
static uint64_t windows[2 * MOST_ITERATIONS];
static size_t window_count, window_at;

/* `100-110,200`: on at 100, off at 111, on at 200, off at 201. */
static int read_all(const char *text)
{
    uint64_t last = 0;
    while (window_count + 2 <= sizeof windows / sizeof windows[0]) {
        char *end;
        if (*text < '0' || *text > '9')
            return 0;
        uint64_t from = strtoull(text, &end, 10), to = from;
        if (*end == '-' && end[1] >= '0' && end[1] <= '9')
            to = strtoull(end + 1, &end, 10);
        if (from <= last || to < from || (*end != ',' && *end != '\0'))
            return 0;
        windows[window_count++] = from;
        windows[window_count++] = last = to + 1;
        if (*end == '\0')
            return 1;
        text = end + 1;
    }
    return 0;
}

int tt_read_windows(const char *text)
{
    int done = read_all(text);
    if (!done)
        window_count = 0;
    return done;
}

uint64_t tt_next_window(void)
{
    return window_at < window_count ? windows[window_at] : UINT64_MAX;
}

int tt_pass_window(void)
{
    return window_at++ % 2 == 0;
}
