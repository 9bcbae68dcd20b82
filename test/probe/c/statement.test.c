/* sources: assembler/statement.c assembler/text.c */
/* Statements of assembly in texts that the assembler would refuse: nothing is read before or behind them. */
#include "check.h"

#include "assembler/statement.h"

#include <stdlib.h>
#include <string.h>

/* The kind of a line that lies in memory of its own, so that a byte beside it is found by the sanitizer. */
static enum tt_kind kind_of(const char *bytes, size_t length)
{
    char *line = malloc(length);
    assert_non_null(line);
    memcpy(line, bytes, length);
    enum tt_kind kind = tt_read((struct tt_text){line, length}).kind;
    free(line);
    return kind;
}

static void an_empty_word_is_unknown(void **state)
{
    (void)state;
    assert_int_equal(kind_of("\0\0\0", 3), TT_UNKNOWN);
    assert_int_equal(kind_of("\0", 1), TT_UNKNOWN);
    assert_int_equal(kind_of("\0 ret", 5), TT_UNKNOWN);
}

static void words_around_a_zero_byte_are_read(void **state)
{
    (void)state;
    assert_int_equal(kind_of("ret\0", 4), TT_INSTRUCTION);
    assert_int_equal(kind_of("lock\0\0", 6), TT_UNKNOWN);
    assert_int_equal(kind_of(".p\0", 3), TT_DIRECTIVE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_word_is_unknown),
        cmocka_unit_test(words_around_a_zero_byte_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
