/* What the process was given to run on, and by whom it was started: read before anything
 * of the program or an OpenMP runtime can bind its threads. */
#include "surroundings.h"

#include "probe.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char processors[2048];
static unsigned long long quota, period;

size_t tt_read_text(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, text, size - 1);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    return n > 0 ? (size_t)n : 0;
}

/* Variables that hold the number of processes which the launcher started, and which of them this one is, the most special
 * ones first: mpirun's processes may have inherited those of the Slurm step that started its daemon. Not SLURM_NTASKS,
 * which a batch script has too. */
static const struct launcher {
    const char *size, *rank;
} launchers[] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"}, {"MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK"},
                 {"PMI_SIZE", "PMI_RANK"},                         {"PALS_SIZE", "PALS_RANKID"},
                 {"FLUX_JOB_SIZE", "FLUX_TASK_RANK"},              {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}};

static const struct launcher *launcher;

static void read_launcher(void)
{
    for (size_t i = 0; i < sizeof launchers / sizeof launchers[0]; i++) {
        const char *text = getenv(launchers[i].size);
        char *end;
        long size = text == NULL ? 0 : strtol(text, &end, 10);
        if (size <= 0 || size > INT_MAX || *end != '\0')
            continue;
        tt_process.launched = (int)size;
        launcher = &launchers[i];
        return;
    }
}

/** Reads the processors that this process may use, what a control group leaves of them, and how many were started. */
void tt_read_surroundings(void)
{
    static const char key[] = "Cpus_allowed_list:\t";
    char text[8192];
    tt_read_text("/proc/self/status", text, sizeof text);
    const char *list = strstr(text, key);
    if (list != NULL) {
        list += sizeof key - 1;
        int length = (int)strcspn(list, "\n");
        if (length < (int)sizeof processors)
            snprintf(processors, sizeof processors, "%.*s", length, list);
    }
    tt_read_text("/sys/fs/cgroup/cpu.max", text, sizeof text);
    if (sscanf(text, "%llu %llu", &quota, &period) != 2)
        quota = period = 0; /* no group, or no limit ("max") */
    read_launcher();
}

void tt_note_surroundings(void)
{
    if (processors[0] != '\0')
        tt_note("processors %s\n", processors);
    if (period > 0)
        tt_note("processor-quota %llu %llu\n", quota, period);
    if (launcher != NULL)
        tt_note("launched %d %s\n", tt_process.launched, launcher->size);
}

int tt_is_first_launched(void)
{
    const char *rank = launcher == NULL ? NULL : getenv(launcher->rank);
    return rank == NULL || strcmp(rank, "0") == 0;
}
