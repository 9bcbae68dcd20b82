import { completion } from '../pictures.js';

export const picture = completion('N×N Completion', 'MPI_Allreduce');
