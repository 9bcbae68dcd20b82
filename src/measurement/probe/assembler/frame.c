/* Call frame information. */
#include "frame.h"

#include <stdlib.h>

#define STACK_POINTER 7 /* DWARF's number of %rsp */
#define RETURN_ADDRESS_BYTES 8

static long number_of(struct tt_text word)
{
    char digits[24];
    if (word.length == 0 || word.length >= sizeof digits)
        return -1;
    memcpy(digits, word.at, word.length);
    digits[word.length] = '\0';
    char *end;
    long number = strtol(digits, &end, 0);
    return *end == '\0' ? number : -1;
}

static int is_stack_pointer(struct tt_text word)
{
    return tt_same(word, TT_TEXT("%rsp")) || tt_same(word, TT_TEXT("rsp")) || number_of(word) == STACK_POINTER;
}

static void remember(struct tt_frame *frame)
{
    if (frame->depth < TT_REMEMBERED) {
        frame->remembered[frame->depth].by_pointer = frame->by_pointer;
        frame->remembered[frame->depth].offset = frame->offset;
    }
    frame->depth++;
}

static void restore(struct tt_frame *frame)
{
    if (frame->depth == 0)
        return;
    frame->depth--;
    frame->by_pointer = frame->depth < TT_REMEMBERED && frame->remembered[frame->depth].by_pointer;
    frame->offset = frame->depth < TT_REMEMBERED ? frame->remembered[frame->depth].offset : -1;
}

void tt_follow_frame(struct tt_frame *frame, struct tt_statement directive)
{
    struct tt_text word = directive.word, rest = directive.rest;
    if (!tt_starts(word, TT_TEXT(".cfi_")))
        return;
    if (tt_same(word, TT_TEXT(".cfi_startproc"))) {
        *frame = (struct tt_frame){.known = 1, .by_pointer = 1, .offset = RETURN_ADDRESS_BYTES};
    } else if (tt_same(word, TT_TEXT(".cfi_def_cfa"))) {
        frame->by_pointer = is_stack_pointer(tt_word(&rest, ','));
        frame->offset = number_of(rest);
    } else if (tt_same(word, TT_TEXT(".cfi_def_cfa_register")))
        frame->by_pointer = is_stack_pointer(rest);
    else if (tt_same(word, TT_TEXT(".cfi_def_cfa_offset")))
        frame->offset = number_of(rest);
    else if (tt_same(word, TT_TEXT(".cfi_adjust_cfa_offset")))
        frame->offset += number_of(rest);
    else if (tt_same(word, TT_TEXT(".cfi_remember_state")))
        remember(frame);
    else if (tt_same(word, TT_TEXT(".cfi_restore_state")))
        restore(frame);
    else if (tt_same(word, TT_TEXT(".cfi_escape")))
        frame->offset = -1; /* an expression, as where the stack is aligned anew */
}

int tt_is_at_return(const struct tt_frame *frame)
{
    return !frame->known || (frame->by_pointer && frame->offset == RETURN_ADDRESS_BYTES);
}
