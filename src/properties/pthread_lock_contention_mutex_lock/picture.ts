import { lockHeld } from '../pictures.js';

export const picture = lockHeld('Mutex Contention', ['pthread_mutex_lock', 'pthread_mutex_unlock']);
