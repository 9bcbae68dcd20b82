/*
 * addr2line names the symbol before an address even where that ends earlier, as between the exported functions of a library
 * without symbols of its own: which function an address is in is only told by symbols with their sizes.
 */
#include "function-starts.h"

#include "../read/base.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct file {
    const char *bytes;
    size_t size;
};

static const void *part(const struct file *f, uint64_t offset, uint64_t size)
{
    return offset <= f->size && size <= f->size - offset ? f->bytes + offset : NULL;
}

static struct file open_file(const char *path)
{
    struct file f = {0};
    struct stat info;
    int fd = open_regular(path);
    if (fd < 0)
        return f;
    if (fstat(fd, &info) == 0 && info.st_size > 0) {
        void *at = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (at != MAP_FAILED)
            f = (struct file){at, (size_t)info.st_size};
    }
    close(fd);
    return f;
}

static const Elf64_Ehdr *header_of(const struct file *f)
{
    const Elf64_Ehdr *header = part(f, 0, sizeof *header);
    if (header == NULL || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64 ||
        header->e_ident[EI_DATA] != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB) ||
        header->e_shentsize != sizeof(Elf64_Shdr))
        return NULL;
    return header;
}

static int is_function(unsigned kind)
{
    return kind == STT_FUNC || kind == STT_GNU_IFUNC;
}

static int is_variable(unsigned kind)
{
    return kind == STT_OBJECT;
}

static void add_symbols(const struct file *f, const Elf64_Shdr *table, const Elf64_Shdr *names, int (*is_wanted)(unsigned kind),
                        struct function_starts *s, uint32_t *capacity)
{
    const Elf64_Sym *symbols = part(f, table->sh_offset, table->sh_size);
    const char *texts = part(f, names->sh_offset, names->sh_size);
    if (symbols == NULL || texts == NULL || names->sh_size == 0 || texts[names->sh_size - 1] != '\0')
        return;
    for (size_t i = 0; i < table->sh_size / sizeof *symbols; i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, (const char *)symbols + i * sizeof symbol, sizeof symbol);
        if (!is_wanted(ELF64_ST_TYPE(symbol.st_info)) || symbol.st_shndx == SHN_UNDEF || symbol.st_size == 0 ||
            symbol.st_name >= names->sh_size)
            continue;
        const struct function_start start = {symbol.st_value, symbol.st_value + symbol.st_size, copy_text(texts + symbol.st_name)};
        APPEND(s->list, s->count, *capacity, start);
    }
}

/* Of those at one place the same is always first. */
static int by_begin(const void *left, const void *right)
{
    const struct function_start *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return strcmp(a->name, b->name);
}

static void drop_others(struct function_starts *s)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        if (kept > 0 && s->list[i].begin < s->list[kept - 1].end)
            free(s->list[i].name);
        else
            s->list[kept++] = s->list[i];
    }
    s->count = kept;
}

static struct function_starts read_starts(const char *path, int (*is_wanted)(unsigned kind))
{
    struct function_starts s = {0};
    uint32_t capacity = 0;
    const struct file f = open_file(path);
    const Elf64_Ehdr *header = f.bytes == NULL ? NULL : header_of(&f);
    const Elf64_Shdr *sections = header == NULL ? NULL : part(&f, header->e_shoff, (uint64_t)header->e_shnum * sizeof *sections);
    for (uint32_t i = 0; sections != NULL && i < header->e_shnum; i++) {
        Elf64_Shdr table, names;
        memcpy(&table, (const char *)sections + i * sizeof table, sizeof table);
        if ((table.sh_type != SHT_SYMTAB && table.sh_type != SHT_DYNSYM) || table.sh_link >= header->e_shnum)
            continue;
        memcpy(&names, (const char *)sections + table.sh_link * sizeof names, sizeof names);
        add_symbols(&f, &table, &names, is_wanted, &s, &capacity);
    }
    if (f.bytes != NULL)
        munmap((void *)(uintptr_t)f.bytes, f.size);
    if (s.count > 0)
        qsort(s.list, s.count, sizeof *s.list, by_begin);
    drop_others(&s);
    return s;
}

struct function_starts read_function_starts(const char *path)
{
    return read_starts(path, is_function);
}

struct function_starts read_variable_starts(const char *path)
{
    return read_starts(path, is_variable);
}

void free_starts(struct function_starts *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        free(s->list[i].name);
    free(s->list);
    *s = (struct function_starts){0};
}

const struct function_start *function_at(const struct function_starts *s, uint64_t offset)
{
    uint32_t low = 0, high = s->count;
    while (low < high) { /* the first one that begins behind the offset */
        uint32_t middle = low + (high - low) / 2;
        if (s->list[middle].begin <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && offset < s->list[low - 1].end ? &s->list[low - 1] : NULL;
}
