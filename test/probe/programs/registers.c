/* Arithmetic of counters by known values: what it prints is `ok`, or the first that is wrong. */
#include <stdint.h>
#include <stdio.h>

static uint64_t register_value;
static int readings, changes;
static void *page_of_reading;
static uint64_t read_it(uint32_t number);
#define TT_READ_REGISTER(number) read_it(number)
#include "components/counters/registers.h"

/* The kernel changes the page while the first readings are made. */
static uint64_t read_it(uint32_t number)
{
    struct perf_event_mmap_page *page = page_of_reading;
    readings++;
    if (number != 2)
        return 0;
    if (changes > 0) {
        changes--;
        page->lock++;
        page->offset += 1000;
    }
    return register_value;
}

#define IS(what, wanted)                                                                                   \
    do {                                                                                                   \
        if ((what) != (wanted)) {                                                                          \
            printf("line %d: %lld\n", __LINE__, (long long)(what));                                        \
            return 1;                                                                                      \
        }                                                                                                  \
    } while (0)

int main(void)
{
    /* All of the time, half of it, a third of it rounded, none. */
    IS(tt_scaled(100, 50, 50), 100u);
    IS(tt_scaled(100, 50, 25), 200u);
    IS(tt_scaled(10, 30, 9), 33u);
    IS(tt_scaled(7, 50, 0), 0u);
    IS(tt_scaled(UINT64_C(1) << 40, 4, 1), UINT64_C(1) << 42);
    IS(tt_sign_extended(UINT64_C(0xFFFFFFFFFFF0), 48), (uint64_t)-16);
    IS(tt_sign_extended(16, 48), 16u);
    IS(tt_sign_extended(UINT64_MAX, 64), UINT64_MAX);
    struct perf_event_mmap_page page = {.offset = 5000, .pmc_width = 48, .index = 3};
    uint64_t counted = 0;
    page_of_reading = &page;
    IS(tt_read_page(&page, &counted), 0); /* registers may not be read */
    page.cap_user_rdpmc = 1;
    register_value = UINT64_C(0xFFFFFFFFFFFF); /* -1 in 48 bits */
    IS(tt_read_page(&page, &counted), 1);
    IS(counted, 4999u);
    readings = 0;
    changes = 3;
    IS(tt_read_page(&page, &counted), 1);
    IS(counted, 7999u);
    IS(readings, 4);
    page.time_enabled = 2; /* it shared its register */
    IS(tt_read_page(&page, &counted), 0);
    page.time_enabled = 0;
    page.index = 0; /* it is in none */
    IS(tt_read_page(&page, &counted), 0);
    puts("ok");
    return 0;
}
