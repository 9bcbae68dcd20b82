import { waitForLast } from '../pictures.js';

export const picture = waitForLast('Wait at Explicit OpenMP Barrier', 'omp barrier', 'thread');
