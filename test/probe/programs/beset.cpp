/* Work that must always give the same, done again and again until the file that is named comes into being, while somebody
 * switches its functions on and off: with libraries that are loaded and given back, children, signals that come anywhere,
 * jumps, exceptions, and threads that begin and end. What the work gave, and how often it gave something else, is printed. */
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static std::atomic<long> wrong, handled;
static const char *until, *library;

static bool is_over() { return access(until, F_OK) == 0; }

__attribute__((noinline)) static double inner(double x, int n)
{
    for (int i = 0; i < n; i++)
        x = x * 0.999 + i;
    return x;
}

__attribute__((noinline)) static double outer(double x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += inner(x + i, 7) - inner(x, i);
    return s;
}

static void check(double got)
{
    static const double first = outer(1.25, 40);
    if (memcmp(&got, &first, sizeof got) != 0)
        wrong++;
}

static void loads()
{
    void *handle = dlopen(library, RTLD_NOW);
    auto work = handle == nullptr ? nullptr : reinterpret_cast<double (*)(double, int)>(dlsym(handle, "plugged"));
    if (work == nullptr || work(1.25, 40) != outer(1.25, 40))
        wrong++;
    if (handle != nullptr)
        dlclose(handle);
}

/* The child goes on with the same work, and has a thread of its own. */
static void *beside(void *)
{
    check(outer(1.25, 40));
    return nullptr;
}

static void forks()
{
    pid_t child = fork();
    if (child == 0) {
        pthread_t thread;
        wrong = 0;
        for (int i = 0; i < 20; i++)
            check(outer(1.25, 40));
        if (pthread_create(&thread, nullptr, beside, nullptr) == 0)
            pthread_join(thread, nullptr);
        _exit(wrong == 0 ? 7 : 8);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 7)
        wrong++;
    check(outer(1.25, 40));
}

__attribute__((noinline)) static double in_handler(double x)
{
    return inner(x, 9) + inner(x, 3);
}

static void on_signal(int)
{
    if (in_handler(1) == in_handler(2))
        wrong++;
    handled++;
}

static void signals()
{
    for (int i = 0; i < 200; i++)
        check(outer(1.25, 40));
}

static sigjmp_buf place;
static volatile sig_atomic_t may_jump;

static void on_jump(int)
{
    handled++;
    if (!may_jump)
        return;
    may_jump = 0;
    siglongjmp(place, 1);
}

static void jumps_away()
{
    if (sigsetjmp(place, 1) == 0) {
        may_jump = 1;
        for (int i = 0; i < 200; i++)
            check(outer(1.25, 40));
        may_jump = 0;
    }
    check(outer(1.25, 40));
}

__attribute__((noinline)) static int thrower(int depth)
{
    if (depth == 0)
        throw depth;
    return thrower(depth - 1) + depth;
}

__attribute__((noinline)) static int jumper(jmp_buf to, int depth)
{
    if (depth == 0)
        longjmp(to, 1);
    return jumper(to, depth - 1) + depth;
}

static void leaves()
{
    jmp_buf to;
    std::atomic<int> caught{0};
    try {
        thrower(12);
    } catch (int) {
        caught++;
    }
    if (setjmp(to) == 0)
        jumper(to, 12);
    else
        caught++;
    if (caught != 2)
        wrong++;
    check(outer(1.25, 40));
}

/* Each of these threads blocks every signal, as libraries' threads do. */
static void *deaf(void *)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    for (int i = 0; i < 50; i++)
        check(outer(1.25, 40));
    return nullptr;
}

static void threads()
{
    pthread_t some[4];
    for (pthread_t &thread : some)
        pthread_create(&thread, nullptr, deaf, nullptr);
    for (pthread_t thread : some)
        pthread_join(thread, nullptr);
}

static void every(int number, void (*handler)(int), int microseconds)
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigfillset(&action.sa_mask);
    sigaction(number, &action, nullptr);
    struct itimerval timer = {{0, microseconds}, {0, microseconds}};
    setitimer(ITIMER_REAL, &timer, nullptr);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    until = argc > 2 ? argv[2] : "/";
    library = argc > 3 ? argv[3] : "";
    void (*work)() = strcmp(what, "loads") == 0     ? loads
                     : strcmp(what, "forks") == 0   ? forks
                     : strcmp(what, "signals") == 0 ? signals
                     : strcmp(what, "jumps") == 0   ? jumps_away
                     : strcmp(what, "leaves") == 0  ? leaves
                                                    : threads;
    check(outer(1.25, 40));
    if (work == signals)
        every(SIGALRM, on_signal, 20);
    if (work == jumps_away)
        every(SIGALRM, on_jump, 200);
    long rounds = 0;
    fprintf(stderr, "begun\n");
    do {
        work();
        rounds++;
    } while (!is_over());
    every(SIGALRM, SIG_IGN, 0);
    fprintf(stderr, "%ld rounds, %ld signals\n", rounds, handled.load());
    printf("%a, %ld wrong\n", outer(1.25, 40), wrong.load());
    return 0;
}
