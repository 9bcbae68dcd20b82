/*
 * otf2 write EVENTS FOLDER: writes an archive of so many events, ENTER with a call site and LEAVE in turn, with the OTF2
 * library alone, as the finisher has it write, and prints the seconds of processor time.
 * otf2 run PROGRAM ARGUMENT...: prints those that the program takes, with what it starts.
 */
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(int of)
{
    struct rusage used;
    getrusage(of, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static OTF2_FlushType flush(void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final)
{
    (void)data, (void)type, (void)location, (void)caller, (void)final;
    return OTF2_FLUSH;
}

/* Four chunks for events, used again, as finish/memory.c has it. */
static char *chunks[32];
static int used;

static void *take(void *data, OTF2_FileType type, OTF2_LocationRef location, void **of_buffer, uint64_t size)
{
    (void)data, (void)location, (void)of_buffer;
    if (type != OTF2_FILETYPE_EVENTS)
        return malloc(size);
    if (used == 4)
        return NULL;
    if (chunks[used] == NULL)
        chunks[used] = malloc(size);
    return chunks[used++];
}

static void give_back(void *data, OTF2_FileType type, OTF2_LocationRef location, void **of_buffer, bool final)
{
    (void)data, (void)location, (void)of_buffer, (void)final;
    if (type == OTF2_FILETYPE_EVENTS)
        used = 0;
}

static void require(OTF2_ErrorCode code)
{
    if (code == OTF2_SUCCESS)
        return;
    fprintf(stderr, "%s\n", OTF2_Error_GetDescription(code));
    exit(1);
}

static void write_archive(long events, const char *folder)
{
    static const OTF2_FlushCallbacks flushing = {.otf2_pre_flush = flush};
    static const OTF2_MemoryCallbacks memory = {.otf2_allocate = take, .otf2_free_all = give_back};
    OTF2_Archive *archive = OTF2_Archive_Open(folder, "traces", OTF2_FILEMODE_WRITE, 1 << 20, 1 << 22, OTF2_SUBSTRATE_POSIX,
                                              OTF2_COMPRESSION_NONE);
    if (archive == NULL)
        exit(1);
    require(OTF2_Archive_SetMemoryCallbacks(archive, &memory, NULL));
    require(OTF2_Archive_SetFlushCallbacks(archive, &flushing, NULL));
    require(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
    require(OTF2_Archive_OpenEvtFiles(archive));
    OTF2_EvtWriter *out = OTF2_Archive_GetEvtWriter(archive, 0);
    OTF2_AttributeList *attributes = OTF2_AttributeList_New();
    uint64_t time = 1;
    for (long i = 0; i < events / 2; i++) {
        require(OTF2_AttributeList_AddSourceCodeLocationRef(attributes, 0, (uint32_t)(i % 7)));
        require(OTF2_EvtWriter_Enter(out, attributes, time += 50, (uint32_t)(i % 5)));
        require(OTF2_EvtWriter_Leave(out, NULL, time += 50, (uint32_t)(i % 5)));
    }
    OTF2_AttributeList_Delete(attributes);
    require(OTF2_Archive_CloseEvtWriter(archive, out));
    require(OTF2_Archive_CloseEvtFiles(archive));
    require(OTF2_Archive_Close(archive));
}

static int run(char **command)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        execv(command[0], command);
        _exit(127);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

int main(int argc, char **argv)
{
    int exit_code = 2;
    if (argc == 4 && strcmp(argv[1], "write") == 0) {
        write_archive(strtol(argv[2], NULL, 10), argv[3]);
        printf("%.6f\n", seconds(RUSAGE_SELF));
        return 0;
    }
    if (argc > 2 && strcmp(argv[1], "run") == 0) {
        exit_code = run(argv + 2);
        printf("%.6f\n", seconds(RUSAGE_CHILDREN));
    }
    return exit_code;
}
