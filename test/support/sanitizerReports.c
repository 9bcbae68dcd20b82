/*
 * Loaded into programs under test: has their sanitizers write reports to files with the name in TRIMTAB_SANITIZER_REPORTS.
 * The option log_path cannot do this. It calls mkdir before the sanitizer is ready, which then is a function of the probe.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

static int direct_reports(struct dl_phdr_info *info, size_t size, void *path)
{
    static const char *const begins[] = {"__asan_init", "__tsan_init"};
    (void)size;
    if (strstr(info->dlpi_name, "/libasan.so") == NULL && strstr(info->dlpi_name, "/libtsan.so") == NULL &&
        strstr(info->dlpi_name, "/libubsan.so") == NULL)
        return 0;
    void *library = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
    void (*set_path)(const char *) = (void (*)(const char *))dlsym(library, "__sanitizer_set_report_path");
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        void (*begin)(void) = (void (*)(void))dlsym(library, begins[i]);
        if (begin != NULL)
            begin();
    }
    if (set_path != NULL)
        set_path(path);
    return 0;
}

__attribute__((constructor)) static void begin(void)
{
    char *path = getenv("TRIMTAB_SANITIZER_REPORTS");
    if (path != NULL)
        dl_iterate_phdr(direct_reports, path);
}
