/* sources: fold/channels.c */
#include "check.h"

#include <string.h>

#include "fold/channels.h"

static struct tt_channels all;

static int begin(void **state)
{
    (void)state;
    memset(&all, 0, sizeof all);
    return 0;
}

static int end(void **state)
{
    (void)state;
    tt_channels_free(&all);
    return 0;
}

static struct tt_counted count(enum tt_record_type type, uint64_t one, uint64_t two, uint64_t three, uint64_t four)
{
    const uint64_t record[] = {(uint64_t)type << TT_TIME_BITS, one, two, three, four};
    return tt_count_channels(&all, record);
}

static void messages_are_numbered_by_peer_and_tag(void **state)
{
    (void)state;
    for (uint64_t number = 1; number <= 3; number++) {
        const struct tt_counted sent = count(TT_SEND, 1, 5, 8, 0);
        assert_int_equal(sent.number, number);
        assert_true(sent.is_sent);
    }
    assert_int_equal(count(TT_SEND, 1, 6, 8, 0).number, 1); /* another tag */
    assert_int_equal(count(TT_SEND, 2, 5, 8, 0).number, 1); /* another peer */
    assert_int_equal(count(TT_SEND, UINT64_C(3) << 32 | 1, 5, 8, 0).number, 1); /* another communicator */
    const struct tt_counted received = count(TT_RECV, 1, 5, 8, 0);
    assert_int_equal(received.number, 1);
    assert_false(received.is_sent);
}

static void receives_that_complete_in_another_order_disorder_a_channel(void **state)
{
    (void)state;
    count(TT_IRECV_REQUEST, 100, 0, 0, 0);
    count(TT_IRECV_REQUEST, 101, 0, 0, 0);
    const struct tt_counted late = count(TT_IRECV, 1, 5, 8, 101);
    assert_non_null(late.channel);
    assert_false(late.channel->is_disordered);
    const struct tt_counted early = count(TT_IRECV, 1, 5, 8, 100);
    assert_true(early.channel == NULL || early.channel->is_disordered);
}

static void collective_operations_are_numbered_by_communicator(void **state)
{
    (void)state;
    assert_int_equal(count(TT_COLL_END, 0, 0, 8, 8).number, 1);
    assert_int_equal(count(TT_COLL_END, 0, 0, 8, 8).number, 2);
    assert_int_equal(count(TT_COLL_END, UINT64_C(2) << 32, 0, 8, 8).number, 1);
}

static void tables_grow_and_lose_nothing(void **state)
{
    (void)state;
    enum { CHANNELS = 10000 };
    for (uint64_t round = 1; round <= 2; round++)
        for (uint64_t tag = 0; tag < CHANNELS; tag++)
            assert_int_equal(count(TT_SEND, 1, tag, 8, 0).number, round);
    const struct tt_channels_header header = tt_channels_header(&all);
    assert_int_equal(header.channels, CHANNELS);
    assert_int_equal(header.is_incomplete, 0);
}

static void written_tables_go_on_where_they_ended(void **state)
{
    (void)state;
    count(TT_SEND, 1, 5, 8, 0);
    count(TT_SEND, 1, 6, 8, 0);
    struct tt_channel written[2];
    uint32_t place = 0, filled = 0;
    for (const struct tt_channel *one; (one = tt_next_channel(all.channels, &place)) != NULL;)
        written[filled++] = *one;
    assert_int_equal(filled, 2);
    tt_channels_free(&all);
    memset(&all, 0, sizeof all);
    assert_int_equal(tt_channels_restore(&all, written, 2, NULL, 0), 1);
    assert_int_equal(count(TT_SEND, 1, 5, 8, 0).number, 2);
    assert_int_equal(count(TT_SEND, 1, 7, 8, 0).number, 1);
}

static void damaged_tables_are_refused(void **state)
{
    (void)state;
    struct tt_channel free_entry = {.comm_and_peer = 1, .tag = 5, .kind = 0};
    assert_int_equal(tt_channels_restore(&all, &free_entry, 1, NULL, 0), 0);
    struct tt_posted no_request = {.id = 0, .post = 1};
    assert_int_equal(tt_channels_restore(&all, NULL, 0, &no_request, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(messages_are_numbered_by_peer_and_tag, begin, end),
        cmocka_unit_test_setup_teardown(receives_that_complete_in_another_order_disorder_a_channel, begin, end),
        cmocka_unit_test_setup_teardown(collective_operations_are_numbered_by_communicator, begin, end),
        cmocka_unit_test_setup_teardown(tables_grow_and_lose_nothing, begin, end),
        cmocka_unit_test_setup_teardown(written_tables_go_on_where_they_ended, begin, end),
        cmocka_unit_test_setup_teardown(damaged_tables_are_refused, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
