import { waitForLast } from '../pictures.js';

export const picture = waitForLast('Wait at Fence', 'MPI_Win_fence');
