/** Steps that contain others. A new one is a separate file and a line here. */
import type { Group } from '../steps/walk.js';
import { loop } from './loop.js';
import { matrix } from './matrix.js';
import { parallel } from './parallel.js';

export const groups: readonly Group[] = [parallel, loop, matrix];
