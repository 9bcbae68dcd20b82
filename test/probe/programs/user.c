/* Says of itself what there is to say: see user.test.ts. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <trimtab.h>

struct packet {
    int number;
    tt_handle entity;
};

static void *work(void *argument)
{
    const struct packet *packet = argument;
    tt_start(packet->entity);
    tt_stop(packet->entity);
    return NULL;
}

static void faces(void)
{
    tt_handle inner = tt_entity("face", "kind=inner; number=1"), outer = tt_entity("face", "kind=outer");
    const tt_handle both[] = {inner, outer};
    const double weights[] = {1, 3};
    struct packet packet = {1, inner};
    pthread_t thread;
    pthread_create(&thread, NULL, work, &packet);
    pthread_join(thread, NULL);
    tt_handle shared = tt_shared(2, both, weights);
    tt_start(shared);
    tt_stop(shared);
    if (inner != tt_entity("face", "kind=inner; number=1") || (inner != 0 && inner == outer))
        printf("entities are mixed up\n");
}

static void associations(void)
{
    static char objects[4000];
    tt_handle entities[4];
    char name[32];
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "kind %d", i);
        entities[i] = tt_entity(name, NULL);
    }
    for (int i = 0; i < 4000; i++)
        tt_associate(&objects[i], entities[i % 4]);
    for (int i = 0; i < 4000; i += 2)
        tt_associate(&objects[i], 0);
    int wrong = 0;
    for (int i = 0; i < 4000; i++)
        wrong += tt_of(&objects[i]) != (i % 2 == 0 ? tt_entity("unmapped", NULL) : entities[i % 4]);
    printf("wrong associations: %d\n", wrong);
    tt_start(tt_of(&name));
    tt_stop(tt_of(&name));
}

static void overlapping(void)
{
    tt_region_begin("outer"); /* MARK outer */
    tt_region_begin("inner"); /* MARK inner */
    tt_region_end("outer");
    tt_region_end("inner");
    tt_region_end("never begun"); /* MARK never begun */
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    tt_handle step = tt_dynamic_phase("step"), setup = tt_phase("set up"), residual = tt_counter("residual", "m/s");
    tt_start(setup);
    tt_stop(setup);
    for (int i = 0; i < 2; i++) {
        tt_start(step); /* MARK step */
        tt_region_begin("solve"); /* MARK solve */
        tt_parameter_number("size", -7 - i);
        tt_parameter_text("method", "conjugate\tgradients");
        tt_count(residual, 0.5 / (i + 1));
        tt_region_end("solve");
        tt_stop(step);
    }
    faces();
    associations();
    overlapping();
    MPI_Finalize();
    return 0;
}
