/* Says for each name of standard input what the probe's selection makes of it: 0 as usual, 1 excluded, 2 included. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/probe.h"
#include "components/functions/selection.h"

void tt_say(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
}

const char *tt_error_text(int error)
{
    return strerror(error);
}

int main(void)
{
    static char line[1 << 16];
    struct tt_selection *selection = tt_open_selection();
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        printf("%d\n", (int)tt_choose(selection, line));
    }
    tt_close_selection(selection);
    return 0;
}
