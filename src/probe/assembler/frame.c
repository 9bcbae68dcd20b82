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

static const char *const registers[TT_FRAME_REGISTERS] = {"rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp",
                                                          "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};

/* DWARF's number of a register; -1: it is none of these. */
static long register_of(struct tt_text word)
{
    if (word.length > 0 && word.at[0] == '%')
        word = (struct tt_text){word.at + 1, word.length - 1};
    for (long i = 0; i < TT_FRAME_REGISTERS; i++)
        if (word.length == strlen(registers[i]) && memcmp(word.at, registers[i], word.length) == 0)
            return i;
    long number = number_of(word);
    return number < TT_FRAME_REGISTERS ? number : -1;
}

static void count_from(struct tt_rules *rules, struct tt_text word)
{
    rules->base = register_of(word);
    rules->by_pointer = rules->base == STACK_POINTER;
}

static void remember(struct tt_frame *frame)
{
    if (frame->depth < TT_REMEMBERED)
        frame->remembered[frame->depth] = frame->now;
    frame->depth++;
}

static void restore(struct tt_frame *frame)
{
    if (frame->depth == 0)
        return;
    frame->depth--;
    frame->now = frame->depth < TT_REMEMBERED ? frame->remembered[frame->depth] : (struct tt_rules){.base = -1, .offset = -1};
}

/* DWARF's expressions: the frame's own (0x0f), as where the stack is aligned anew, or those of a register (0x10, 0x16).
 * Others, such as the size of arguments on the stack (0x2e), say nothing of where the frame is. */
static void escape(struct tt_rules *rules, struct tt_statement directive)
{
    struct tt_text rest = directive.rest;
    long kind = number_of(tt_word(&rest, ',')), of = number_of(tt_word(&rest, ','));
    if ((kind == 0x10 || kind == 0x16) && of >= 0 && of < TT_FRAME_REGISTERS)
        rules->saved[of] = directive;
    if (kind != 0x0f)
        return;
    rules->offset = -1;
    rules->base = -1;
    rules->by_pointer = 0;
    rules->whole = directive;
}

static void note_saved(struct tt_rules *rules, struct tt_statement directive)
{
    struct tt_text rest = directive.rest;
    long of = register_of(tt_word(&rest, ','));
    if (of < 0)
        return;
    rules->saved[of] = tt_same(directive.word, TT_TEXT(".cfi_restore")) ? (struct tt_statement){0} : directive;
}

void tt_follow_frame(struct tt_frame *frame, struct tt_statement directive)
{
    struct tt_text word = directive.word, rest = directive.rest;
    struct tt_rules *now = &frame->now;
    if (!tt_starts(word, TT_TEXT(".cfi_")))
        return;
    if (tt_same(word, TT_TEXT(".cfi_startproc"))) {
        frame->known = 1;
        frame->depth = 0;
        *now = (struct tt_rules){.by_pointer = 1, .base = STACK_POINTER, .offset = RETURN_ADDRESS_BYTES};
    } else if (tt_same(word, TT_TEXT(".cfi_def_cfa"))) {
        count_from(now, tt_word(&rest, ','));
        now->offset = number_of(rest);
    } else if (tt_same(word, TT_TEXT(".cfi_def_cfa_register")))
        count_from(now, rest);
    else if (tt_same(word, TT_TEXT(".cfi_def_cfa_offset")))
        now->offset = number_of(rest);
    else if (tt_same(word, TT_TEXT(".cfi_adjust_cfa_offset")))
        now->offset += number_of(rest);
    else if (tt_same(word, TT_TEXT(".cfi_remember_state")))
        remember(frame);
    else if (tt_same(word, TT_TEXT(".cfi_restore_state")))
        restore(frame);
    else if (tt_same(word, TT_TEXT(".cfi_escape")))
        escape(now, directive);
    else if (tt_same(word, TT_TEXT(".cfi_offset")) || tt_same(word, TT_TEXT(".cfi_restore")))
        note_saved(now, directive);
}

/* Of the expression that gcc writes where it aligns the stack anew, `*(%rbp + N)`: 0x0f, its length, DW_OP_breg6, N in one
 * byte or two (LEB128), DW_OP_deref. */
static int is_kept_below_base(struct tt_statement directive, long *through)
{
    struct tt_text rest = directive.rest;
    long bytes[8] = {0};
    int count = 0;
    while (rest.length > 0 && count < 8)
        bytes[count++] = number_of(tt_word(&rest, ','));
    if (rest.length > 0 || count < 5 || bytes[0] != 0x0f || bytes[1] != count - 2 || bytes[2] != 0x70 + 6 || bytes[count - 1] != 0x06)
        return 0;
    long value = 0;
    int shift = 0;
    for (int i = 3; i < count - 1; i++, shift += 7) {
        if (bytes[i] < 0 || bytes[i] > 0xff || ((bytes[i] & 0x80) != 0) != (i < count - 2))
            return 0;
        value |= (bytes[i] & 0x7f) << shift;
    }
    *through = (bytes[count - 2] & 0x40) != 0 ? value - (1l << shift) : value;
    return 1;
}

const char *tt_frame_base(const struct tt_frame *frame, int *is_kept, long *through, long *offset)
{
    const struct tt_rules *now = &frame->now;
    *is_kept = 0;
    *offset = now->offset;
    if (!frame->known)
        return NULL;
    if (now->base >= 0 && now->offset >= 0)
        return registers[now->base];
    if (now->whole.word.length == 0 || !is_kept_below_base(now->whole, through))
        return NULL;
    *is_kept = 1;
    *offset = 0;
    return "rbp";
}

static void write_directive(FILE *out, struct tt_statement directive)
{
    fprintf(out, "\t%.*s %.*s\n", (int)directive.word.length, directive.word.at, (int)directive.rest.length, directive.rest.at);
}

void tt_write_rules(FILE *out, const struct tt_frame *frame)
{
    const struct tt_rules *now = &frame->now;
    if (!frame->known)
        return;
    if (now->base >= 0)
        fprintf(out, "\t.cfi_def_cfa %ld, %ld\n", now->base, now->offset);
    else
        write_directive(out, now->whole);
    for (long i = 0; i < TT_FRAME_REGISTERS; i++)
        if (now->saved[i].word.length > 0)
            write_directive(out, now->saved[i]);
        else if (i == 3 || i == 6 || i >= 12)
            fprintf(out, "\t.cfi_restore %ld\n", i);
}

int tt_is_at_return(const struct tt_frame *frame)
{
    return !frame->known || (frame->now.by_pointer && frame->now.offset == RETURN_ADDRESS_BYTES);
}
