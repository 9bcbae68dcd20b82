/*
 * Particles on the faces of a cube. They are made face by face, shuffled into one list, and moved by one function that
 * knows nothing of faces: a profile of functions says that `move` takes all the time, and not for which face.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "trimtab.h"

enum { FACES = 6, SMALLEST = 60 };

struct particle {
    double position[2];
    tt_handle face; /* embedded association: a particle knows for whom its time is */
};

/* Each face has twice the particles of the one before. */
static int particles_on(int face)
{
    return SMALLEST << face;
}

static int make_particles(struct particle *particles)
{
    int count = 0;
    for (int face = 0; face < FACES; face++) {
        char attributes[32];
        snprintf(attributes, sizeof attributes, "number=%d", face + 1);
        tt_handle entity = tt_entity("face", attributes);
        for (int i = 0; i < particles_on(face); i++)
            particles[count++] = (struct particle){{i * 1e-3, face}, entity};
    }
    return count;
}

static void shuffle(struct particle *particles, int count)
{
    unsigned state = 1;
    for (int i = count - 1; i > 0; i--) {
        state = state * 1664525u + 1013904223u;
        int other = (int)((state >> 8) % (unsigned)(i + 1));
        struct particle kept = particles[i];
        particles[i] = particles[other];
        particles[other] = kept;
    }
}

static void move(struct particle *p)
{
    for (int step = 0; step < 400; step++) {
        p->position[0] += 1e-4 * sin(p->position[1]);
        p->position[1] += 1e-4 * cos(p->position[0]);
    }
}

static double move_all(struct particle *particles, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        tt_start(particles[i].face);
        move(&particles[i]);
        tt_stop(particles[i].face);
        sum += particles[i].position[0];
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rank, steps = argc > 1 ? atoi(argv[1]) : 20, total = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int face = 0; face < FACES; face++)
        total += particles_on(face);
    struct particle *particles = malloc((size_t)total * sizeof *particles);
    if (particles == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    int count = make_particles(particles);
    shuffle(particles, count);
    tt_handle step = tt_dynamic_phase("time step"), moved = tt_counter("sum of positions", "");
    double sum = 0, all = 0;
    for (int i = 0; i < steps; i++) {
        tt_start(step);
        sum = move_all(particles, count);
        MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        tt_count(moved, all);
        tt_stop(step);
    }
    if (rank == 0)
        printf("faces: %d particles, %d steps\n", count, steps);
    free(particles);
    MPI_Finalize();
    return 0;
}
