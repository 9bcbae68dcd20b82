#include "symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct object {
    uintptr_t inside, base;
    const char *path;
};

static int holds(struct dl_phdr_info *info, size_t size, void *wanted)
{
    struct object *object = wanted;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || object->inside - (info->dlpi_addr + part->p_vaddr) >= part->p_memsz)
            continue;
        object->base = info->dlpi_addr;
        object->path = info->dlpi_name != NULL && info->dlpi_name[0] != '\0' ? info->dlpi_name : "/proc/self/exe";
        return 1;
    }
    return 0;
}

static int map(struct tt_symbols *symbols, const char *path)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
        symbols->size = (size_t)about.st_size;
        symbols->file = mmap(NULL, symbols->size, PROT_READ, MAP_PRIVATE, file, 0);
        if (symbols->file == MAP_FAILED)
            symbols->file = NULL;
    }
    close(file);
    return symbols->file != NULL;
}

/* What lies at a place of the file; NULL when that is not all in it. */
static const void *piece(const struct tt_symbols *symbols, uint64_t offset, uint64_t size)
{
    return offset <= symbols->size && size <= symbols->size - offset ? (const char *)symbols->file + offset : NULL;
}

static const ElfW(Shdr) *sections(const struct tt_symbols *symbols, size_t *count)
{
    const ElfW(Ehdr) *header = piece(symbols, 0, sizeof *header);
    if (header == NULL || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_shentsize != sizeof(ElfW(Shdr)))
        return NULL;
    *count = header->e_shnum;
    return piece(symbols, header->e_shoff, (uint64_t)header->e_shnum * sizeof(ElfW(Shdr)));
}

static int by_address(const void *left, const void *right)
{
    uintptr_t a = ((const struct tt_symbol *)left)->address, b = ((const struct tt_symbol *)right)->address;
    return (a > b) - (a < b);
}

static int take_functions(struct tt_symbols *symbols, const ElfW(Shdr) *table, const ElfW(Shdr) *names, uintptr_t base)
{
    size_t count = table->sh_size / sizeof(ElfW(Sym));
    const ElfW(Sym) *all = piece(symbols, table->sh_offset, table->sh_size);
    const char *text = piece(symbols, names->sh_offset, names->sh_size);
    if (all == NULL || text == NULL || names->sh_size == 0 || text[names->sh_size - 1] != '\0')
        return 0;
    symbols->functions = malloc((count + 1) * sizeof *symbols->functions);
    if (symbols->functions == NULL)
        return 0;
    for (size_t i = 0; i < count; i++)
        if (ELF64_ST_TYPE(all[i].st_info) == STT_FUNC && all[i].st_shndx != SHN_UNDEF && all[i].st_name < names->sh_size)
            symbols->functions[symbols->count++] = (struct tt_symbol){base + all[i].st_value, text + all[i].st_name};
    qsort(symbols->functions, symbols->count, sizeof *symbols->functions, by_address);
    return symbols->count > 0;
}

int tt_open_symbols(struct tt_symbols *symbols, uintptr_t inside)
{
    struct object object = {.inside = inside};
    size_t count = 0;
    *symbols = (struct tt_symbols){0};
    if (!dl_iterate_phdr(holds, &object) || !map(symbols, object.path))
        return 0;
    const ElfW(Shdr) *all = sections(symbols, &count);
    for (size_t i = 0; all != NULL && i < count; i++)
        if (all[i].sh_type == SHT_SYMTAB && all[i].sh_link < count && take_functions(symbols, &all[i], &all[all[i].sh_link], object.base))
            return 1;
    tt_close_symbols(symbols);
    return 0;
}

void tt_close_symbols(struct tt_symbols *symbols)
{
    free(symbols->functions);
    if (symbols->file != NULL)
        munmap(symbols->file, symbols->size);
    *symbols = (struct tt_symbols){0};
}

const char *tt_symbol_at(const struct tt_symbols *symbols, uintptr_t address)
{
    struct tt_symbol wanted = {address, NULL};
    const struct tt_symbol *found =
        symbols->count == 0 ? NULL : bsearch(&wanted, symbols->functions, symbols->count, sizeof wanted, by_address);
    return found == NULL ? NULL : found->name;
}
