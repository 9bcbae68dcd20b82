import { useState } from 'preact/hooks';
import type { PageEdit } from '../../protocol/pages/workflow.js';
import type { GraphField, GraphStep, OfferedKind } from '../../protocol/graph.js';
import type { Live } from './live.js';

export interface StepFormProps {
  readonly step: GraphStep;
  /** All steps of the workflow, in the order of the file. */
  readonly all: readonly GraphStep[];
  /** Kinds of steps that can be added. */
  readonly kinds: readonly OfferedKind[];
  readonly live: Live | undefined;
  readonly editable: boolean;
  readonly edit: (edit: PageEdit) => void;
  /** Receives the new key of a step after its id was changed. */
  readonly onRenamed: (key: string) => void;
}

/** The fields of the chosen step, and what can be done with it. */
export function StepForm(props: StepFormProps) {
  const { step, live, editable, edit, onRenamed } = props;
  const earlier = props.all.slice(0, props.all.indexOf(step));
  const set = (field: GraphField, value: string) => {
    if (value === field.value) return;
    edit({ edit: 'set', path: [...step.path], keys: [...field.keys], value });
    if (field.name === 'id') onRenamed(step.key.slice(0, step.key.length - step.id.length) + (value || step.kind));
  };
  return (
    <>
      <h2>{step.title}</h2>
      {live !== undefined && (
        <p role="status">
          {live.text}
          {live.sentence === '' ? '' : `: ${live.sentence}`}
        </p>
      )}
      <div class="fields">
        {step.fields.map((field) => (
          <label key={field.keys.join('.')} title={field.description}>
            <span>{field.name}</span>
            {field.type === 'step' ? (
              <select
                value={field.value}
                disabled={!editable}
                onChange={(event) => set(field, event.currentTarget.value)}
              >
                <option value="">{field.hint}</option>
                {earlier.map(({ key, id }) => (
                  <option key={key} value={id}>
                    {id}
                  </option>
                ))}
              </select>
            ) : (
              <input
                value={field.value}
                placeholder={field.hint}
                readOnly={!editable}
                onChange={(event) => set(field, event.currentTarget.value)}
              />
            )}
          </label>
        ))}
      </div>
      {editable && <Changes {...props} />}
    </>
  );
}

/** Adding, connecting and removing. */
function Changes({ step, all, kinds, edit }: StepFormProps) {
  const [kind, setKind] = useState('run');
  const path = [...step.path];
  const after = [...path.slice(0, -1), (path.at(-1) ?? 0) + 1];
  const others = all.filter((other) => other.key !== step.key && !other.key.startsWith(`${step.key}/`));
  return (
    <>
      <div class="fields">
        <label>
          <span>begins after</span>
          <select
            value=""
            onChange={(event) => {
              const goal = others.find(({ key }) => key === event.currentTarget.value);
              if (goal !== undefined) edit({ edit: 'moveAfter', path, after: [...goal.path] });
            }}
          >
            <option value="">choose another step…</option>
            {others.map(({ key }) => (
              <option key={key} value={key}>
                {key}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="bar">
        <button onClick={() => edit({ edit: 'shift', path, by: -1 })}>Earlier</button>
        <button onClick={() => edit({ edit: 'shift', path, by: 1 })}>Later</button>
        <button onClick={() => edit({ edit: 'remove', path })}>Remove</button>
      </div>
      <div class="bar">
        <select aria-label="Kind of the new step" value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
          {kinds.map(({ kind: word, description }) => (
            <option key={word} value={word} title={description}>
              {word}
            </option>
          ))}
        </select>
        <button onClick={() => edit({ edit: 'add', path, kind })}>Add before</button>
        <button onClick={() => edit({ edit: 'add', path: after, kind })}>Add after</button>
        {step.steps.length > 0 && (
          <button onClick={() => edit({ edit: 'add', path: [...path, step.steps.length], kind })}>Add inside</button>
        )}
      </div>
    </>
  );
}
