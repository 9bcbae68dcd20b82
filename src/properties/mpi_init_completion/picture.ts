import { completion } from '../pictures.js';

export const picture = completion('Init Completion', 'MPI_Init');
