/* OpenMP constructs, one of each kind, with two threads. With the argument "waits": waits of
 * known length instead. */
#include <omp.h>
#include <string.h>
#include <unistd.h>

static volatile int sink;

static void work(int i)
{
    sink = i;
}

static void sleep_ms(int ms)
{
    usleep((useconds_t)ms * 1000);
}

static void constructs(void)
{
#pragma omp parallel num_threads(2) /* MARK parallel */
    {
#pragma omp for schedule(dynamic) /* MARK for */
        for (int i = 0; i < 2; i++)
            work(i);
#pragma omp for schedule(dynamic) nowait /* MARK nowait */
        for (int i = 0; i < 2; i++)
            work(i);
#pragma omp barrier /* MARK barrier */
#pragma omp master /* MARK master */
        work(2);
#pragma omp single /* MARK single */
        work(3);
#pragma omp critical /* MARK critical */
        work(4);
#pragma omp sections /* MARK sections */
        {
#pragma omp section
            work(5);
#pragma omp section
            work(6);
        }
#pragma omp for ordered schedule(static, 1) /* MARK ordered loop */
        for (int i = 0; i < 2; i++) {
#pragma omp ordered /* MARK ordered */
            work(i);
        }
    }
}

static void locks(void)
{
    omp_lock_t lock;
    omp_nest_lock_t nested;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nested);
#pragma omp parallel num_threads(1)
    {
        omp_set_lock(&lock); /* MARK set_lock */
        int given = omp_test_lock(&lock);
        omp_unset_lock(&lock);
        omp_set_nest_lock(&nested);
        omp_set_nest_lock(&nested);
        omp_unset_nest_lock(&nested);
        omp_unset_nest_lock(&nested);
        work(given);
    }
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nested);
}

static void tasks(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        {
            for (int i = 0; i < 3; i++) {
#pragma omp task firstprivate(i) /* MARK task */
                work(i);
            }
#pragma omp taskwait /* MARK taskwait */
        }
    }
}

/* All four threads are in at once: a runtime may give a thread that is done to the next team. */
static void nested_regions(void)
{
    static volatile int inside;
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2) /* MARK outer */
    {
#pragma omp parallel num_threads(2) /* MARK inner */
        {
            __sync_fetch_and_add(&inside, 1);
            while (inside < 4)
                usleep(100);
            work(omp_get_thread_num());
        }
    }
}

/* Thread 0 arrives last: 1 waits 100 ms; then 0 holds the critical section for 50 ms while 1,
 * which comes 10 ms later, waits 40 ms; then thread 0 waits 60 ms at the end. */
static void waits(void)
{
    double start = 0;
#pragma omp parallel num_threads(2) /* so that both threads are there */
    work(0);
#pragma omp parallel num_threads(2) shared(start) /* MARK waits */
    {
        int me = omp_get_thread_num();
        sleep_ms(me == 0 ? 150 : 50);
#pragma omp barrier /* MARK late */
        if (me == 0)
            start = omp_get_wtime();
        else
            sleep_ms(10);
#pragma omp critical /* MARK held */
        sleep_ms(me == 0 ? 50 : 60);
    }
    /* Long enough for the other thread to fall asleep in its runtime. */
    sleep_ms(300);
    work((int)start);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "waits") == 0) {
        waits();
        return 0;
    }
    constructs();
    locks();
    tasks();
    nested_regions();
    return 0;
}
