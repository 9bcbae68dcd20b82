import { waitForLast } from '../pictures.js';

export const picture = waitForLast('Wait at Finalize', 'MPI_Finalize');
