import { waitForLast } from '../pictures.js';

export const picture = waitForLast('Wait at Window Free', 'MPI_Win_free');
