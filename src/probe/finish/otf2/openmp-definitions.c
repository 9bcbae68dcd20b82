/* Definitions of the teams of OpenMP, and of POSIX threads that make each other, in the way of Score-P. */
#include "definitions.h"

#include <stdlib.h>

OTF2_CommRef team_comm(const struct archive *a, uint32_t team)
{
    return (a->run->is_mpi ? a->comms.count : 0) + team;
}

/* Members of a paradigm's groups are positions in its list of locations. */
struct team_locations {
    OTF2_Paradigm paradigm;
    uint64_t *ids;
    uint32_t count, capacity;
    struct map positions;
};

static void add_locations(struct team_locations *locations, const struct omp_team *team)
{
    for (uint32_t i = 0; i < team->size; i++) {
        uint64_t id = (uint64_t)team->members[i] << 32 | team->rank;
        if (map_get(&locations->positions, id) == MAP_MISSING)
            APPEND(locations->ids, locations->count, locations->capacity, id);
        map_put(&locations->positions, id, 0);
    }
}

static int by_process(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    uint64_t first = a << 32 | a >> 32, second = b << 32 | b >> 32;
    return first < second ? -1 : first > second;
}

static void write_team(struct definitions *d, const struct team_locations *locations, uint32_t index)
{
    const struct omp_team *team = &d->archive->openmp.teams[index];
    uint64_t *members = allocate(team->size, sizeof *members);
    for (uint32_t i = 0; i < team->size; i++)
        members[i] = map_get(&locations->positions, (uint64_t)team->members[i] << 32 | team->rank);
    check(OTF2_GlobalDefWriter_WriteGroup(d->out, d->groups, def_text(d, ""), OTF2_GROUP_TYPE_COMM_GROUP, locations->paradigm,
                                          OTF2_GROUP_FLAG_NONE, team->size, members),
          "a definition");
    check(OTF2_GlobalDefWriter_WriteComm(d->out, team_comm(d->archive, index), def_text(d, ""), d->groups++,
                                         OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE),
          "a definition");
    free(members);
}

static void write_teams_of(struct definitions *d, OTF2_Paradigm paradigm, const char *name)
{
    const struct omp_run *openmp = &d->archive->openmp;
    struct team_locations locations = {.paradigm = paradigm};
    int is_posix = paradigm == OTF2_PARADIGM_PTHREAD, count = 0;
    for (uint32_t i = 0; i < openmp->team_count; i++) {
        if (openmp->teams[i].is_posix != is_posix)
            continue;
        add_locations(&locations, &openmp->teams[i]);
        count++;
    }
    if (count == 0)
        return;
    if (locations.count > 0)
        qsort(locations.ids, locations.count, sizeof *locations.ids, by_process);
    for (uint32_t i = 0; i < locations.count; i++)
        map_put(&locations.positions, locations.ids[i], i);
    check(OTF2_GlobalDefWriter_WriteGroup(d->out, d->groups++, def_text(d, name), OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                          paradigm, OTF2_GROUP_FLAG_NONE, locations.count, locations.ids),
          "a definition");
    for (uint32_t i = 0; i < openmp->team_count; i++)
        if (openmp->teams[i].is_posix == is_posix)
            write_team(d, &locations, i);
    map_free(&locations.positions);
    free(locations.ids);
}

void write_teams(struct definitions *d)
{
    write_teams_of(d, OTF2_PARADIGM_OPENMP, "OpenMP");
    write_teams_of(d, OTF2_PARADIGM_PTHREAD, "POSIX threads");
}

void write_posix_paradigm(struct definitions *d)
{
    if (d->archive->has_posix)
        check(OTF2_GlobalDefWriter_WriteParadigm(d->out, OTF2_PARADIGM_PTHREAD, def_text(d, "POSIX threads"),
                                                 OTF2_PARADIGM_CLASS_THREAD_CREATE_WAIT),
              "a definition");
}

void write_openmp_paradigm(struct definitions *d)
{
    if (!d->archive->openmp.is_used)
        return;
    check(OTF2_GlobalDefWriter_WriteParadigm(d->out, OTF2_PARADIGM_OPENMP, def_text(d, "OpenMP"),
                                             OTF2_PARADIGM_CLASS_THREAD_FORK_JOIN),
          "a definition");
    OTF2_AttributeValue value;
    value.stringRef = def_text(d, "Thread team ${id}");
    check(OTF2_GlobalDefWriter_WriteParadigmProperty(d->out, OTF2_PARADIGM_OPENMP,
                                                     OTF2_PARADIGM_PROPERTY_COMM_NAME_TEMPLATE, OTF2_TYPE_STRING, value),
          "a definition");
}
