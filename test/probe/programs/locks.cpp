// Threads that hold locks while others surely wait for them.
#include <cstdio>
#include <pthread.h>
#include <sstream>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

#include "sleeping.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spinning;
static pthread_mutex_t again;
static volatile int ready;
static volatile long waiting;

// Processor time of the thread whose number is set, in ticks.
static long ticks_used()
{
    const std::string text = line_of("/proc/self/task/" + std::to_string(waiting) + "/stat");
    std::string word;
    std::istringstream rest(text.substr(text.rfind(')') + 2));
    for (int i = 3; i <= 14 && rest >> word; i++)
        ;
    return std::stol(word);
}

static void until_it_is_there()
{
    while (waiting == 0)
        usleep(1000);
}

static void until_it_sleeps()
{
    until_it_is_there();
    while (!waits_for_others(waiting))
        usleep(1000);
    waiting = 0;
}

// Until it has taken so much processor time that it can only be spinning.
static void until_it_spins()
{
    until_it_is_there();
    while (ticks_used() < 5)
        usleep(1000);
    waiting = 0;
}

static void announce()
{
    waiting = syscall(SYS_gettid);
}

static void *next_in_line(void *unused)
{
    announce();
    pthread_mutex_lock(&mutex); // MARK line
    usleep(30000);
    pthread_mutex_unlock(&mutex); // MARK given
    return unused;
}

__attribute__((noinline)) static void chain()
{
    for (int i = 0; i < 1000; i++) { // nobody waits here
        pthread_mutex_lock(&other);
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
        pthread_mutex_unlock(&other);
    }
    pthread_mutex_lock(&mutex); // MARK first
    pthread_t second, third;
    pthread_create(&second, nullptr, next_in_line, nullptr); // MARK create
    until_it_sleeps();
    pthread_create(&third, nullptr, next_in_line, nullptr);
    until_it_sleeps();
    usleep(50000);
    pthread_mutex_unlock(&mutex);
    pthread_join(second, nullptr);
    pthread_join(third, nullptr);
}

static void *write_it(void *unused)
{
    announce();
    pthread_rwlock_wrlock(&lock); // MARK write
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *read_it(void *flag)
{
    volatile int *done = (volatile int *)flag;
    pthread_rwlock_rdlock(&lock); // MARK read long
    announce();
    while (!*done)
        usleep(1000);
    pthread_rwlock_unlock(&lock);
    return nullptr;
}

// Of two readers the one that stays longer holds the writer up.
__attribute__((noinline)) static void readers()
{
    volatile int done = 0;
    pthread_t reader;
    pthread_create(&reader, nullptr, read_it, (void *)&done);
    until_it_is_there();
    waiting = 0;
    pthread_rwlock_rdlock(&lock); // MARK read short
    pthread_t writer;
    pthread_create(&writer, nullptr, write_it, nullptr);
    until_it_sleeps();
    usleep(30000);
    pthread_rwlock_unlock(&lock);
    usleep(30000);
    done = 1;
    pthread_join(reader, nullptr);
    pthread_join(writer, nullptr);
}

static void *spin(void *unused)
{
    announce();
    pthread_spin_lock(&spinning); // MARK spin
    pthread_spin_unlock(&spinning);
    return unused;
}

__attribute__((noinline)) static void spins()
{
    pthread_spin_init(&spinning, PTHREAD_PROCESS_PRIVATE);
    if (pthread_spin_trylock(&spinning) != 0) // MARK spin held
        return;
    pthread_t spinner;
    pthread_create(&spinner, nullptr, spin, nullptr);
    until_it_spins();
    pthread_spin_unlock(&spinning);
    pthread_join(spinner, nullptr);
}

static void *await_condition(void *unused)
{
    pthread_setname_np(pthread_self(), "consumer");
    pthread_mutex_lock(&mutex);
    while (!ready) {
        announce();
        pthread_cond_wait(&condition, &mutex); // MARK condition
    }
    pthread_mutex_unlock(&mutex);
    return unused;
}

__attribute__((noinline)) static void signals()
{
    pthread_t consumer;
    pthread_create(&consumer, nullptr, await_condition, nullptr);
    until_it_sleeps();
    usleep(30000);
    pthread_mutex_lock(&mutex); // MARK signal
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(consumer, nullptr);
}

static void *take_again(void *unused)
{
    announce();
    pthread_mutex_lock(&again); // MARK again waits
    pthread_mutex_unlock(&again);
    return unused;
}

// Taken twice by the same thread.
__attribute__((noinline)) static void nests()
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&again, &kind);
    pthread_mutex_lock(&again); // MARK again outer
    pthread_mutex_lock(&again); // MARK again inner
    pthread_t taker;
    pthread_create(&taker, nullptr, take_again, nullptr);
    until_it_sleeps();
    usleep(30000);
    pthread_mutex_unlock(&again);
    pthread_mutex_unlock(&again);
    pthread_join(taker, nullptr);
}

int main()
{
    chain();
    readers();
    spins();
    signals();
    nests();
    std::printf("done\n");
    return 0;
}
