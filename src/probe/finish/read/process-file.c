/* Reading the text file of a process. */
#include "run.h"
#include "../../fold/constructs.h"
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Communicators, windows and groups are numbered from 0 as they come: a line with a greater number is damaged. */
enum { MOST_NUMBERED = 1 << 20 };

static struct local_comm *comm_at(struct process *p, uint32_t id)
{
    while (p->comm_count <= id) {
        const struct local_comm none = {.origin = COMM_MADE, .first = -1};
        APPEND(p->comms, p->comm_count, p->comm_capacity, none);
    }
    return &p->comms[id];
}

static void read_comm(struct process *p, const char *rest)
{
    unsigned id, parent, child, count;
    int first;
    unsigned long long hash;
    if (sscanf(rest, "%u child %u %u %d", &id, &parent, &child, &first) == 4 && parent < id &&
        id < MOST_NUMBERED) {
        struct local_comm *c = comm_at(p, id);
        c->origin = COMM_CHILD;
        c->parent = parent;
        c->child = child;
        c->first = first;
    } else if (sscanf(rest, "%u made %llx %u", &id, &hash, &count) == 3 && id < MOST_NUMBERED) {
        struct local_comm *c = comm_at(p, id);
        c->origin = COMM_MADE;
        c->hash = hash;
        c->count = count;
    }
}

/* At most so many dimensions: the runtime notes no more. */
enum { MOST_DIMENSIONS = 16 };

static void read_grid(struct process *p, const char *rest)
{
    int numbers[3 * MOST_DIMENSIONS], count = 0, read;
    unsigned id;
    if (sscanf(rest, "%u%n", &id, &read) != 1 || id >= p->comm_count || p->comms[id].grid != NULL)
        return;
    for (const char *at = rest + read; count < 3 * MOST_DIMENSIONS && sscanf(at, "%d%n", &numbers[count], &read) == 1; at += read)
        count++;
    if (count == 0 || count % 3 != 0)
        return;
    for (int i = 0; i < count; i += 3)
        if (numbers[i + 2] < 0 || numbers[i + 2] >= numbers[i])
            return;
    struct local_comm *c = &p->comms[id];
    c->grid = allocate((size_t)count, sizeof *c->grid);
    memcpy(c->grid, numbers, (size_t)count * sizeof *numbers);
    c->dimensions = (uint32_t)count / 3;
}

static struct local_window *window_at(struct process *p, uint32_t id)
{
    while (p->window_count <= id) {
        const struct local_window none = {.comm = TT_COMM_WORLD};
        APPEND(p->windows, p->window_count, p->window_capacity, none);
    }
    return &p->windows[id];
}

static void read_window(struct process *p, const char *rest)
{
    unsigned id, comm, number;
    if (sscanf(rest, "%u %u %u", &id, &comm, &number) != 3 || comm >= p->comm_count || id >= MOST_NUMBERED)
        return;
    struct local_window *w = window_at(p, id);
    w->comm = comm;
    w->number = number;
}

static struct local_group *group_at(struct process *p, uint32_t id)
{
    while (p->group_count <= id) {
        const struct local_group none = {.ranks = {NULL, 0, 0}};
        APPEND(p->groups, p->group_count, p->group_capacity, none);
    }
    return &p->groups[id];
}

/* `ranks` of a group by itself, `group` and `remote` of a communicator. */
static void read_ranks(struct process *p, const char *key, const char *rest)
{
    char *at;
    unsigned long id = strtoul(rest, &at, 10);
    if (at == rest || id >= MOST_NUMBERED)
        return;
    struct ranks *ranks;
    if (strcmp(key, "ranks") == 0)
        ranks = &group_at(p, (uint32_t)id)->ranks;
    else
        ranks = strcmp(key, "remote") == 0 ? &comm_at(p, (uint32_t)id)->remote : &comm_at(p, (uint32_t)id)->group;
    while (*at == ' ') {
        char *next;
        long rank = strtol(at, &next, 10);
        if (next == at)
            return; /* no number: the line is damaged from here */
        APPEND(ranks->list, ranks->count, ranks->capacity, (int)rank);
        at = next;
    }
}

static void read_object(struct process *p, const char *rest)
{
    unsigned long long base, low, high;
    int path;
    if (sscanf(rest, "%llx %llx %llx %n", &base, &low, &high, &path) != 3)
        return;
    struct object object = {base, low, high, unescaped(rest + path)};
    APPEND(p->objects, p->object_count, p->object_capacity, object);
}

static void read_numbers(struct process *p, const char *key, const char *rest)
{
    unsigned long long a, b, c;
    long long offset;
    if (strcmp(key, "clock") == 0 && sscanf(rest, "%llu %llu %llu", &a, &b, &c) == 3) {
        const struct clock_reading reading = {a, b, c};
        APPEND(p->readings, p->reading_count, p->reading_capacity, reading);
    } else if (strcmp(key, "sync") == 0 && sscanf(rest, "%llu %lld %llu", &a, &offset, &c) == 3) {
        const struct sync sync = {a, offset, c};
        APPEND(p->syncs, p->sync_count, p->sync_capacity, sync);
    } else if (strcmp(key, "left-out") == 0 && sscanf(rest, "%llx %llu %llu %lld", &a, &b, &c, &offset) == 4) {
        const struct left_out left_out = {a, b, c, (uint64_t)offset};
        APPEND(p->left_out, p->left_out_count, p->left_out_capacity, left_out);
    } else if (strcmp(key, "used") == 0) {
        int count = sscanf(rest, "%llu %llu %llu", &a, &b, &c);
        p->used = count >= 2 ? (double)(a + b) * 1e-6 : p->used;
        p->waited = count == 3 ? (double)c * 1e-6 : p->waited;
    } else if (strcmp(key, "python-cost") == 0 && sscanf(rest, "%llu %llu", &a, &b) == 2) {
        p->python_ticks = a;
        p->python_calls = b;
    } else if (strcmp(key, "lost") == 0 && sscanf(rest, "%llu %llu", &a, &b) == 2) {
        const struct thread thread = {.index = (uint32_t)a, .lost = b};
        APPEND(p->threads, p->thread_count, p->thread_capacity, thread);
        p->lost += b;
    }
}

/* What teams, barriers and tasks are is always recorded. */
static int may_be_left_out(unsigned kind)
{
    return kind < TT_TASKLOOP || kind == TT_SCOPE || kind == TT_MASTER || kind == TT_OMP_FLUSH || kind == OMP_PARALLEL ||
           kind == OMP_CRITICAL || kind == OMP_ORDERED || kind == OMP_ATOMIC || kind == OMP_SET_LOCK || kind == OMP_SET_NEST_LOCK;
}

static void read_construct_left_out(struct process *p, const char *rest)
{
    unsigned kind;
    unsigned long long site, since, until, visits;
    if (sscanf(rest, "%u %llx %llu %llu %llu", &kind, &site, &since, &until, &visits) != 5 || !may_be_left_out(kind))
        return;
    const struct construct_left_out left_out = {kind, site, since, until, visits};
    APPEND(p->constructs_left_out, p->construct_left_out_count, p->construct_left_out_capacity, left_out);
}

static void read_python_left_out(struct process *p, const char *rest)
{
    char *at;
    unsigned long long calls = strtoull(rest, &at, 10);
    if (at == rest || *at != ' ')
        return;
    const struct python_left_out left_out = {unescaped(at + 1), calls};
    APPEND(p->python_left_out, p->python_left_out_count, p->python_left_out_capacity, left_out);
}

static void read_python_line(struct process *p, const char *rest)
{
    char *at;
    unsigned long long samples = strtoull(rest, &at, 10);
    if (at == rest || *at != ' ')
        return;
    const struct python_line line = {unescaped(at + 1), samples};
    APPEND(p->python_lines, p->python_line_count, p->python_line_capacity, line);
}

static void add_path(struct process *p, unsigned id, struct caller_path path)
{
    const struct caller_path none = {.function = MAP_MISSING};
    if (p->path_count == 0)
        APPEND(p->paths, p->path_count, p->path_capacity, none);
    if (id == p->path_count) /* else it is damaged */
        APPEND(p->paths, p->path_count, p->path_capacity, path);
}

static void read_line(struct process *p, const char *rest)
{
    unsigned id, line;
    int file;
    if (sscanf(rest, "%u %u%n", &id, &line, &file) != 2 || rest[file] != ' ' || id != (p->path_count == 0 ? 1 : p->path_count))
        return;
    const struct caller_path path = {.file = unescaped(rest + file + 1), .line = line, .function = MAP_MISSING};
    add_path(p, id, path);
}

/* Paths are numbered from 1 as they come, behind those of their callers. */
static void read_path(struct process *p, const char *rest)
{
    unsigned id, parent;
    unsigned long long address;
    if (sscanf(rest, "%u %u %llx", &id, &parent, &address) != 3 || parent >= id || id >= TT_FIRST_ADDRESS)
        return;
    const struct caller_path path = {.parent = parent, .address = address, .function = MAP_MISSING};
    add_path(p, id, path);
}

/* Later lines count, with all that earlier ones of the same number told. */
static void read_lock(struct process *p, const char *rest)
{
    enum { MOST = 1 << 16 };
    unsigned number;
    unsigned long long lock, waiter, owner, waits, ticks, longest;
    if (sscanf(rest, "%u %llx %llx %llx %llu %llu %llu", &number, &lock, &waiter, &owner, &waits, &ticks, &longest) != 7 ||
        number >= MOST)
        return;
    const struct lock_waits none = {0};
    while (p->lock_count <= number)
        APPEND(p->locks, p->lock_count, p->lock_capacity, none);
    p->locks[number] = (struct lock_waits){lock, waiter, owner, waits, ticks, longest};
}

/* What the process ran on, who started it, and what recording cost there. */
static void read_surroundings(struct process *p, const char *key, const char *rest)
{
    unsigned long long a, b, within, half_width;
    char name[64];
    if (strcmp(key, "processors") == 0) {
        p->processors = copy_text(rest);
    } else if (strcmp(key, "processor-quota") == 0 && sscanf(rest, "%llu %llu", &a, &b) == 2) {
        p->quota = a;
        p->quota_period = b;
    } else if (strcmp(key, "launched") == 0 && sscanf(rest, "%d %63s", &p->launched, name) == 2) {
        p->launcher = copy_text(name);
    } else if (strcmp(key, "cost") == 0 && sscanf(rest, "%63s %llu %llu %llu %llu", name, &a, &b, &within, &half_width) == 5) {
        const struct cost cost = {a, b, within, half_width};
        if (strcmp(name, "function") == 0)
            p->function_cost = cost;
        else if (strcmp(name, "mpi") == 0)
            p->mpi_cost = cost;
        else if (strcmp(name, "messages") == 0)
            p->messages_cost = cost;
        else if (strcmp(name, "openmp") == 0)
            p->openmp_cost = cost;
        else if (strcmp(name, "io") == 0)
            p->io_cost = cost;
    }
}

static void read_world(struct process *p, const char *rest)
{
    if (sscanf(rest, "%d %d", &p->rank, &p->size) != 2 || p->rank < 0 || p->rank >= p->size)
        fail("%s: the line \"world %s\" is damaged", p->path, rest);
    comm_at(p, TT_COMM_WORLD)->origin = COMM_WORLD;
    comm_at(p, TT_COMM_SELF)->origin = COMM_SELF;
}

static void read_name(struct process *p, const char *key, const char *rest)
{
    unsigned id;
    int name;
    if (sscanf(rest, "%u %n", &id, &name) != 1)
        return;
    if (strcmp(key, "name") == 0 && id < p->comm_count)
        p->comms[id].name = unescaped(rest + name);
    else if (strcmp(key, "window-name") == 0 && id < p->window_count)
        p->windows[id].name = unescaped(rest + name);
}

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

static void read_user(struct process *p, const char *rest)
{
    unsigned id;
    char word[16];
    unsigned long long site;
    int name;
    if (sscanf(rest, "%u %15s %llx%n", &id, word, &site, &name) != 3 || id >= MOST_NUMBERED || user_kind(word) < 0 ||
        rest[name] != ' ')
        return;
    const struct local_user none = {.global = MAP_MISSING};
    while (p->user_count <= id)
        APPEND(p->users, p->user_count, p->user_capacity, none);
    p->users[id] = (struct local_user){(enum user_kind)user_kind(word), site, words(rest + name + 1), NULL, MAP_MISSING};
}

static void read_user_detail(struct process *p, const char *rest)
{
    char *at;
    unsigned long id = strtoul(rest, &at, 10);
    if (at != rest && id < p->user_count && *at == ' ')
        p->users[id].detail = words(at + 1);
}

static void read_io_file(struct process *p, const char *rest)
{
    unsigned id;
    int path;
    if (sscanf(rest, "%u%n", &id, &path) != 1 || id >= MOST_NUMBERED || rest[path] != ' ')
        return;
    const struct local_io_file none = {.path = NULL};
    while (p->io_file_count <= id)
        APPEND(p->io_files, p->io_file_count, p->io_file_capacity, none);
    p->io_files[id].path = unescaped(rest + path + 1);
}

static void read_io_handle(struct process *p, const char *rest)
{
    unsigned id, paradigm, file;
    if (sscanf(rest, "%u %u %u", &id, &paradigm, &file) != 3 || id >= MOST_NUMBERED || paradigm >= TT_IO_PARADIGMS)
        return;
    const struct local_io_handle none = {.paradigm = TT_IO_PARADIGMS};
    while (p->io_handle_count <= id)
        APPEND(p->io_handles, p->io_handle_count, p->io_handle_capacity, none);
    p->io_handles[id] = (struct local_io_handle){.file = file, .paradigm = paradigm};
}

static void read_end(struct process *p, const char *rest)
{
    unsigned long long time;
    int how;
    if (sscanf(rest, "%llu %n", &time, &how) != 1)
        return;
    p->end_time = time;
    p->end = copy_text(rest + how);
}

static void read_rate(struct process *p, uint64_t from, const char *text)
{
    enum { MOST_RATES = 10000 };
    const struct sampling_rate rate = {from, (uint32_t)strtoul(text, NULL, 10)};
    if (p->rate_count == MOST_RATES || (p->rate_count > 0 && p->rates[p->rate_count - 1].from > from))
        return;
    APPEND(p->rates, p->rate_count, p->rate_capacity, rate);
    p->sampling = rate.hertz > p->sampling ? rate.hertz : p->sampling;
}

static void read_rate_from(struct process *p, const char *rest)
{
    char *at;
    unsigned long long from = strtoull(rest, &at, 10);
    read_rate(p, from, at);
}

static void read_fact(struct process *p, const char *key, const char *rest)
{
    const struct {
        const char *key;
        char **text;
    } texts[] = {{"host", &p->host}, {"system", &p->system}, {"boot", &p->boot}, {"exe", &p->exe}, {"clock-kind", &p->clock_kind}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(key, texts[i].key) == 0)
            *texts[i].text = unescaped(rest);
    if (strcmp(key, "pid") == 0)
        p->pid = strtol(rest, NULL, 10);
    else if (strcmp(key, "start") == 0)
        p->start_ticks = strtoull(rest, NULL, 10);
    else if (strcmp(key, "arg") == 0)
        APPEND(p->args, p->arg_count, p->arg_capacity, unescaped(rest));
    else if (strcmp(key, "object") == 0)
        read_object(p, rest);
    else if (strcmp(key, "world") == 0)
        read_world(p, rest);
    else if (strcmp(key, "comm") == 0)
        read_comm(p, rest);
    else if (strcmp(key, "grid") == 0)
        read_grid(p, rest);
    else if (strcmp(key, "group") == 0 || strcmp(key, "remote") == 0 || strcmp(key, "ranks") == 0)
        read_ranks(p, key, rest);
    else if (strcmp(key, "window") == 0)
        read_window(p, rest);
    else if (strcmp(key, "name") == 0 || strcmp(key, "window-name") == 0)
        read_name(p, key, rest);
    else if (strcmp(key, "user") == 0)
        read_user(p, rest);
    else if (strcmp(key, "user-detail") == 0)
        read_user_detail(p, rest);
    else if (strcmp(key, "io") == 0)
        p->io = 1;
    else if (strcmp(key, "io-file") == 0)
        read_io_file(p, rest);
    else if (strcmp(key, "io-handle") == 0)
        read_io_handle(p, rest);
    else if (strcmp(key, "path") == 0)
        read_path(p, rest);
    else if (strcmp(key, "construct-left-out") == 0)
        read_construct_left_out(p, rest);
    else if (strcmp(key, "python-left-out") == 0)
        read_python_left_out(p, rest);
    else if (strcmp(key, "python-samples") == 0)
        read_python_line(p, rest);
    else if (strcmp(key, "line") == 0)
        read_line(p, rest);
    else if (strcmp(key, "lock") == 0)
        read_lock(p, rest);
    else if (strcmp(key, "calls-without-path") == 0)
        p->calls_without_path = strtoull(rest, NULL, 10);
    else if (strcmp(key, "sampling") == 0)
        read_rate(p, 0, rest);
    else if (strcmp(key, "sampling-from") == 0)
        read_rate_from(p, rest);
    else if (strcmp(key, "python-sampling") == 0)
        p->line_sampling = (uint32_t)strtoul(rest, NULL, 10);
    else if (strcmp(key, "python-refused") == 0)
        p->python_refused = copy_text(rest);
    else if (strcmp(key, "python-off") == 0)
        p->python_off = strtoull(rest, NULL, 10);
    else if (strcmp(key, "samples-denied") == 0)
        p->samples_denied = copy_text(rest);
    else if (strcmp(key, "functions-denied") == 0)
        p->functions_denied = copy_text(rest);
    else if (strcmp(key, "preloaded") == 0)
        p->preloaded = 1;
    else if (strcmp(key, "openmp-interface") == 0)
        p->gnu_openmp = strcmp(rest, "gnu") == 0;
    else if (strcmp(key, "stopped") == 0)
        p->stopped = copy_text(strchr(rest, ' ') != NULL ? strchr(rest, ' ') + 1 : rest);
    else if (strcmp(key, "end") == 0)
        read_end(p, rest);
    else if (!read_thread_name(p, key, rest) && !read_part(p, key, rest) && !read_switched(p, key, rest) && !read_memory(&p->memory, key, rest) &&
             !read_counter(&p->counters, key, rest)) {
        read_numbers(p, key, rest);
        read_surroundings(p, key, rest);
    }
}

int read_process(const char *path, struct process *process)
{
    *process = (struct process){.path = copy_text(path), .rank = -1, .size = -1, .used = -1, .waited = -1};
    FILE *file = open_text(path);
    if (file == NULL)
        return 0;
    char *line = NULL;
    size_t room = 0;
    int lines = 0, ours = 0;
    ssize_t length;
    while ((length = getline(&line, &room, file)) > 0) {
        if (line[length - 1] != '\n')
            break; /* cut in the middle of a line: the process was killed there */
        line[length - 1] = '\0';
        char *rest = strchr(line, ' ');
        if (rest != NULL)
            *rest++ = '\0';
        if (lines++ == 0)
            ours = strcmp(line, "trimtab-raw") == 0 && rest != NULL && strtoul(rest, NULL, 10) == TT_RAW_VERSION;
        if (!ours)
            break;
        read_fact(process, line, rest != NULL ? rest : "");
    }
    free(line);
    fclose(file);
    return ours;
}
