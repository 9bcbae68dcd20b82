// Threads that wait for each other: each of them surely sleeps before what it waits for is given to it.
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <string>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

#include "sleeping.h"

static std::mutex mutex;
static std::condition_variable condition;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static volatile int ready, done;
static volatile long waiting;

static long self()
{
    return syscall(SYS_gettid);
}

// Until the thread that has told its number sleeps in the kernel.
static void until_it_sleeps()
{
    while (waiting == 0)
        usleep(1000);
    while (!waits_for_others(waiting))
        usleep(1000);
    waiting = 0;
}

static void take_mutex()
{
    waiting = self();
    mutex.lock(); // MARK mutex
    mutex.unlock();
}

static void take_lock()
{
    waiting = self();
    pthread_rwlock_rdlock(&lock); // MARK lock
    pthread_rwlock_unlock(&lock);
}

static void await_condition()
{
    std::unique_lock<std::mutex> held(mutex);
    while (!ready) {
        waiting = self();
        condition.wait(held); // MARK condition
    }
}

static void meet()
{
    waiting = self();
    pthread_barrier_wait(&barrier); // MARK barrier
}

static void take_semaphore()
{
    waiting = self();
    sem_wait(&semaphore); // MARK semaphore
}

static void *wait_for_ever(void *unused)
{
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    pthread_mutex_lock(&own);
    waiting = self();
    for (;;)
        pthread_cond_wait(&never, &own); // MARK cancelled
    return unused;
}

static int errors()
{
    pthread_mutexattr_t kind;
    pthread_mutex_t checked, again;
    struct timespec past = {1, 0};
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checked, &kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&again, &kind);
    int twice = pthread_mutex_lock(&checked) == 0 ? pthread_mutex_lock(&checked) : -1;
    int nested = pthread_mutex_lock(&again) == 0 ? pthread_mutex_lock(&again) : -1;
    errno = 0;
    int late = sem_timedwait(&semaphore, &past);
    std::printf("errors %s, %d, %d %s\n", std::strerror(twice), nested, late, std::strerror(errno));
    return 0;
}

int main()
{
    pthread_barrier_init(&barrier, nullptr, 2);
    sem_init(&semaphore, 0, 0);
    for (int i = 0; i < 1000; i++) { // nobody waits here
        mutex.lock();
        mutex.unlock();
    }
    errors();
    mutex.lock();
    std::thread first(take_mutex);
    until_it_sleeps();
    mutex.unlock();
    first.join(); // MARK join
    pthread_rwlock_wrlock(&lock);
    std::thread second(take_lock);
    until_it_sleeps();
    pthread_rwlock_unlock(&lock);
    second.join();
    std::thread third(await_condition);
    until_it_sleeps();
    mutex.lock();
    ready = 1;
    condition.notify_one();
    mutex.unlock();
    third.join();
    std::thread fourth(meet);
    until_it_sleeps();
    pthread_barrier_wait(&barrier);
    fourth.join();
    std::thread fifth(take_semaphore);
    until_it_sleeps();
    sem_post(&semaphore);
    fifth.join();
    pthread_t cancelled;
    void *value = nullptr;
    pthread_create(&cancelled, nullptr, wait_for_ever, nullptr);
    until_it_sleeps();
    pthread_cancel(cancelled);
    pthread_join(cancelled, &value);
    std::printf("cancelled %d\n", value == PTHREAD_CANCELED);
    return 0;
}
