import { criticalPathTask } from '../rootCauses/criticalPathTask.js';
import { directCostTask } from '../rootCauses/directCostTask.js';
import { waitIndexTask } from '../rootCauses/waitIndexTask.js';
import type { Task } from '../parallel/task.js';

/** All tasks that threads of a crew can be asked to do; each thread finds them by their names. */
export const tasks: readonly Task<unknown, object>[] = [criticalPathTask, waitIndexTask, directCostTask];
