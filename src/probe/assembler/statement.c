/* Lines of assembly. */
#include "statement.h"

/* Up to the first # that stands outside of quotes: what follows is a comment. */
static struct tt_text without_comment(struct tt_text line)
{
    int quoted = 0;
    for (size_t i = 0; i < line.length; i++) {
        char c = line.at[i];
        if (c == '"' && (i == 0 || line.at[i - 1] != '\\'))
            quoted = !quoted;
        if (c == '#' && !quoted)
            return (struct tt_text){line.at, i};
    }
    return line;
}

static int separates_statements(struct tt_text text)
{
    int quoted = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] == '"' && (i == 0 || text.at[i - 1] != '\\'))
            quoted = !quoted;
        if (text.at[i] == ';' && !quoted)
            return 1;
    }
    return 0;
}

/* Words before a mnemonic that belong to the same instruction. */
static int is_prefix(struct tt_text word)
{
    static const struct tt_text prefixes[] = {
        {"lock", 4}, {"rep", 3}, {"repz", 4}, {"repe", 4}, {"repnz", 5}, {"repne", 5}, {"notrack", 7}, {"bnd", 3},
        {"data16", 6}, {"addr32", 6}, {"rex64", 5}, {"xacquire", 8}, {"xrelease", 8}, {"cs", 2}, {"ds", 2}, {"{vex}", 5},
        {"{evex}", 6}, {"{vex3}", 6},
    };
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (tt_same(word, prefixes[i]))
            return 1;
    return 0;
}

struct tt_statement tt_read(struct tt_text line)
{
    struct tt_text text = tt_trim(line);
    if (tt_same(text, TT_TEXT("#APP")))
        return (struct tt_statement){TT_ASSEMBLY_BEGIN, text, {text.at, 0}};
    if (tt_same(text, TT_TEXT("#NO_APP")))
        return (struct tt_statement){TT_ASSEMBLY_END, text, {text.at, 0}};
    text = tt_trim(without_comment(text));
    if (text.length == 0)
        return (struct tt_statement){TT_NOTHING, text, text};
    if (text.at[text.length - 1] == ':' && !separates_statements(text))
        return (struct tt_statement){TT_LABEL, tt_trim((struct tt_text){text.at, text.length - 1}), {text.at, 0}};
    if (separates_statements(text))
        return (struct tt_statement){TT_UNKNOWN, text, {text.at, 0}};
    struct tt_text word = tt_word(&text, '\0');
    if (word.length == 0) /* a NUL byte, which the assembler does not take either */
        return (struct tt_statement){TT_UNKNOWN, text, {text.at, 0}};
    if (word.at[0] == '.')
        return (struct tt_statement){TT_DIRECTIVE, word, text};
    if (text.length > 0 && text.at[0] == '=')
        return (struct tt_statement){TT_DIRECTIVE, word, text};
    if (word.at[word.length - 1] == ':')
        return (struct tt_statement){TT_UNKNOWN, word, text};
    while (is_prefix(word) && text.length > 0)
        word = tt_word(&text, '\0');
    if (word.length == 0)
        return (struct tt_statement){TT_UNKNOWN, text, {text.at, 0}};
    return (struct tt_statement){TT_INSTRUCTION, word, text};
}
