import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { PageEdit, WorkflowAction, WorkflowState } from '../../protocol/pages/workflow.js';
import { isText, useKept } from '../kit/kept.js';
import type { PageProps } from '../kit/start.js';
import { Drawing } from './drawing.js';
import { allSteps, layoutOf } from './layout.js';
import { liveStates } from './live.js';
import { StepForm } from './stepForm.js';

/** A workflow as a graph next to the form of the chosen step. */
export function WorkflowPage({ host, state }: PageProps<WorkflowState, WorkflowAction>) {
  const { graph, editable, run } = state;
  const [chosen, setChosen] = useKept(host, 'chosen', '', isText);
  const form = useRef<HTMLElement>(null);
  const layout = useMemo(() => layoutOf(graph.steps), [graph]);
  const live = useMemo(() => liveStates(run?.steps ?? []), [run]);
  const all = allSteps(graph.steps);
  const step = all.find(({ key }) => key === chosen) ?? all.at(0);
  const edit = (change: PageEdit) => host.act({ do: 'edit', edit: change });
  useEffect(() => {
    document.title = graph.name;
  }, [graph.name]);
  return (
    <main>
      <div class="bar">
        <h1>{graph.name === '' ? state.fileName : graph.name}</h1>
        <span class="space" />
        {editable && (
          <button class="primary" onClick={() => host.act({ do: 'run' })}>
            Run
          </button>
        )}
        <button onClick={() => host.act({ do: 'openText', line: step?.line ?? 1 })}>Show as text</button>
      </div>
      {graph.description !== '' && <p class="quiet">{graph.description}</p>}
      {run !== null && (
        <p class="notice" role="status">
          {run.sentence}
        </p>
      )}
      <Problems state={state} host={host} />
      <div class="columns">
        <Drawing
          layout={layout}
          live={live}
          chosen={step?.key ?? ''}
          onChoose={setChosen}
          onEnter={() => form.current?.querySelector<HTMLElement>('input, select, button')?.focus()}
          onRemove={(path) => editable && edit({ edit: 'remove', path: [...path] })}
        />
        {step !== undefined && (
          <aside ref={form} aria-label="The chosen step">
            <StepForm
              key={step.key}
              step={step}
              all={all}
              kinds={graph.kinds}
              live={live.get(step.key)}
              editable={editable}
              edit={edit}
              onRenamed={setChosen}
            />
          </aside>
        )}
      </div>
    </main>
  );
}

function Problems({ state: { graph }, host }: Pick<PageProps<WorkflowState, WorkflowAction>, 'state' | 'host'>) {
  return (
    <>
      {graph.problems.map((problem) => (
        <p key={`${problem.line} ${problem.message}`} class="notice problem">
          <button class="plain link" onClick={() => host.act({ do: 'openText', line: problem.line })}>
            Line {problem.line}
          </button>
          : {problem.message}
        </p>
      ))}
    </>
  );
}
