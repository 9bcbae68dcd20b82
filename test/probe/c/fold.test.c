/* sources: fold/fold.c fold/fold-state.c fold/fold-openmp.c fold/channels.c fold/series.c fold/series-add.c */
#include "check.h"

#include <string.h>

#include "fold/fold.h"

enum { MAIN = 0x400100, SOLVE = 0x400200, RELAX = 0x400300, SITE = 0x400110 };

static struct tt_fold fold;

static int begin(void **state)
{
    (void)state;
    memset(&fold, 0, sizeof fold);
    return tt_fold_begin(&fold, 0x400000, 0, NULL) ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    tt_fold_end(&fold);
    return 0;
}

static uint64_t head(enum tt_record_type type, uint64_t time)
{
    return (uint64_t)type << TT_TIME_BITS | time;
}

static void enter(uint64_t time, uint64_t function, uint64_t site)
{
    const uint64_t record[] = {head(TT_ENTER, time), function, site, function};
    tt_fold_record(&fold, record, record + 4);
}

static void leave(uint64_t time, uint64_t function)
{
    const uint64_t record[] = {head(TT_LEAVE, time), function};
    tt_fold_record(&fold, record, record + 2);
}

/* The only node of a function below a parent. */
static const struct tt_node *node(uint64_t function, uint32_t parent, uint32_t *number)
{
    const struct tt_node *found = NULL;
    for (uint32_t i = 1; i < fold.count; i++)
        if (fold.nodes[i].parent == parent && fold.nodes[i].kind == TT_NODE_FUNCTION && fold.nodes[i].name == function) {
            assert_null(found);
            found = &fold.nodes[i];
            if (number != NULL)
                *number = i;
        }
    assert_non_null(found);
    return found;
}

static void visits_of_a_call_path_are_summed(void **state)
{
    (void)state;
    uint32_t main_node = 0;
    enter(10, MAIN, SITE);
    for (uint64_t i = 0; i < 3; i++) {
        enter(20 + 10 * i, RELAX, SITE);
        leave(20 + 10 * i + i + 1, RELAX); /* 1, 2 and 3 ticks */
    }
    leave(110, MAIN);
    assert_int_equal(tt_fold_close(&fold), 0);
    const struct tt_node *outer = node(MAIN, 0, &main_node);
    assert_int_equal(outer->visits, 1);
    assert_int_equal(outer->ticks, 100);
    const struct tt_node *inner = node(RELAX, main_node, NULL);
    assert_int_equal(inner->visits, 3);
    assert_int_equal(inner->ticks, 6);
    assert_int_equal(inner->least, 1);
    assert_int_equal(inner->most, 3);
    assert_true(inner->squares == 14.0);
}

static void a_function_has_a_node_on_each_path(void **state)
{
    (void)state;
    uint32_t main_node = 0, solve_node = 0;
    enter(0, MAIN, SITE);
    enter(1, RELAX, SITE);
    leave(2, RELAX);
    enter(3, SOLVE, SITE);
    enter(4, RELAX, SITE);
    leave(8, RELAX);
    leave(9, SOLVE);
    leave(10, MAIN);
    node(MAIN, 0, &main_node);
    node(SOLVE, main_node, &solve_node);
    assert_int_equal(node(RELAX, main_node, NULL)->ticks, 1);
    assert_int_equal(node(RELAX, solve_node, NULL)->ticks, 4);
}

static void what_is_open_ends_with_the_last_record(void **state)
{
    (void)state;
    enter(0, MAIN, SITE);
    enter(5, SOLVE, SITE);
    leave(7, SOLVE);
    enter(8, SOLVE, SITE);
    assert_int_equal(tt_fold_close(&fold), 2);
    assert_int_equal(node(MAIN, 0, NULL)->ticks, 8);
}

static void leaving_what_never_began_is_counted(void **state)
{
    (void)state;
    enter(0, MAIN, SITE);
    leave(1, RELAX);
    leave(2, MAIN);
    assert_int_equal(fold.counts.misplaced, 1);
    assert_int_equal(node(MAIN, 0, NULL)->ticks, 2);
}

static void leaving_an_outer_function_leaves_those_within(void **state)
{
    (void)state;
    uint32_t main_node = 0;
    enter(0, MAIN, SITE);
    enter(1, SOLVE, SITE);
    leave(5, MAIN); /* as by an exception */
    assert_int_equal(tt_fold_close(&fold), 0);
    node(MAIN, 0, &main_node);
    assert_int_equal(node(SOLVE, main_node, NULL)->ticks, 4);
}

static void time_never_goes_back(void **state)
{
    (void)state;
    enter(100, MAIN, SITE);
    leave(50, MAIN);
    assert_int_equal(node(MAIN, 0, NULL)->ticks, 0);
    assert_int_equal(fold.counts.last, 100);
}

static void recursion_ends_at_the_deepest_node(void **state)
{
    (void)state;
    enum { DEPTH = 5000 };
    for (uint64_t i = 0; i < DEPTH; i++)
        enter(i, RELAX, SITE);
    for (uint64_t i = 0; i < DEPTH; i++)
        leave(DEPTH + i, RELAX);
    assert_int_equal(tt_fold_close(&fold), 0);
    assert_true(fold.count <= TT_MOST_DEPTH + 2);
    uint64_t visits = fold.counts.deeper;
    for (uint32_t i = 1; i < fold.count; i++)
        visits += fold.nodes[i].visits;
    assert_true(visits >= DEPTH);
}

static void more_paths_than_there_is_room_for_share_a_node(void **state)
{
    (void)state;
    enter(0, MAIN, SITE);
    for (uint64_t i = 0; i < TT_MOST_NODES + 100; i++) {
        enter(2 * i + 1, 0x1000000 + 16 * i, SITE);
        leave(2 * i + 2, 0x1000000 + 16 * i);
    }
    assert_true(fold.counts.others >= 100);
    assert_true(fold.count <= 2 * TT_MOST_NODES);
}

static void messages_are_counted_on_their_path(void **state)
{
    (void)state;
    const uint64_t call[] = {head(TT_MPI_ENTER, 1), UINT64_C(7) << TT_SITE_BITS | SITE};
    const uint64_t sent[] = {head(TT_SEND, 2), UINT64_C(0) << 32 | 1, 5, 800};
    const uint64_t back[] = {head(TT_MPI_LEAVE, 9)};
    tt_fold_record(&fold, call, call + 2);
    tt_fold_record(&fold, sent, sent + 4);
    tt_fold_record(&fold, back, back + 1);
    assert_int_equal(fold.count, 2);
    assert_int_equal(fold.nodes[1].kind, TT_NODE_MPI);
    assert_int_equal(fold.nodes[1].name, 7);
    assert_int_equal(fold.nodes[1].sent, 1);
    assert_int_equal(fold.nodes[1].bytes_sent, 800);
    assert_int_equal(fold.nodes[1].ticks, 8);
}

static void unknown_types_have_no_words(void **state)
{
    (void)state;
    assert_int_equal(tt_fold_words(head(TT_ENTER, 0)), 4);
    assert_int_equal(tt_fold_words(head(TT_MPI_LEAVE, 0)), 1);
    assert_int_equal(tt_fold_words(head(TT_NO_RECORD, 0)), 0);
    assert_int_equal(tt_fold_words(head(TT_RECORD_TYPES, 0)), 0);
    assert_int_equal(tt_fold_words(UINT64_MAX), 0);
}

/* The state of a fold as a thread would have written it. */
static struct tt_fold_state written(void)
{
    return (struct tt_fold_state){.nodes = fold.nodes, .frames = fold.frames, .node_count = fold.count, .depth = fold.depth};
}

static void a_written_tree_goes_on_where_it_ended(void **state)
{
    (void)state;
    enter(0, MAIN, SITE);
    enter(1, RELAX, SITE);
    leave(4, RELAX);
    struct tt_fold first = fold;
    assert_int_equal(tt_fold_begin(&fold, 0x400000, 0, NULL), 1);
    const struct tt_fold_state state_of_first = {
        .nodes = first.nodes, .frames = first.frames, .node_count = first.count, .depth = first.depth};
    assert_int_equal(tt_fold_restore(&fold, &state_of_first), 1);
    enter(5, RELAX, SITE);
    leave(7, RELAX);
    leave(10, MAIN);
    uint32_t main_node = 0;
    assert_int_equal(node(MAIN, 0, &main_node)->ticks, 10);
    assert_int_equal(node(RELAX, main_node, NULL)->visits, 2);
    assert_int_equal(node(RELAX, main_node, NULL)->ticks, 5);
    tt_fold_end(&first);
}

static void a_damaged_tree_is_refused(void **state)
{
    (void)state;
    enter(0, MAIN, SITE);
    enter(1, RELAX, SITE);
    struct tt_node nodes[3];
    assert_int_equal(fold.count, 3);
    struct tt_fold other;
    for (int damage = 0; damage < 3; damage++) {
        memcpy(nodes, fold.nodes, sizeof nodes);
        struct tt_fold_frame frames[2];
        memcpy(frames, fold.frames, sizeof frames);
        struct tt_fold_state damaged = written();
        damaged.nodes = nodes;
        damaged.frames = frames;
        if (damage == 0)
            nodes[1].parent = 2; /* behind it */
        else if (damage == 1)
            nodes[2].kind = TT_NODE_KINDS;
        else
            frames[1].node = 3;
        memset(&other, 0, sizeof other);
        assert_int_equal(tt_fold_begin(&other, 0x400000, 0, NULL), 1);
        assert_int_equal(tt_fold_restore(&other, &damaged), 0);
        tt_fold_end(&other);
    }
}

/* Any records of known types end, and touch no memory that is not theirs. */
static void any_records_are_folded(void **state)
{
    (void)state;
    uint64_t random = 88172645463325252u;
    uint64_t records[4096];
    for (int round = 0; round < 200; round++) {
        for (size_t i = 0; i < 4096; i++) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            /* Few addresses and numbers, so that ends find what began. */
            records[i] = random % 3 == 0 ? random % 16 : random;
        }
        const uint64_t *at = records, *last = records + 4096;
        while (at < last) {
            uint64_t *first = &records[at - records];
            *first = (*first & TT_TIME_MASK >> 20) | (1 + *first % (TT_RECORD_TYPES - 1)) << TT_TIME_BITS;
            unsigned words = tt_fold_words(*first);
            if (words == 0 || at + words > last)
                break;
            tt_fold_record(&fold, at, at + words);
            at += words;
        }
    }
    tt_fold_close(&fold);
    assert_true(fold.count >= 1);
    for (uint32_t i = 1; i < fold.count; i++)
        assert_true(fold.nodes[i].parent < i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(visits_of_a_call_path_are_summed, begin, end),
        cmocka_unit_test_setup_teardown(a_function_has_a_node_on_each_path, begin, end),
        cmocka_unit_test_setup_teardown(what_is_open_ends_with_the_last_record, begin, end),
        cmocka_unit_test_setup_teardown(leaving_what_never_began_is_counted, begin, end),
        cmocka_unit_test_setup_teardown(leaving_an_outer_function_leaves_those_within, begin, end),
        cmocka_unit_test_setup_teardown(time_never_goes_back, begin, end),
        cmocka_unit_test_setup_teardown(recursion_ends_at_the_deepest_node, begin, end),
        cmocka_unit_test_setup_teardown(more_paths_than_there_is_room_for_share_a_node, begin, end),
        cmocka_unit_test_setup_teardown(messages_are_counted_on_their_path, begin, end),
        cmocka_unit_test_setup_teardown(unknown_types_have_no_words, begin, end),
        cmocka_unit_test_setup_teardown(a_written_tree_goes_on_where_it_ended, begin, end),
        cmocka_unit_test_setup_teardown(a_damaged_tree_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(any_records_are_folded, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
