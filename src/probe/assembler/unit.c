/* A unit of assembly. */
#include "unit.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "../format/sleds.h"
#include "files.h"
#include "statement.h"

/* Numbers of source files above this belong to no compiler. */
#define MAX_FILES 1000000u

static struct tt_text unquoted(struct tt_text word)
{
    if (word.length >= 2 && word.at[0] == '"' && word.at[word.length - 1] == '"')
        return (struct tt_text){word.at + 1, word.length - 2};
    return word;
}

static int is_system(struct tt_text path)
{
    return tt_starts(path, TT_TEXT("/usr/include/")) || tt_starts(path, TT_TEXT("/usr/lib/")) ||
           tt_starts(path, TT_TEXT("/usr/lib64/")) || tt_contains(path, TT_TEXT("/include/c++/")) ||
           tt_contains(path, TT_TEXT("/lib/gcc/"));
}

#define PATH_OF_FILE ((size_t)2 * PATH_MAX)

static void path_of(char path[PATH_OF_FILE], struct tt_text folder, struct tt_text name)
{
    snprintf(path, PATH_OF_FILE, "%.*s%s%.*s", (int)folder.length, folder.at, folder.length > 0 && name.length > 0 ? "/" : "",
             (int)name.length, name.at);
}

static int is_left_out(const struct tt_unit *unit, struct tt_text folder, struct tt_text name)
{
    char path[PATH_OF_FILE];
    if (unit->left_out->parts == NULL && unit->left_out->rules == NULL)
        return 0;
    path_of(path, folder, name);
    return tt_is_left_out(unit->left_out, path);
}

/* The ranges that lie in a file; those beyond what one word has bits for are none. */
static int note_ranges(struct tt_unit *unit, size_t number, struct tt_text folder, struct tt_text name)
{
    char path[PATH_OF_FILE], whole[TT_WHOLE_PATH];
    size_t count = unit->ranges->count < TT_MOST_RANGES ? unit->ranges->count : TT_MOST_RANGES;
    if (count == 0)
        return 1;
    path_of(path, folder, name);
    unit->ranges_of_file[number] = 0;
    for (size_t i = 0; i < count; i++) {
        if (!tt_is_of_file(&unit->ranges->list[i], path))
            continue;
        unit->ranges_of_file[number] |= UINT64_C(1) << i;
        unit->ranges_here |= UINT64_C(1) << i;
        tt_whole_path(path, whole);
        if (unit->range_files[i] == NULL && (unit->range_files[i] = strdup(whole)) == NULL)
            return 0;
    }
    return 1;
}

/* .file NUMBER ["DIRECTORY"] "NAME" [md5 ...] */
static int note_file(struct tt_unit *unit, struct tt_text rest)
{
    struct tt_text word = tt_word(&rest, '\0');
    size_t number = 0;
    if (word.length == 0 || word.length > 7)
        return 1;
    for (size_t i = 0; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9')
            return 1;
        number = number * 10 + (size_t)(word.at[i] - '0');
    }
    if (number >= MAX_FILES)
        return 1;
    if (number >= unit->files) {
        size_t files = number < 32 ? 64 : 2 * number;
        unsigned char *larger = realloc(unit->origins, files);
        if (larger == NULL)
            return 0;
        memset(larger + unit->files, 0, files - unit->files);
        unit->origins = larger;
        uint64_t *more = realloc(unit->ranges_of_file, files * sizeof *more);
        if (more == NULL)
            return 0;
        memset(more + unit->files, 0, (files - unit->files) * sizeof *more);
        unit->ranges_of_file = more;
        unit->files = files;
    }
    struct tt_text first = unquoted(tt_word(&rest, '\0'));
    struct tt_text second = rest.length > 0 && rest.at[0] == '"' ? unquoted(tt_word(&rest, '\0')) : TT_TEXT("");
    /* An absolute name stands for itself, whatever the directory before it. */
    int is_whole = second.length > 0 && second.at[0] == '/';
    struct tt_text folder = is_whole ? TT_TEXT("") : first;
    unit->origins[number] = (unsigned char)((is_system(is_whole ? second : first) ? TT_OF_SYSTEM : 0) |
                                            (is_left_out(unit, folder, second) ? TT_OF_LEFT_OUT : 0));
    return note_ranges(unit, number, folder, second);
}

static int is_part_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
}

/* Marks the local labels that stand in a text. */
static int take_labels(struct tt_unit *unit, struct tt_text rest)
{
    for (size_t i = 0; i + 2 < rest.length; i++) {
        if (rest.at[i] != '.' || rest.at[i + 1] != 'L' || (i > 0 && is_part_of_name(rest.at[i - 1])))
            continue;
        struct tt_text name = {rest.at + i, 0};
        while (i + name.length < rest.length && is_part_of_name(name.at[name.length]))
            name.length++;
        if (!tt_mark(&unit->names, name, TT_IS_TAKEN))
            return 0;
        i += name.length;
    }
    return 1;
}

/* Sections whose words are for debuggers and unwinders: nothing jumps by them. */
static int is_about_code(struct tt_text section)
{
    return tt_starts(section, TT_TEXT(".debug")) || tt_starts(section, TT_TEXT(".gcc_except_table")) ||
           tt_starts(section, TT_TEXT(".eh_frame")) || tt_starts(section, TT_TEXT(".gnu."));
}

static int is_data(struct tt_text word)
{
    return tt_same(word, TT_TEXT(".quad")) || tt_same(word, TT_TEXT(".long")) || tt_same(word, TT_TEXT(".int")) ||
           tt_same(word, TT_TEXT(".value")) || tt_same(word, TT_TEXT(".short")) || tt_same(word, TT_TEXT(".byte")) ||
           tt_same(word, TT_TEXT(".4byte")) || tt_same(word, TT_TEXT(".8byte")) || tt_same(word, TT_TEXT(".2byte"));
}

struct place {
    struct tt_text section; /* empty: code or data that the program has */
    int in_calls;           /* among the calls that exceptions may pass, four words each */
    unsigned words;
};

/* The third word of each call is where an exception lands, counted from the function's beginning: LABEL-BEGINNING. */
static int note_landing(struct tt_unit *unit, struct place *place, struct tt_statement said)
{
    if (!is_data(said.word) && !tt_same(said.word, TT_TEXT(".uleb128")))
        return 1;
    if (place->words++ % 4 != 2)
        return 1;
    struct tt_text rest = said.rest, label = tt_word(&rest, '-');
    return !tt_starts(label, TT_TEXT(".L")) || tt_mark(&unit->names, label, TT_IS_LANDING);
}

static void note_label(struct place *place, struct tt_text label)
{
    if (tt_starts(label, TT_TEXT(".LLSDACSB")) || tt_starts(label, TT_TEXT(".Lcst_begin")))
        *place = (struct place){.section = place->section, .in_calls = 1};
    else if (tt_starts(label, TT_TEXT(".LLSDACSE")) || tt_starts(label, TT_TEXT(".Lcst_end")))
        place->in_calls = 0;
}

static int note_directive(struct tt_unit *unit, struct tt_statement said, struct place *place)
{
    struct tt_text rest = said.rest;
    if (place->in_calls)
        return note_landing(unit, place, said);
    if (tt_same(said.word, TT_TEXT(".section")))
        place->section = tt_word(&rest, ',');
    else if (tt_same(said.word, TT_TEXT(".text")) || tt_same(said.word, TT_TEXT(".data")) || tt_same(said.word, TT_TEXT(".bss")))
        place->section = said.word;
    else if (tt_same(said.word, TT_TEXT(".type"))) {
        struct tt_text name = tt_word(&rest, ',');
        if (tt_same(rest, TT_TEXT("@function")) || tt_same(rest, TT_TEXT("%function")) || tt_same(rest, TT_TEXT("STT_FUNC")))
            return tt_mark(&unit->names, name, TT_IS_FUNCTION);
    } else if (tt_same(said.word, TT_TEXT(".globl")) || tt_same(said.word, TT_TEXT(".global")) || tt_same(said.word, TT_TEXT(".weak")))
        return tt_mark(&unit->names, rest, TT_IS_GLOBAL);
    else if (tt_same(said.word, TT_TEXT(".ident")))
        unit->by_compiler = 1;
    else if (tt_same(said.word, TT_TEXT(".intel_syntax")))
        unit->readable = 0;
    else if (tt_same(said.word, TT_TEXT(".file")))
        return note_file(unit, rest);
    else if (is_data(said.word) && !is_about_code(place->section))
        return take_labels(unit, rest);
    return 1;
}

/* Operands of what is no direct jump or call: lea of a label takes its address. */
static int is_direct(struct tt_statement said)
{
    return (said.word.at[0] == 'j' || tt_starts(said.word, TT_TEXT("call")) || tt_starts(said.word, TT_TEXT("loop"))) &&
           (said.rest.length == 0 || said.rest.at[0] != '*');
}

int tt_read_unit(struct tt_unit *unit, struct tt_text text, const struct tt_left_out *left_out, const struct tt_ranges *ranges)
{
    *unit = (struct tt_unit){
        .text = text, .left_out = left_out, .ranges = ranges, .identity = tt_hash_on(TT_IDENTITY_START, text), .readable = 1};
    struct place place = {.section = {text.at, 0}};
    struct tt_text line;
    int ok = 1;
    while (ok && tt_line(&text, &line)) {
        struct tt_statement said = tt_read(line);
        if (said.kind == TT_LABEL) {
            note_label(&place, said.word);
            ok = tt_mark(&unit->names, said.word, TT_IS_DEFINED);
        } else if (said.kind == TT_DIRECTIVE)
            ok = note_directive(unit, said, &place);
        else if (said.kind == TT_INSTRUCTION && !is_direct(said))
            ok = take_labels(unit, said.rest);
    }
    return ok;
}

void tt_close_unit(struct tt_unit *unit)
{
    free(unit->names.slots);
    free(unit->origins);
    free(unit->ranges_of_file);
    for (size_t i = 0; i < TT_MOST_RANGES; i++)
        free(unit->range_files[i]);
}

uint64_t tt_ranges_at(const struct tt_unit *unit, uint64_t file, uint64_t line)
{
    uint64_t here = unit->ranges_of_file != NULL && file < unit->files ? unit->ranges_of_file[file] : 0, ranges = 0;
    for (size_t i = 0; i < TT_MOST_RANGES && here >> i != 0; i++)
        if ((here >> i & 1) != 0 && line >= unit->ranges->list[i].first && line <= unit->ranges->list[i].last)
            ranges |= UINT64_C(1) << i;
    return ranges;
}

uint64_t tt_identity(const struct tt_unit *unit, struct tt_text function)
{
    unsigned marks = tt_marks(&unit->names, function);
    int is_local = (marks & TT_IS_DEFINED) != 0 && (marks & TT_IS_GLOBAL) == 0;
    return tt_hash_on(is_local ? unit->identity : TT_IDENTITY_START, function);
}
