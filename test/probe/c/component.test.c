/* sources: core/component.c */
/* The functions of components are called in the order of their list, whichever step of the process it is. */
#include "check.h"

#include <string.h>

#include "core/component.h"

static char calls[64];

static void add(char name)
{
    size_t length = strlen(calls);
    calls[length] = name;
    calls[length + 1] = '\0';
}

static void a(void)
{
    add('a');
}

static void b(void)
{
    add('b');
}

static void c(void)
{
    add('c');
}

static void a_with_thread(struct tt_thread *thread)
{
    assert_ptr_equal(thread, (struct tt_thread *)calls);
    add('a');
}

static void c_with_thread(struct tt_thread *thread)
{
    assert_ptr_equal(thread, (struct tt_thread *)calls);
    add('c');
}

static const struct tt_component first = {.name = "first", .settings = a, .begin = a, .describe = a, .fork_child = a, .exit = a, .end = a,
                                          .begin_thread = a_with_thread, .end_thread = a_with_thread};
static const struct tt_component second = {.name = "second", .begin = b, .fork_child = b, .exit = b};
static const struct tt_component third = {.name = "third", .settings = c, .begin = c, .fork_child = c, .exit = c, .end = c,
                                          .begin_thread = c_with_thread};
const struct tt_component *const tt_components[] = {&first, &second, &third, NULL};

static void expect_calls(void (*step)(void), const char *expected)
{
    calls[0] = '\0';
    step();
    assert_string_equal(calls, expected);
}

static void steps_have_one_order(void **unused)
{
    (void)unused;
    expect_calls(tt_components_begin, "abc");
    expect_calls(tt_components_fork_child, "abc");
    expect_calls(tt_components_exit, "abc");
}

static void missing_functions_are_skipped(void **unused)
{
    (void)unused;
    expect_calls(tt_components_settings, "ac");
    expect_calls(tt_components_describe, "a");
    expect_calls(tt_components_end, "ac");
    expect_calls(tt_components_stop, "");
    expect_calls(tt_components_save, "");
}

static void threads_are_passed_on(void **unused)
{
    (void)unused;
    calls[0] = '\0';
    tt_components_begin_thread((struct tt_thread *)calls);
    tt_components_end_thread((struct tt_thread *)calls);
    tt_components_leave_thread((struct tt_thread *)calls);
    assert_string_equal(calls, "aca");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_have_one_order),
        cmocka_unit_test(missing_functions_are_skipped),
        cmocka_unit_test(threads_are_passed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
