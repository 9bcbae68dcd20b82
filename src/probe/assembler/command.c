/* GNU as's command line. */
#include "command.h"

#include <string.h>

/* Options whose value is the next argument. */
static int takes_value(const char *option)
{
    static const char *const options[] = {"-o", "-I", "--defsym", "-defsym", "--MD", "-MD", "-G", "-T", "-A", NULL};
    for (const char *const *known = options; *known != NULL; known++)
        if (strcmp(option, *known) == 0)
            return 1;
    return 0;
}

struct tt_command tt_read_command(int count, char *const arguments[])
{
    struct tt_command command = {.input = -1, .understood = 1};
    for (int i = 1; i < count; i++) {
        const char *argument = arguments[i];
        if (takes_value(argument)) {
            i++;
            continue;
        }
        if (argument[0] == '@' || strcmp(argument, "--version") == 0 || strcmp(argument, "--help") == 0)
            command.understood = 0;
        else if (argument[0] != '-' || argument[1] == '\0' || strcmp(argument, "--") == 0) {
            command.understood &= command.input < 0;
            command.input = i;
        }
    }
    return command;
}
