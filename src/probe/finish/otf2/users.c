/*
 * What programs name: equal names of all processes are one. All are regions of OTF2, whose descriptions tell what they
 * are: "phase" or "dynamic phase"; for a range of lines "range", its first and last line and its group, parted by tabs; for an entity "entity", its name and its attributes, parted by tabs; for work of several
 * entities "shared", and the weight, name and attributes of each behind tabs; nothing for other regions. The region's own
 * name has the attributes too, for readers that know nothing of entities.
 */
#include "archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t file_of(struct archive *a, const struct process *p, uint64_t site, uint32_t *line)
{
    struct map none = {0};
    uint32_t place = place_of(&a->symbols, &none, p, site, PLACE_SITE);
    map_free(&none);
    *line = 0;
    if (place == MAP_MISSING || a->symbols.places[place].file == NULL)
        return 0;
    *line = a->symbols.places[place].line;
    return text_id(&a->texts, a->symbols.places[place].file);
}

/* Longer lists come of damage. */
enum { MOST_MEMBERS = 1024 };

static char *joined(char *text, char *more)
{
    char *longer = format_text("%s%s", text, more);
    free(text);
    free(more);
    return longer;
}

/* One member of "NUMBER WEIGHT NUMBER WEIGHT ..."; NULL: there is none, or none that makes sense. */
static const struct local_user *next_member(const struct process *p, const char **members, double *weight)
{
    char *end;
    unsigned long number = strtoul(*members, &end, 10);
    if (end == *members || *end != ' ' || number >= p->users.count || p->users.list[number].name == NULL)
        return NULL;
    const char *at = end;
    *weight = strtod(at, &end);
    if (end == at || !(*weight > 0))
        return NULL;
    *members = end;
    return &p->users.list[number];
}

/* Its name and description, from the entities that share it. */
static void describe_shared(const struct process *p, const struct local_user *u, char **name, char **description)
{
    double weight, total = 0;
    const char *at = u->name;
    for (int i = 0; i < MOST_MEMBERS && next_member(p, &at, &weight) != NULL; i++)
        total += weight;
    *name = copy_text("");
    *description = copy_text("shared");
    at = u->name;
    const struct local_user *member;
    for (int i = 0; i < MOST_MEMBERS && (member = next_member(p, &at, &weight)) != NULL; i++) {
        *name = joined(*name, format_text("%s%s%s%s%s", (*name)[0] == '\0' ? "" : " + ", member->name,
                                          member->detail != NULL ? " (" : "", member->detail != NULL ? member->detail : "",
                                          member->detail != NULL ? ")" : ""));
        *description = joined(*description, format_text("\t%.9g\t%s\t%s", weight / total, member->name,
                                                        member->detail != NULL ? member->detail : ""));
    }
}

/* From its detail, "FIRST LAST GROUP FILE". */
static void describe_range(struct archive *a, const struct local_user *u, struct region *region, char **description)
{
    unsigned first, last;
    char group[64];
    int file = 0;
    if (u->detail == NULL || sscanf(u->detail, "%u %u %63s %n", &first, &last, group, &file) != 3 || u->detail[file] == '\0')
        return;
    free(*description);
    *description = format_text("range\t%u\t%u\t%s", first, last, group);
    region->file = text_id(&a->texts, u->detail + file);
    region->line = first;
    region->last_line = last;
}

/* A function of Python; from its detail, "LINE FILE". */
static void describe_python(struct archive *a, const struct local_user *u, struct region *region)
{
    unsigned line;
    int file = 0;
    region->role = NULL;
    region->paradigm = OTF2_PARADIGM_COMPILER;
    if (u->detail == NULL || sscanf(u->detail, "%u %n", &line, &file) != 1 || u->detail[file] == '\0')
        return;
    region->file = text_id(&a->texts, u->detail + file);
    region->line = line;
}

static uint32_t region_of(struct archive *a, const struct process *p, const struct local_user *u)
{
    static const char *const kinds[] = {
        [USER_REGION] = "", [USER_PHASE] = "phase", [USER_DYNAMIC_PHASE] = "dynamic phase", [USER_RANGE] = "range", [USER_PYTHON] = "Python",
        [USER_ENTITY] = "", [USER_SHARED] = "",
    };
    struct region region = {.role = "CODE", .paradigm = OTF2_PARADIGM_USER};
    char *name = copy_text(u->name), *description = copy_text(kinds[u->kind]);
    if (u->kind == USER_ENTITY && u->detail != NULL) {
        name = format_text("%s (%s)", u->name, u->detail);
        description = format_text("entity\t%s\t%s", u->name, u->detail);
    } else if (u->kind == USER_ENTITY)
        description = format_text("entity\t%s\t", u->name);
    else if (u->kind == USER_PYTHON)
        describe_python(a, u, &region);
    else if (u->kind == USER_RANGE)
        describe_range(a, u, &region, &description);
    else if (u->kind == USER_SHARED)
        describe_shared(p, u, &name, &description);
    region.name = region.canonical = text_id(&a->texts, name);
    region.description = text_id(&a->texts, description);
    /* An entity is a thing, whichever line spoke of it first. */
    if (u->kind != USER_RANGE && u->kind != USER_PYTHON && u->kind != USER_ENTITY && u->kind != USER_SHARED)
        region.file = file_of(a, p, u->site, &region.line);
    free(name);
    free(description);
    return add_region(a, &region);
}

static uint32_t counter_of(struct archive *a, const char *name, const char *unit, int is_event)
{
    struct users *all = &a->users;
    const struct counter counter = {text_id(&a->texts, name), text_id(&a->texts, unit != NULL ? unit : ""), is_event};
    uint64_t key = (uint64_t)counter.name << 32 | counter.unit << 1 | (unsigned)is_event;
    uint32_t found = map_get(&all->counter_index, key);
    if (found != MAP_MISSING)
        return found;
    APPEND(all->counters, all->counter_count, all->counter_capacity, counter);
    map_put(&all->counter_index, key, all->counter_count - 1);
    return all->counter_count - 1;
}

static uint32_t parameter_of(struct archive *a, const struct local_user *u)
{
    struct users *all = &a->users;
    const struct parameter parameter = {text_id(&a->texts, u->name), u->kind == USER_TEXT};
    uint64_t key = (uint64_t)parameter.name << 1 | (unsigned)parameter.is_text;
    uint32_t found = map_get(&all->parameter_index, key);
    if (found != MAP_MISSING)
        return found;
    APPEND(all->parameters, all->parameter_count, all->parameter_capacity, parameter);
    map_put(&all->parameter_index, key, all->parameter_count - 1);
    return all->parameter_count - 1;
}

static void unify_process(struct archive *a, struct process *p)
{
    for (uint32_t i = 0; i < TT_MOST_COUNTERS; i++)
        if (p->counters.list[i].name != NULL)
            p->counters.list[i].global = counter_of(a, p->counters.list[i].name, p->counters.list[i].unit, 1);
    for (uint32_t i = 0; i < p->thread_count; i++)
        if (p->threads[i].tells_heap)
            p->memory.counter = counter_of(a, "heap", "bytes", 0);
    for (uint32_t i = 0; i < p->users.count; i++) {
        struct local_user *u = &p->users.list[i];
        if (u->name == NULL)
            continue;
        if (u->kind <= USER_SHARED)
            u->global = region_of(a, p, u);
        else if (u->kind == USER_COUNTER)
            u->global = counter_of(a, u->name, u->detail, 0);
        else if (u->kind == USER_VALUE)
            u->global = text_id(&a->texts, u->name);
        else
            u->global = parameter_of(a, u);
    }
}

void unify_users(struct archive *a)
{
    for (uint32_t r = 0; r < a->run->size; r++)
        if (a->run->ranks[r] != NULL)
            unify_process(a, a->run->ranks[r]);
}
