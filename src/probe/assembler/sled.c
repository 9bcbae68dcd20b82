/*
 * The bytes of sleds: five that do nothing, or six that go by a word in memory. They are written as bytes, which belong to
 * no line: the directives before them say where that matters.
 */
#include "sled.h"

#include "../format/sleds.h"

void tt_put_sled_code(FILE *out, const struct tt_sled_code *sled)
{
    static const unsigned char nop[] = TT_SLED_NOP;
    if (sled->by_word) {
        fprintf(out, "\t.byte\t0xff\n.LTT%c%u:\n\t.byte\t0x%02x\n\t.long\t.LTTw%c%u-.-4\n", sled->label, sled->number,
                (unsigned)sled->how, sled->label, sled->number);
        fprintf(out, "\t.pushsection\ttrimtab_words,\"aw?\",@progbits\n\t.balign\t8\n.LTTw%c%u:\n\t.quad\t%s%u\n\t.popsection\n",
                sled->label, sled->number, sled->off, sled->off_number);
        return;
    }
    fprintf(out, TT_SLED_ALIGNMENT ".LTT%c%u:\n\t.byte\t", sled->label, sled->number);
    for (unsigned i = 0; i < sizeof nop; i++)
        fprintf(out, "%s0x%02x", i == 0 ? "" : ",", nop[i]);
    fputc('\n', out);
}
