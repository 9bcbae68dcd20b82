import { completion } from '../pictures.js';

export const picture = completion('Barrier Completion', 'MPI_Barrier');
