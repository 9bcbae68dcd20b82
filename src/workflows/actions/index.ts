/** Actions of workflow steps. A new action is a separate folder and a line here. */
import type { Action } from '../steps/action.js';
import { analyze } from './analyze/index.js';
import { annotate } from './annotate/index.js';
import { ask } from './ask/index.js';
import { build } from './build/index.js';
import { choose } from './choose/index.js';
import { compare } from './compare/index.js';
import { fetch } from './fetch/index.js';
import { forecast } from './forecast/index.js';
import { instrument } from './instrument/index.js';
import { keep } from './keep/index.js';
import { overheads } from './overheads/index.js';
import { reduce } from './reduce/index.js';
import { run } from './run/index.js';
import { shell } from './shell/index.js';
import { sync } from './sync/index.js';

/** In the order in which a job has them, as lists and forms offer them. */
export const actions: readonly Action[] = [
  sync,
  choose,
  forecast,
  instrument,
  build,
  run,
  fetch,
  analyze,
  reduce,
  compare,
  overheads,
  keep,
  annotate,
  ask,
  shell,
];
