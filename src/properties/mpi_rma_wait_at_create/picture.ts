import { waitForLast } from '../pictures.js';

export const picture = waitForLast('Wait at Window Create', 'MPI_Win_create');
