/* Control flow of x86-64. */
#include "x86.h"

static int is_one_of(struct tt_text word, const char *const *words)
{
    for (; *words != NULL; words++)
        if (word.length == strlen(*words) && memcmp(word.at, *words, word.length) == 0)
            return 1;
    return 0;
}

static const char *const returns[] = {"ret", "retq", "retl", "lret", "lretq", "iret", "iretq", NULL};
static const char *const calls[] = {"call", "callq", NULL};
static const char *const jumps[] = {"jmp", "jmpq", NULL};
static const char *const counting[] = {"loop", "loope", "loopne", "loopz", "loopnz", NULL};

static struct tt_text target(struct tt_text operand)
{
    for (size_t i = 0; i < operand.length; i++)
        if (operand.at[i] == '@' || operand.at[i] == ',')
            return tt_trim((struct tt_text){operand.at, i});
    return operand;
}

int tt_is_numbered(struct tt_text to)
{
    if (to.length < 2 || (to.at[to.length - 1] != 'f' && to.at[to.length - 1] != 'b'))
        return 0;
    for (size_t i = 0; i + 1 < to.length; i++)
        if (to.at[i] < '0' || to.at[i] > '9')
            return 0;
    return 1;
}

int tt_is_landing(struct tt_statement instruction)
{
    return tt_same(instruction.word, TT_TEXT("endbr64"));
}

struct tt_step tt_step_of(struct tt_statement instruction)
{
    struct tt_text word = instruction.word, operand = instruction.rest;
    struct tt_step step = {TT_GOES_ON, {word.at, 0}, 0};
    if (is_one_of(word, returns)) {
        step.flow = TT_RETURNS;
        return step;
    }
    int jump = is_one_of(word, jumps), call = is_one_of(word, calls);
    if (!jump && !call && word.at[0] != 'j' && !is_one_of(word, counting))
        return step;
    if (operand.length > 0 && operand.at[0] == '*') {
        step.indirect = 1;
        step.to = (struct tt_text){operand.at + 1, operand.length - 1};
        step.flow = call ? TT_CALLS : TT_JUMPS_INDIRECT;
        return step;
    }
    step.to = target(operand);
    step.flow = call ? TT_CALLS : jump ? TT_JUMPS : TT_JUMPS_WHEN;
    return step;
}
