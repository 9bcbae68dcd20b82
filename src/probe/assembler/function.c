/* Functions in assembly. */
#include "function.h"

/* Fewer instructions than this, without a loop or a call, take less time than a hook. */
#define FEW_INSTRUCTIONS 10u

int tt_is_part(struct tt_text name, struct tt_text function)
{
    if (!tt_starts(name, function))
        return 0;
    struct tt_text rest = {name.at + function.length, name.length - function.length};
    return tt_starts(rest, TT_TEXT(".cold"));
}

int tt_is_outlined(struct tt_text function)
{
    return tt_contains(function, TT_TEXT("._omp_fn.")) || tt_contains(function, TT_TEXT("._omp_cpyfn.")) ||
           tt_contains(function, TT_TEXT(".omp_outlined")) || tt_contains(function, TT_TEXT(".omp_task_entry.")) ||
           tt_starts(function, TT_TEXT(".omp"));
}

int tt_is_too_small(const struct tt_function *function)
{
    return function->instructions < FEW_INSTRUCTIONS && !function->loops && !function->calls;
}

static int is_parallel(struct tt_text callee)
{
    return tt_starts(callee, TT_TEXT("MPI_")) || tt_starts(callee, TT_TEXT("PMPI_")) || tt_starts(callee, TT_TEXT("mpi_")) ||
           tt_starts(callee, TT_TEXT("pmpi_")) || tt_starts(callee, TT_TEXT("GOMP_")) || tt_starts(callee, TT_TEXT("__kmpc_"));
}

/* Whether the size is given, which ends the function. */
static int ends_it(struct tt_statement said, struct tt_text name)
{
    struct tt_text rest = said.rest;
    return said.kind == TT_DIRECTIVE && tt_same(said.word, TT_TEXT(".size")) && tt_same(tt_word(&rest, ','), name);
}

/* The end of the body; 0: there is none before the next function. */
static int find_end(struct tt_function *function, const struct tt_unit *unit, struct tt_text text)
{
    struct tt_text line;
    int first = 1;
    function->body = (struct tt_text){text.at, 0};
    while (tt_line(&text, &line)) {
        struct tt_statement said = tt_read(line);
        if (ends_it(said, function->name))
            return 1;
        if (said.kind == TT_LABEL && !first && (tt_marks(&unit->names, said.word) & TT_IS_FUNCTION) &&
            !tt_is_part(said.word, function->name))
            return 0;
        first = 0;
        function->body.length += line.length;
    }
    return 0;
}

/* Of the C++ library by its name, for units without lines. */
static int is_of_library(struct tt_text name)
{
    static const struct tt_text beginnings[] = {
        {"_ZNSt", 5}, {"_ZNKSt", 6}, {"_ZSt", 4}, {"_ZNSs", 5}, {"_ZN9__gnu_cxx", 13}, {"_ZNK9__gnu_cxx", 14},
    };
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (tt_starts(name, beginnings[i]))
            return 1;
    return 0;
}

static size_t number_of(struct tt_text word)
{
    size_t number = 0;
    for (size_t i = 0; i < word.length && i < 7 && word.at[i] >= '0' && word.at[i] <= '9'; i++)
        number = number * 10 + (size_t)(word.at[i] - '0');
    return number;
}

static int note_call(struct tt_function *function, struct tt_step step)
{
    struct tt_text callee = step.to;
    function->calls = 1;
    if (step.indirect) {
        /* Without a procedure linkage table: *name@GOTPCREL(%rip) */
        const char *sign = memchr(callee.at, '@', callee.length);
        if (sign == NULL)
            return 1;
        callee.length = (size_t)(sign - callee.at);
    }
    if (callee.length == 0 || callee.at[0] == '.')
        return 1;
    function->parallel |= is_parallel(callee);
    return tt_mark(&function->labels, callee, TT_IS_CALLED);
}

static int note_step(struct tt_function *function, struct tt_step step, int in_assembly)
{
    switch (step.flow) {
    case TT_CALLS:
        return note_call(function, step);
    case TT_JUMPS:
    case TT_JUMPS_WHEN:
        if (tt_is_numbered(step.to))
            return 1;
        if (tt_marks(&function->labels, step.to) & TT_IS_LABEL) {
            function->loops |= !in_assembly;
            return 1;
        }
        return step.to.length > 0 && step.to.at[0] != '.' && !tt_is_part(step.to, function->name) ? note_call(function, step) : 1;
    case TT_JUMPS_INDIRECT:
        return memchr(step.to.at, '@', step.to.length) != NULL ? note_call(function, step) : 1;
    default:
        return 1;
    }
}

int tt_read_function(struct tt_function *function, const struct tt_unit *unit, struct tt_text name, struct tt_text text)
{
    struct tt_names labels = function->labels;
    tt_forget(&labels);
    *function = (struct tt_function){.name = name, .labels = labels};
    if (!find_end(function, unit, text))
        return 0;
    struct tt_text rest = function->body, line;
    int in_assembly = 0, has_line = 0, ok = 1;
    while (ok && tt_line(&rest, &line)) {
        struct tt_statement said = tt_read(line);
        if (said.kind == TT_ASSEMBLY_BEGIN || said.kind == TT_ASSEMBLY_END)
            in_assembly = said.kind == TT_ASSEMBLY_BEGIN;
        else if (said.kind == TT_LABEL) {
            function->tables |= (tt_marks(&unit->names, said.word) & TT_IS_TAKEN) != 0;
            ok = tt_mark(&function->labels, said.word, TT_IS_LABEL);
        } else if (said.kind == TT_INSTRUCTION) {
            function->instructions++;
            ok = note_step(function, tt_step_of(said), in_assembly);
        } else if (said.kind == TT_UNKNOWN)
            function->instructions++;
        else if (!has_line && said.kind == TT_DIRECTIVE && tt_same(said.word, TT_TEXT(".loc"))) {
            size_t file = number_of(said.rest);
            unsigned origin = file < unit->files ? unit->origins[file] : 0;
            function->system = (origin & TT_OF_SYSTEM) != 0;
            function->left_out = (origin & TT_OF_LEFT_OUT) != 0;
            has_line = 1;
        }
    }
    if (!has_line)
        function->system = is_of_library(name);
    return ok;
}

int tt_leaves(const struct tt_function *function, struct tt_text to)
{
    if (to.length == 0 || to.at[0] == '.' || tt_is_numbered(to) || tt_is_part(to, function->name))
        return 0;
    /* Its own beginning has a sled that says it is entered. */
    return tt_same(to, function->name) || !(tt_marks(&function->labels, to) & TT_IS_LABEL);
}

int tt_leaves_indirectly(const struct tt_function *function, const struct tt_frame *frame, struct tt_text operand)
{
    if (memchr(operand.at, '@', operand.length) != NULL)
        return 1;
    return !function->tables && tt_is_at_return(frame);
}
