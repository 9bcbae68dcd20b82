/* Input and output as a component. */
#include "io.h"

#include "../../core/component.h"
#include "../../core/settings.h"

int tt_io_wanted;
static int is_asked_for;

static void read_settings(void)
{
    tt_io_load();
    is_asked_for = tt_number_setting(TRIMTAB_IO, 0, 0) != 0;
}

static void begin(void)
{
    tt_io_wanted = is_asked_for;
}

static void describe(void)
{
    if (!tt_io_wanted)
        return;
    tt_note("io\n");
    tt_note_io_cost();
}

static void record_none(void)
{
    tt_io_wanted = 0;
}

const struct tt_component tt_io_component = {
    .name = "io", .settings = read_settings, .begin = begin, .describe = describe, .fork_child = record_none};
