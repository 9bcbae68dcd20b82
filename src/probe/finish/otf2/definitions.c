/* The global definitions, in the way of Score-P. */
#include "definitions.h"

#include "../symbols/names.h"

#include <stdlib.h>
#include <string.h>

/* From its first and last reading. */
uint64_t ticks_per_second(const struct process *p)
{
    if (p == NULL || p->clock_kind == NULL || strcmp(p->clock_kind, "monotonic") == 0)
        return UINT64_C(1000000000);
    const struct clock_reading *first = &p->readings[0], *last = &p->readings[p->reading_count - 1];
    if (p->reading_count < 2 || last->monotonic_ns <= first->monotonic_ns)
        fail("%s holds fewer than two readings of the clock: the rate of its %s is unknown", p->path, p->clock_kind);
    double seconds = (double)(last->monotonic_ns - first->monotonic_ns) / 1e9;
    double rate = (double)(last->ticks - first->ticks) / seconds + 0.5;
    if (!(rate >= 1 && rate < 1e12))
        fail("%s holds readings of the clock that cannot be: %.0f ticks a second", p->path, rate);
    return (uint64_t)rate;
}

/* A process's ticks are as many as its clock runs faster or slower than that of rank 0, whose rate is known best. */
double seconds_of_tick(const struct archive *a, uint32_t rank)
{
    const struct process *p = a->run->ranks[rank];
    double rate = (double)ticks_per_second(clock_master(a->run));
    if (p == NULL || p->sync_count < 2)
        return 1 / rate;
    const struct sync *first = &p->syncs[0], *last = &p->syncs[p->sync_count - 1];
    if (last->ticks <= first->ticks)
        return 1 / rate;
    return (1 + (double)(last->offset - first->offset) / (double)(last->ticks - first->ticks)) / rate;
}

static void write_clock(struct definitions *d)
{
    const struct archive *a = d->archive;
    uint64_t first = UINT64_MAX, last = 0, realtime = OTF2_UNDEFINED_TIMESTAMP;
    for (uint32_t i = 0; i < a->location_count; i++) {
        if (a->locations[i].events == 0)
            continue;
        first = a->locations[i].first < first ? a->locations[i].first : first;
        last = a->locations[i].last > last ? a->locations[i].last : last;
    }
    if (first > last)
        first = last = 0;
    const struct process *master = clock_master(a->run);
    uint64_t rate = ticks_per_second(master);
    if (master != NULL) {
        double seconds = (double)(int64_t)(first - corrected(master, master->readings[0].ticks)) / (double)rate;
        realtime = master->readings[0].realtime_ns + (uint64_t)(int64_t)(seconds * 1e9);
    }
    check(OTF2_GlobalDefWriter_WriteClockProperties(d->out, rate, first, last - first + 1, realtime), "a definition");
}

static void write_paradigms(struct definitions *d)
{
    write_openmp_paradigm(d);
    write_posix_paradigm(d);
    if (!d->archive->run->is_mpi)
        return;
    check(OTF2_GlobalDefWriter_WriteParadigm(d->out, OTF2_PARADIGM_MPI, def_text(d, "MPI"), OTF2_PARADIGM_CLASS_PROCESS),
          "a definition");
    OTF2_AttributeValue value;
    value.stringRef = def_text(d, "Comm ${id}");
    check(OTF2_GlobalDefWriter_WriteParadigmProperty(d->out, OTF2_PARADIGM_MPI, OTF2_PARADIGM_PROPERTY_COMM_NAME_TEMPLATE,
                                                     OTF2_TYPE_STRING, value),
          "a definition");
    if (d->archive->windows.count == 0)
        return;
    value.stringRef = def_text(d, "Window ${id}");
    check(OTF2_GlobalDefWriter_WriteParadigmProperty(d->out, OTF2_PARADIGM_MPI,
                                                     OTF2_PARADIGM_PROPERTY_RMA_WIN_NAME_TEMPLATE, OTF2_TYPE_STRING, value),
          "a definition");
}

/* A machine with one node a host; the numbers of the nodes by rank. */
static uint32_t *write_system_tree(struct definitions *d)
{
    const struct run *run = d->archive->run;
    uint32_t *nodes = allocate(run->size, sizeof *nodes), count = 1;
    check(OTF2_GlobalDefWriter_WriteSystemTreeNode(d->out, 0, def_text(d, system_name(run)), def_text(d, "machine"),
                                                   OTF2_UNDEFINED_SYSTEM_TREE_NODE),
          "a definition");
    check(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(d->out, 0, OTF2_SYSTEM_TREE_DOMAIN_MACHINE), "a definition");
    struct map by_host = {0};
    for (uint32_t r = 0; r < run->size; r++) {
        uint32_t name = def_text(d, host_of(run, r)), node = map_get(&by_host, name);
        if (node == MAP_MISSING) {
            node = count++;
            map_put(&by_host, name, node);
            check(OTF2_GlobalDefWriter_WriteSystemTreeNode(d->out, node, name, def_text(d, "node"), 0), "a definition");
            check(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(d->out, node, OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY),
                  "a definition");
        }
        nodes[r] = node;
    }
    map_free(&by_host);
    return nodes;
}

static void write_locations(struct definitions *d)
{
    struct archive *a = d->archive;
    uint32_t *nodes = write_system_tree(d);
    for (uint32_t r = 0; r < a->run->size; r++) {
        char *name = process_name(a->run, r);
        check(OTF2_GlobalDefWriter_WriteLocationGroup(d->out, r, def_text(d, name), OTF2_LOCATION_GROUP_TYPE_PROCESS, nodes[r],
                                                      OTF2_UNDEFINED_LOCATION_GROUP),
              "a definition");
        free(name);
    }
    for (uint32_t i = 0; i < a->location_count; i++) {
        const struct location *l = &a->locations[i];
        char *name = location_name(a, l);
        check(OTF2_GlobalDefWriter_WriteLocation(d->out, l->id, def_text(d, name), OTF2_LOCATION_TYPE_CPU_THREAD, l->events,
                                                 l->rank),
              "a definition");
        free(name);
    }
    free(nodes);
}

static OTF2_RegionRole role_of(const char *name)
{
    static const struct {
        const char *name;
        OTF2_RegionRole role;
    } roles[] = {
        {"FUNCTION", OTF2_REGION_ROLE_FUNCTION},
        {"POINT2POINT", OTF2_REGION_ROLE_POINT2POINT},
        {"BARRIER", OTF2_REGION_ROLE_BARRIER},
        {"COLL_ONE2ALL", OTF2_REGION_ROLE_COLL_ONE2ALL},
        {"COLL_ALL2ONE", OTF2_REGION_ROLE_COLL_ALL2ONE},
        {"COLL_ALL2ALL", OTF2_REGION_ROLE_COLL_ALL2ALL},
        {"COLL_OTHER", OTF2_REGION_ROLE_COLL_OTHER},
        {"RMA", OTF2_REGION_ROLE_RMA},
        {"ATOMIC", OTF2_REGION_ROLE_ATOMIC},
        {"FILE_IO", OTF2_REGION_ROLE_FILE_IO},
        {"FILE_IO_METADATA", OTF2_REGION_ROLE_FILE_IO_METADATA},
        {"ALLOCATE", OTF2_REGION_ROLE_ALLOCATE},
        {"DEALLOCATE", OTF2_REGION_ROLE_DEALLOCATE},
        {"PARALLEL", OTF2_REGION_ROLE_PARALLEL},
        {"LOOP", OTF2_REGION_ROLE_LOOP},
        {"SECTIONS", OTF2_REGION_ROLE_SECTIONS},
        {"SINGLE", OTF2_REGION_ROLE_SINGLE},
        {"SINGLE_SBLOCK", OTF2_REGION_ROLE_SINGLE_SBLOCK},
        {"WORKSHARE", OTF2_REGION_ROLE_WORKSHARE},
        {"MASTER", OTF2_REGION_ROLE_MASTER},
        {"IMPLICIT_BARRIER", OTF2_REGION_ROLE_IMPLICIT_BARRIER},
        {"CRITICAL", OTF2_REGION_ROLE_CRITICAL},
        {"CRITICAL_SBLOCK", OTF2_REGION_ROLE_CRITICAL_SBLOCK},
        {"ORDERED", OTF2_REGION_ROLE_ORDERED},
        {"ORDERED_SBLOCK", OTF2_REGION_ROLE_ORDERED_SBLOCK},
        {"FLUSH", OTF2_REGION_ROLE_FLUSH},
        {"TASK", OTF2_REGION_ROLE_TASK},
        {"TASK_CREATE", OTF2_REGION_ROLE_TASK_CREATE},
        {"TASK_WAIT", OTF2_REGION_ROLE_TASK_WAIT},
        {"WRAPPER", OTF2_REGION_ROLE_WRAPPER},
        {"CODE", OTF2_REGION_ROLE_CODE},
    };
    for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++)
        if (strcmp(name, roles[i].name) == 0)
            return roles[i].role;
    return OTF2_REGION_ROLE_FUNCTION;
}

static void write_regions(struct definitions *d)
{
    const struct archive *a = d->archive;
    for (uint32_t i = 0; i < a->region_count; i++) {
        const struct region *r = &a->regions[i];
        OTF2_RegionRole role = r->role != NULL ? role_of(r->role) : OTF2_REGION_ROLE_FUNCTION;
        check(OTF2_GlobalDefWriter_WriteRegion(d->out, i, r->name, r->canonical, r->description, role, r->paradigm,
                                               OTF2_REGION_FLAG_NONE, r->file != 0 ? r->file : OTF2_UNDEFINED_STRING,
                                               r->line, r->last_line),
              "a definition");
    }
}

static void write_program_region(struct definitions *d)
{
    const struct process *p = clock_master(d->archive->run);
    const char *exe = p != NULL && p->exe != NULL ? p->exe : "unknown program";
    check(OTF2_GlobalDefWriter_WriteRegion(d->out, d->archive->region_count, def_text(d, base_name(exe)), def_text(d, exe),
                                           def_text(d, ""), OTF2_REGION_ROLE_ARTIFICIAL, OTF2_PARADIGM_MEASUREMENT_SYSTEM,
                                           OTF2_REGION_FLAG_NONE, OTF2_UNDEFINED_STRING, 0, 0),
          "a definition");
}

static void write_lines(struct definitions *d)
{
    const struct archive *a = d->archive;
    for (uint32_t i = 0; i < a->line_count; i++)
        check(OTF2_GlobalDefWriter_WriteSourceCodeLocation(d->out, i, a->lines[i].file, a->lines[i].line), "a definition");
}

static void write_attributes(struct definitions *d)
{
    check(OTF2_GlobalDefWriter_WriteAttribute(d->out, ATTRIBUTE_CALL_SITE, def_text(d, "CALL_SITE"),
                                              def_text(d, "Source code location of the call"), OTF2_TYPE_SOURCE_CODE_LOCATION),
          "a definition");
    check(OTF2_GlobalDefWriter_WriteAttribute(d->out, ATTRIBUTE_PROCESS_ID, def_text(d, "ProcessId"),
                                              def_text(d, "Process identifier"), OTF2_TYPE_UINT64),
          "a definition");
}

void write_definitions(struct archive *a)
{
    struct definitions d = {.archive = a, .out = OTF2_Archive_GetGlobalDefWriter(a->otf2)};
    if (d.out == NULL)
        fail("the OTF2 library gives no writer for definitions");
    write_texts(&d);
    write_clock(&d);
    write_paradigms(&d);
    write_locations(&d);
    write_regions(&d);
    write_program_region(&d);
    write_lines(&d);
    write_users(&d);
    write_sampled(&d);
    write_comms(&d);
    write_grids(&d);
    write_windows(&d);
    write_io_definitions(&d);
    write_teams(&d);
    write_attributes(&d);
    check(OTF2_Archive_CloseGlobalDefWriter(a->otf2, d.out), "the definitions");
}
