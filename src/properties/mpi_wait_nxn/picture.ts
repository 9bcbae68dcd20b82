import { waitForLast } from '../pictures.js';

export const picture = waitForLast('Wait at N×N', 'MPI_Allreduce');
