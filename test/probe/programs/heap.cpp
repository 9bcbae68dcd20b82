// Memory of C++ without MPI: vectors that grow, new and delete, a library that is loaded later, a child, a signal.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <malloc.h>
#include <map>
#include <memory>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

struct Grid {
    std::vector<double> values;
    __attribute__((noinline)) explicit Grid(std::size_t count) : values(count, 1.0) {} // MARK grid
};

static __attribute__((noinline)) void grow(std::vector<int> &list, std::size_t to)
{
    while (list.size() < to)
        list.push_back(1); // MARK grow
}

/* What the C library itself says is taken now. */
static unsigned long long taken()
{
    struct mallinfo2 now = mallinfo2();
    return now.uordblks + now.hblkhd;
}

static void in_threads(int count)
{
    std::vector<std::thread> threads;
    for (int i = 0; i < count; i++)
        threads.emplace_back([] {
            for (int round = 0; round < 200; round++) {
                std::vector<char> block(200000, 'x'); // MARK thread
                std::map<int, std::string> tree;
                for (int key = 0; key < 100; key++)
                    tree[key] = std::string(50, 'x');
            }
        });
    for (auto &thread : threads)
        thread.join();
}

static void in_child()
{
    std::fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        std::vector<char> large(100 << 20, 'x');
        _exit(large[1] == 'x' ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    std::printf("child %d\n", status);
}

static void from_library(const char *path)
{
    void *library = dlopen(path, RTLD_NOW);
    auto *take = library == nullptr ? nullptr : reinterpret_cast<void *(*)(std::size_t)>(dlsym(library, "take"));
    if (take == nullptr) {
        std::printf("no library: %s\n", dlerror());
        return;
    }
    void *block = take(30 << 20);
    std::printf("library %d\n", block != nullptr);
    free(block);
    dlclose(library);
}

int main(int argc, char **argv)
{
    const std::string what = argc > 1 ? argv[1] : "";
    auto *grid = new Grid(4 << 20); // 32 MiB
    std::vector<int> list;
    grow(list, 1 << 20); // 4 MiB, and 2 while it grows to that
    std::unique_ptr<char[]> block(new char[10 << 20]); // MARK block
    std::memset(block.get(), 1, 10 << 20);
    std::printf("taken %llu\n", taken());
    if (what == "signal")
        std::raise(SIGTERM);
    delete grid;
    in_threads(4);
    if (what == "fork")
        in_child();
    if (argc > 2)
        from_library(argv[2]);
    std::printf("%zu\n", list.size());
    return 0;
}
