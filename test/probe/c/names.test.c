/* sources: */
#include "check.h"

#include "format/glob.h"
#include "format/parts.h"

static void patterns_fit_whole_texts(void **state)
{
    (void)state;
    assert_true(tt_fits("relax", "relax"));
    assert_false(tt_fits("relax", "relax_rows"));
    assert_false(tt_fits("relax", "rela"));
    assert_true(tt_fits("", ""));
    assert_false(tt_fits("", "x"));
}

static void stars_take_any_number_of_characters(void **state)
{
    (void)state;
    assert_true(tt_fits("*", ""));
    assert_true(tt_fits("relax_*", "relax_rows"));
    assert_true(tt_fits("*_rows", "relax_rows"));
    assert_true(tt_fits("a*b*c", "a__b_b__c"));
    assert_false(tt_fits("a*b*c", "a__c_b"));
    /* The last star gives back what an earlier one could not need. */
    assert_true(tt_fits("*ab*ab", "abab"));
    assert_false(tt_fits("*ab*ab", "ab"));
}

static void question_marks_take_one_character_of_utf8(void **state)
{
    (void)state;
    assert_true(tt_fits("?", "x"));
    assert_true(tt_fits("?", "\xc3\xa9"));     /* é */
    assert_true(tt_fits("?", "\xe2\x82\xac")); /* € */
    assert_false(tt_fits("?", ""));
    /* What is no UTF-8 counts byte by byte. */
    assert_true(tt_fits("??", "\xff\xfe"));
    assert_true(tt_fits("?", "\xc3"));
}

static void classes_take_one_of_some(void **state)
{
    (void)state;
    assert_true(tt_fits("x[0-9]", "x7"));
    assert_false(tt_fits("x[0-9]", "xy"));
    assert_true(tt_fits("x[!0-9]", "xy"));
    assert_false(tt_fits("x[!0-9]", "x7"));
    assert_true(tt_fits("[abc-]", "-"));
    assert_true(tt_fits("[\\]]", "]"));
    /* A class that is not closed ends with the pattern. */
    assert_true(tt_fits("[ab", "a"));
    assert_false(tt_fits("[", "a"));
}

static void backslashes_keep_characters(void **state)
{
    (void)state;
    assert_true(tt_fits("operator\\*", "operator*"));
    assert_false(tt_fits("operator\\*", "operators"));
    assert_true(tt_fits("end\\", "end\\"));
}

static void many_stars_take_no_exponential_time(void **state)
{
    (void)state;
    char text[4096], pattern[513];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (size_t i = 0; i + 1 < sizeof pattern; i += 2)
        memcpy(pattern + i, "*a", 2);
    memcpy(pattern + sizeof pattern - 3, "*b", 3);
    assert_false(tt_fits(pattern, text));
}

static void parts_are_divided_by_commas(void **state)
{
    (void)state;
    char *parts = tt_parts_of(",one,,t\\,wo,");
    assert_memory_equal(parts, "one\0t,wo\0", 10);
    assert_true(tt_has_part(parts, "someone"));
    assert_true(tt_has_part(parts, "f(t,wo)"));
    assert_false(tt_has_part(parts, "two"));
    free(parts);
}

static void an_empty_list_has_no_part(void **state)
{
    (void)state;
    assert_null(tt_parts_of(""));
    assert_null(tt_parts_of(NULL));
    assert_false(tt_has_part(NULL, "any"));
    char *commas = tt_parts_of(",,");
    assert_false(tt_has_part(commas, "any"));
    free(commas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_fit_whole_texts),
        cmocka_unit_test(stars_take_any_number_of_characters),
        cmocka_unit_test(question_marks_take_one_character_of_utf8),
        cmocka_unit_test(classes_take_one_of_some),
        cmocka_unit_test(backslashes_keep_characters),
        cmocka_unit_test(many_stars_take_no_exponential_time),
        cmocka_unit_test(parts_are_divided_by_commas),
        cmocka_unit_test(an_empty_list_has_no_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
