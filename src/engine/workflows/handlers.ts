/** Handlers for workflow files and their runs. */
import type { RequestHandlers } from '../../protocol/requests.js';
import { editWorkflow } from '../../workflows/graph/edit.js';
import { readGraph } from '../../workflows/graph/read.js';
import type { RequestContext } from '../requests/dispatch.js';
import type { EngineParts } from '../parts.js';
import { shownGraph } from '../wire/graph.js';
import { shownReview, shownRun, shownWorkflow } from '../wire/workflows.js';

type Handlers = RequestHandlers<RequestContext>;
type Handled =
  | 'workflows'
  | 'describeWorkflow'
  | 'workflowRuns'
  | 'startWorkflow'
  | 'resumeWorkflow'
  | 'reviewWorkflowRun'
  | 'cancelWorkflow'
  | 'answerWorkflow'
  | 'workflowOfRun'
  | 'workflowGraph'
  | 'editWorkflow';

export function workflowHandlers({ workflowRuns }: EngineParts): Pick<Handlers, `trimtab/${Handled}`> {
  return {
    'trimtab/workflows': () => workflowRuns.available().map(shownWorkflow),
    'trimtab/describeWorkflow': ({ workflow }) => shownWorkflow(workflowRuns.describe(workflow)),
    'trimtab/workflowRuns': () => workflowRuns.list().map(shownRun),
    'trimtab/startWorkflow': ({ workflow, configuration, inputs }) => ({
      id: workflowRuns.start(workflow, configuration, inputs),
    }),
    'trimtab/resumeWorkflow': ({ id, from, accepted }) => {
      workflowRuns.resume(id, { from: from ?? undefined, accepted });
      return null;
    },
    'trimtab/reviewWorkflowRun': ({ id }) => {
      const review = workflowRuns.review(id);
      return review === undefined ? null : shownReview(review);
    },
    'trimtab/cancelWorkflow': ({ id }) => {
      workflowRuns.cancel(id);
      return null;
    },
    'trimtab/answerWorkflow': ({ id, step, answer }) => {
      workflowRuns.answer(id, step, answer);
      return null;
    },
    'trimtab/workflowOfRun': ({ id }) => ({ text: workflowRuns.workflowText(id) }),
    'trimtab/workflowGraph': ({ text }) => shownGraph(readGraph(text)),
    'trimtab/editWorkflow': ({ text, edit }) => ({ text: editWorkflow(text, edit) }),
  };
}
