/* Names of the machine, its nodes, processes and threads, the same in traces and profiles. */
#include "archive.h"
#include "../read/threads.h"

const struct process *clock_master(const struct run *run)
{
    for (uint32_t r = 0; r < run->size; r++)
        if (run->ranks[r] != NULL && run->ranks[r]->reading_count > 0)
            return run->ranks[r];
    return NULL;
}

const char *system_name(const struct run *run)
{
    const struct process *any = clock_master(run);
    return any != NULL && any->system != NULL ? any->system : "unknown";
}

const char *host_of(const struct run *run, uint32_t rank)
{
    const struct process *p = run->ranks[rank];
    return p != NULL && p->host != NULL ? p->host : "unknown host";
}

char *process_name(const struct run *run, uint32_t rank)
{
    if (!run->is_mpi && run->size == 1)
        return copy_text("Process");
    return format_text(run->is_mpi ? "MPI Rank %u" : "Process %u", rank);
}

/* Whether a location is a member of a team. */
static int is_in_team(const struct archive *a, const struct location *location)
{
    for (uint32_t i = 0; i < a->openmp.team_count; i++)
        if (a->openmp.teams[i].rank == location->rank && !a->openmp.teams[i].is_posix &&
            number_in_team(&a->openmp.teams[i], location->thread) != MAP_MISSING)
            return 1;
    return 0;
}

char *location_name(const struct archive *a, const struct location *l)
{
    if (l->thread == 0)
        return copy_text("Master thread");
    const char *name = thread_name(a->run->ranks[l->rank], l->thread);
    if (name != NULL)
        return format_text("%s (thread %u)", name, l->thread);
    if (l->is_in_team || is_in_team(a, l))
        return format_text("OMP thread %u", l->thread);
    const struct thread_creator *creator = thread_creator(a->run->ranks[l->rank], l->thread);
    if (creator != NULL && creator->pool != NULL)
        return format_text("%s, thread %u", creator->pool, l->thread);
    return format_text("Thread %u", l->thread);
}
