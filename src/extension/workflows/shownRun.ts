/** A workflow run for the page of a workflow: the engine's internal data are not sent. */
import { present } from '../../base/present.js';
import { l10n } from 'vscode';
import type { WorkflowRunSummary } from '../../protocol/workflows.js';
import type { ShownStep, WorkflowState } from '../../protocol/pages/workflow.js';

/** Returns the state of a run; null if there is none. */
export function shownRun(run: WorkflowRunSummary | undefined): WorkflowState['run'] {
  if (run === undefined) return null;
  const { state, sentence, steps, id } = run;
  return {
    sentence: l10n.t('Run {0}: {1}{2}', id, state, sentence === undefined ? '.' : `: ${sentence}`),
    steps: steps.map(shownStep),
  };
}

function shownStep({ key, state, sentence, job }: WorkflowRunSummary['steps'][number]): ShownStep {
  return {
    key,
    state,
    ...present({ sentence, job }),
  };
}
