/** The stages of the main job, as steps of workflows. */
import type { Action } from '../language/workflow.js';
import type { Stage } from '../measuring/job.js';

const STAGES: Partial<Record<Action, Stage>> = {
  sync: 'prepare',
  build: 'build',
  run: 'run',
  fetch: 'collect',
  analyze: 'analyze',
};

/** What a kind of step is in the course of the main job; undefined for one that is no part of it. */
export function stageOf(kind: Action): Stage | undefined {
  return STAGES[kind];
}
