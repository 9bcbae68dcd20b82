import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Classes of Time',
  description:
    'Each moment of a location belongs to one class: computation, MPI, OpenMP, threads, or idle. Here the time inside MPI and OpenMP is hatched; the rest is computation.',
  lanes: [
    lane('rank 0', work(0, 2), call('MPI_Recv', 2, 4, 2, 4), work(4, 7), call('omp barrier', 7, 9, 7, 9), work(9, 10)),
    lane('rank 1', work(0, 3), call('MPI_Send', 3, 4, 3, 4), work(4, 8), call('omp barrier', 8, 9, 8, 9), work(9, 10)),
  ],
};
