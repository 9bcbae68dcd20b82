import type { Actions } from '../runner/action.js';
import { analyze } from './analyze.js';
import { build } from './build.js';
import { compare } from './compare.js';
import { fetch } from './fetch.js';
import { run } from './run.js';
import { annotate, ask, instrument, shell, sync } from './simple.js';

/** What each kind of step does. */
export const actions: Actions = { sync, instrument, build, run, fetch, analyze, compare, annotate, ask, shell };
