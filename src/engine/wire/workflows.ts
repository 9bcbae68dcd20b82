import { present } from '../../base/present.js';
import type * as wire from '../../protocol/workflows.js';
import type { AvailableWorkflow } from '../../workflows/reading/library.js';
import type { ConfigurationProposal } from '../../workflows/proposal/proposal.js';
import type { RunReview, StepState, WorkflowRunSummary } from '../../workflows/runner/index.js';

/** Returns a workflow that can be started, as clients receive it. */
export function shownWorkflow(workflow: AvailableWorkflow): wire.AvailableWorkflow {
  const { id, name, description, inputs, inputDescriptions, shipped, path, problem } = workflow;
  return {
    id,
    name,
    description,
    inputs,
    inputDescriptions,
    shipped,
    path,
    ...present({ problem }),
  };
}

export function shownProposal({ path, text, summary }: ConfigurationProposal): wire.ConfigurationProposal {
  return { path, text, summary };
}

export function shownReview({ text, fingerprint }: RunReview): wire.RunReview {
  return { text, fingerprint };
}

/** Returns a run, as clients receive it: values passed between its steps stay in the engine. */
export function shownRun(run: WorkflowRunSummary): wire.WorkflowRunSummary {
  const { id, name, workflow, state, sentence, began, ended, folder, elsewhere, series, table, steps } = run;
  return {
    id,
    name,
    workflow,
    state,
    began,
    folder,
    elsewhere,
    series,
    steps: steps.map(shownStep),
    ...present({ table, sentence, ended }),
  };
}

function shownStep(step: StepState): wire.RunStep {
  const { key, title, state, sentence, began, ended, attempt, job, question, log } = step;
  return {
    key,
    title,
    state,
    began,
    attempt,
    ...present({ sentence, ended, job }),
    ...(question === undefined ? {} : { question: { text: question.text, choices: question.choices } }),
    ...present({ log }),
  };
}
