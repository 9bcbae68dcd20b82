import { waitForLast } from '../pictures.js';

export const picture = waitForLast('Wait at Barrier', 'MPI_Barrier');
