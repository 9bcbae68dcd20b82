import { lockHeld } from '../pictures.js';

export const picture = lockHeld('OpenMP Lock API Contention', ['omp_set_lock', 'omp_unset_lock']);
