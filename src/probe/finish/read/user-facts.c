/* What the text file of a process tells of what the program named. */
#include "facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int user_kind(const char *word)
{
    static const char *const kinds[] = {
        [USER_REGION] = "region", [USER_PHASE] = "phase",     [USER_DYNAMIC_PHASE] = "dynamic-phase", [USER_RANGE] = "range", [USER_PYTHON] = "python",
        [USER_ENTITY] = "entity", [USER_SHARED] = "shared",   [USER_COUNTER] = "counter",
        [USER_NUMBER] = "number", [USER_TEXT] = "text",       [USER_VALUE] = "value",
    };
    for (int i = 0; i < (int)(sizeof kinds / sizeof kinds[0]); i++)
        if (strcmp(word, kinds[i]) == 0)
            return i;
    return -1;
}

/* Tabs part what descriptions hold. */
static char *words(const char *text)
{
    char *out = unescaped(text);
    for (char *at = out; (at = strchr(at, '\t')) != NULL;)
        *at = ' ';
    return out;
}

static void read_user(struct process *p, const char *key, const char *rest)
{
    (void)key;
    unsigned id;
    char word[16];
    unsigned long long site;
    int name;
    if (sscanf(rest, "%u %15s %llx%n", &id, word, &site, &name) != 3 || id >= MOST_NUMBERED || user_kind(word) < 0 ||
        rest[name] != ' ')
        return;
    const struct local_user none = {.global = MAP_MISSING};
    while (p->users.count <= id)
        APPEND(p->users.list, p->users.count, p->users.capacity, none);
    p->users.list[id] = (struct local_user){(enum user_kind)user_kind(word), site, words(rest + name + 1), NULL, MAP_MISSING};
}

static void read_detail(struct process *p, const char *key, const char *rest)
{
    (void)key;
    char *at;
    unsigned long id = strtoul(rest, &at, 10);
    if (at != rest && id < p->users.count && *at == ' ')
        p->users.list[id].detail = words(at + 1);
}

const struct fact user_facts[] = {
    {"user", read_user},
    {"user-detail", read_detail},
    {NULL, NULL},
};
