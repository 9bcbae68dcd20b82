import type { Actions } from '../runner/action.js';
import { analyze } from './analyze/index.js';
import { build } from './build/index.js';
import { compare } from './compare/index.js';
import { fetch } from './fetch/index.js';
import { run } from './run/index.js';
import { annotate, ask, instrument, shell, sync } from './simple.js';

/** What each kind of step does. */
export const actions: Actions = { sync, instrument, build, run, fetch, analyze, compare, annotate, ask, shell };
