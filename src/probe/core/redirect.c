#include "redirect.h"

#include "probe.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined __x86_64__
enum { TO_CALL = R_X86_64_JUMP_SLOT, TO_LOAD = R_X86_64_GLOB_DAT, IN_DATA = R_X86_64_64 };
#elif defined __aarch64__
enum { TO_CALL = R_AARCH64_JUMP_SLOT, TO_LOAD = R_AARCH64_GLOB_DAT, IN_DATA = R_AARCH64_ABS64 };
#endif

void tt_find_real(const struct tt_redirection *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (*list[i].real == NULL)
            *list[i].real = dlsym(RTLD_DEFAULT, list[i].name);
}

#if defined __x86_64__ || defined __aarch64__

/* What an object says of the functions that it calls. */
struct object {
    uintptr_t base, low, high, read_only, read_only_end;
    const ElfW(Rela) *tables[2];
    size_t counts[2];
    const ElfW(Sym) *symbols;
    const char *names;
};

struct request {
    const struct tt_redirection *list;
    size_t count;
    int (*leaves_alone)(const char *path);
};

/* The loader has made addresses of what the file says, but in objects that it does not write to. */
static const void *at(const struct object *o, uintptr_t value)
{
    return (const void *)(value < o->base ? o->base + value : value);
}

static void read_dynamic(struct object *o, const ElfW(Dyn) *d)
{
    size_t sizes[2] = {0, 0}, relative = 0;
    int with_addends = 1;
    for (; d->d_tag != DT_NULL; d++) {
        if (d->d_tag == DT_SYMTAB)
            o->symbols = at(o, d->d_un.d_ptr);
        else if (d->d_tag == DT_STRTAB)
            o->names = at(o, d->d_un.d_ptr);
        else if (d->d_tag == DT_JMPREL)
            o->tables[0] = at(o, d->d_un.d_ptr);
        else if (d->d_tag == DT_PLTRELSZ)
            sizes[0] = d->d_un.d_val;
        else if (d->d_tag == DT_PLTREL)
            with_addends = d->d_un.d_val == DT_RELA;
        else if (d->d_tag == DT_RELA)
            o->tables[1] = at(o, d->d_un.d_ptr);
        else if (d->d_tag == DT_RELASZ)
            sizes[1] = d->d_un.d_val;
        else if (d->d_tag == DT_RELACOUNT)
            relative = d->d_un.d_val;
    }
    o->counts[0] = o->tables[0] == NULL || !with_addends ? 0 : sizes[0] / sizeof **o->tables;
    o->counts[1] = o->tables[1] == NULL ? 0 : sizes[1] / sizeof **o->tables;
    if (relative <= o->counts[1] && o->tables[1] != NULL) { /* those come first, and name nothing */
        o->tables[1] += relative;
        o->counts[1] -= relative;
    }
}

static int is_in(const struct object *o, uintptr_t address)
{
    return address >= o->low && address < o->high;
}

/* One word, which other threads may be about to call through. */
static void put(const struct object *o, void **place, void *to)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *from = (void *)((uintptr_t)place & ~(page - 1));
    int is_read_only = (uintptr_t)place >= o->read_only && (uintptr_t)place < o->read_only_end;
    if (is_read_only && mprotect(from, page, PROT_READ | PROT_WRITE) != 0)
        return;
    __atomic_store_n(place, to, __ATOMIC_RELEASE);
    if (is_read_only)
        mprotect(from, page, PROT_READ);
}

/* Places that hold something else than the real function or, not called yet, the object's own way to it, stay. */
static void redirect_place(const struct object *o, const ElfW(Rela) *r, const struct request *asked)
{
    unsigned long kind = ELF64_R_TYPE(r->r_info), symbol = ELF64_R_SYM(r->r_info);
    if ((kind != TO_CALL && kind != TO_LOAD && kind != IN_DATA) || symbol == 0 || (kind == IN_DATA && r->r_addend != 0))
        return;
    const char *name = o->names + o->symbols[symbol].st_name;
    void **place = (void **)(o->base + r->r_offset);
    for (size_t i = 0; i < asked->count; i++) {
        const struct tt_redirection *wanted = &asked->list[i];
        if (*wanted->real == NULL || strcmp(name, wanted->name) != 0)
            continue;
        void *now = __atomic_load_n(place, __ATOMIC_RELAXED);
        int is_unbound = kind == TO_CALL && o->symbols[symbol].st_shndx == SHN_UNDEF && is_in(o, (uintptr_t)now);
        if (now == *wanted->real || is_unbound)
            put(o, place, wanted->to);
        return;
    }
}

static void read_segments(struct object *o, const struct dl_phdr_info *info)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    o->low = UINTPTR_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_LOAD) {
            o->low = from < o->low ? from : o->low;
            o->high = from + p->p_memsz > o->high ? from + p->p_memsz : o->high;
        } else if (p->p_type == PT_GNU_RELRO) { /* of whole pages, as the loader does it */
            o->read_only = from & ~(page - 1);
            o->read_only_end = (from + p->p_memsz) & ~(page - 1);
        }
    }
}

static int is_loader(const char *path)
{
    const char *name = strrchr(path, '/');
    name = name == NULL ? path : name + 1;
    return strncmp(name, "ld-", 3) == 0 || strncmp(name, "ld.so", 5) == 0 || strncmp(name, "linux-vdso", 10) == 0;
}

static int redirect_object(struct dl_phdr_info *info, size_t size, void *request)
{
    const struct request *asked = request;
    const char *path = info->dlpi_name == NULL ? "" : info->dlpi_name;
    struct object o = {.base = info->dlpi_addr};
    (void)size;
    read_segments(&o, info);
    if (is_in(&o, (uintptr_t)tt_redirect) || is_loader(path) || (asked->leaves_alone != NULL && asked->leaves_alone(path)))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            read_dynamic(&o, (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr));
    if (o.symbols == NULL || o.names == NULL)
        return 0;
    for (int table = 0; table < 2; table++)
        for (size_t i = 0; i < o.counts[table]; i++)
            redirect_place(&o, &o.tables[table][i], asked);
    return 0;
}

/* What was asked for, for objects that are loaded later. */
enum { MOST_REQUESTS = 8 };
static struct request requests[MOST_REQUESTS];
static size_t request_count;
static _Atomic unsigned long long loaded; /* objects, ever */

static void *(*real_dlsym)(void *handle, const char *name);

static int count_loaded(struct dl_phdr_info *info, size_t size, void *out)
{
    (void)size;
    *(unsigned long long *)out = info->dlpi_adds;
    return 1;
}

static void look_at_new_objects(void)
{
    unsigned long long now = 0;
    dl_iterate_phdr(count_loaded, &now);
    unsigned long long before = atomic_exchange(&loaded, now);
    if (now == before || atomic_load(&tt_process.state) != TT_RECORDING)
        return;
    for (size_t i = 0; i < request_count; i++)
        dl_iterate_phdr(redirect_object, &requests[i]);
    tt_note_newest_objects(now - before);
}

/* Whoever loads something at run time looks for what is in it. The real function is jumped to, since it asks who called it. */
static void *find_symbol(void *handle, const char *name)
{
    look_at_new_objects();
    return real_dlsym(handle, name);
}

static void add_request(struct request request)
{
    if (request_count == MOST_REQUESTS)
        return;
    requests[request_count] = request;
    dl_iterate_phdr(redirect_object, &requests[request_count++]);
}

void tt_redirect(const struct tt_redirection *list, size_t count, int (*leaves_alone)(const char *path))
{
    static const struct tt_redirection later[] = {{"dlsym", (void *)find_symbol, (void **)&real_dlsym}};
    if (request_count == 0) {
        unsigned long long now = 0;
        dl_iterate_phdr(count_loaded, &now);
        atomic_store(&loaded, now);
        tt_find_real(later, 1);
        add_request((struct request){later, 1, NULL});
    }
    add_request((struct request){list, count, leaves_alone});
}

#else

void tt_redirect(const struct tt_redirection *list, size_t count, int (*leaves_alone)(const char *path))
{
    (void)list;
    (void)count;
    (void)leaves_alone;
}

#endif
