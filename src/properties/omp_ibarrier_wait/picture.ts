import { waitForLast } from '../pictures.js';

export const picture = waitForLast('Wait at Implicit OpenMP Barrier', 'barrier at the end', 'thread');
