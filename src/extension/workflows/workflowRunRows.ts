import { duration, plainLine } from '../../base/text.js';
import type { WorkflowRunSummary } from '../../protocol/workflows.js';
import { moment } from '../format.js';
import type { Row } from '../views/row.js';

type RunStep = WorkflowRunSummary['steps'][number];

const icons: Readonly<Record<RunStep['state'] | WorkflowRunSummary['state'], NonNullable<Row['icon']>>> = {
  running: { id: 'sync~spin' },
  asking: { id: 'question', color: 'list.warningForeground' },
  succeeded: { id: 'pass', color: 'testing.iconPassed' },
  failed: { id: 'error', color: 'list.errorForeground' },
  cancelled: { id: 'circle-slash' },
  skipped: { id: 'debug-step-over' },
  interrupted: { id: 'debug-pause' },
  damaged: { id: 'warning', color: 'list.warningForeground' },
};

/** The rows of the Workflow Runs view, newest first. @param now milliseconds since 1970 */
export function workflowRunRows(runs: readonly WorkflowRunSummary[], now: number): Row[] {
  return runs.map((run, index) => {
    const name = plainLine(run.name);
    const parts = [
      run.state,
      ...(run.elsewhere ? ['external'] : doneNow(run)),
      moment(run.began, new Date(now)),
      ...elapsed(run, now),
      ...(run.sentence === undefined ? [] : [plainLine(run.sentence)]),
    ];
    return {
      id: run.id,
      label: name,
      description: parts.join(' · '),
      tooltip: [name, ...parts, run.folder].join('\n'),
      spoken: [name, ...parts].join(', '),
      icon: icons[run.state],
      context: `workflowRun.${kindOf(run.state)}${run.series.length > 0 ? '.series' : ''}${run.table === undefined ? '' : '.table'}`,
      expanded: index === 0 && !run.elsewhere && (run.state === 'running' || run.state === 'asking'),
      children: run.steps.map((step) => stepRow(run, step, now)),
      workflowRun: run,
    };
  });
}

/** Returns the current activity of a run: its steps may be below the edge of the view. */
function doneNow({ state, steps }: WorkflowRunSummary): string[] {
  const step = state === 'running' ? steps.findLast((one) => one.state === 'running') : undefined;
  return step === undefined ? [] : [plainLine(step.sentence ?? step.title)];
}

function stepRow(run: WorkflowRunSummary, step: RunStep, now: number): Row {
  const inside = [...step.key.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1]).join(', ');
  const title = plainLine(inside === '' ? step.title : `${step.title} [${inside}]`);
  const interrupted = run.state === 'interrupted' && step.state === 'running';
  const parts = [
    interrupted ? 'interrupted' : step.state,
    ...elapsed(step, now),
    ...(step.attempt > 1 ? [`try ${step.attempt}`] : []),
    ...(step.job === undefined ? [] : [`job ${plainLine(step.job)}`]),
    ...(step.sentence === undefined ? [] : [plainLine(step.sentence)]),
  ];
  return {
    id: `${run.id} ${step.key}`,
    label: title,
    description: parts.join(' · '),
    tooltip: [title, ...parts].join('\n'),
    spoken: [title, ...parts].join(', '),
    icon: interrupted ? icons.interrupted : icons[step.state],
    context: `workflowStep.${stepKind(run, step)}`,
    ...(step.log === undefined
      ? {}
      : {
          command: {
            id: 'trimtab.showStepLog',
            title: 'Show Log',
            arguments: [{ workflowRun: run, workflowStep: step }],
          },
        }),
    children: [],
    workflowRun: run,
    workflowStep: step,
  };
}

/** Returns the kind of actions on a run: cancel, answer, or resume. */
function kindOf(state: WorkflowRunSummary['state']): string {
  if (state === 'running' || state === 'asking') return 'active';
  if (state === 'damaged') return 'damaged';
  return state === 'succeeded' ? 'done' : 'stopped';
}

function stepKind(run: WorkflowRunSummary, step: RunStep): string {
  if (step.state === 'asking') return 'asking';
  return kindOf(run.state) === 'active' ? 'active' : 'ended';
}

function elapsed(
  { began, ended }: { readonly began: string; readonly ended?: string | undefined },
  now: number,
): string[] {
  const seconds = ((ended === undefined ? now : Date.parse(ended)) - Date.parse(began)) / 1000;
  return Number.isFinite(seconds) && Date.parse(began) > 0 ? [duration(Math.max(0, seconds))] : [];
}
