/** The fields of a step, as a form offers them. */
import { ACTIONS, type Action, GROUPS, type Group } from '../language/workflow.js';

export type Kind = Action | Group;
export const KINDS: readonly Kind[] = [...ACTIONS, ...GROUPS];

/**
 * How a field is written: `text` is taken as it stands, `step` is the id of an earlier step, everything else is YAML
 * such as `4`, `[make, check]` or `{ ranks: [1, 2] }`.
 */
export type FieldType = 'text' | 'yaml' | 'step';

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** What to write, for an empty field. */
  readonly hint: string;
}

const field = (name: string, type: FieldType, hint: string): Field => ({ name, type, hint });

const target = field('target', 'text', 'that of trimtab.yaml');
const of = field('of', 'step', 'the latest run');
const environment = field('environment', 'yaml', '{ OMP_NUM_THREADS: 4 }');

/** Arguments of each kind of step, below the key of that name. */
const argumentFields: Readonly<Record<Kind, readonly Field[]>> = {
  sync: [target],
  instrument: [field('exclude', 'yaml', '[small_function]'), environment],
  build: [target, field('command', 'yaml', 'that of trimtab.yaml')],
  run: [
    target,
    field('ranks', 'yaml', 'those of trimtab.yaml'),
    field('threads', 'yaml', '1'),
    field('nodes', 'yaml', 'as many as the scheduler gives'),
    field('name', 'text', 'made of the program and its ranks'),
    environment,
  ],
  fetch: [of],
  analyze: [of],
  compare: [
    field('before', 'yaml', 'baseline'),
    field('after', 'yaml', 'the latest experiment'),
    field('experiments', 'yaml', '${{ steps.study.experiments }}'),
    field('accept', 'yaml', '["mpi <= 20 %"]'),
  ],
  annotate: [
    field('experiment', 'text', 'the latest experiment'),
    of,
    field('note', 'text', 'what was tried'),
    field('tags', 'yaml', '[tuned]'),
  ],
  ask: [field('question', 'text', 'Go on?'), field('choices', 'yaml', '["yes", "no"]')],
  shell: [
    target,
    field('command', 'yaml', '[make, check]'),
    field('folder', 'text', 'that of trimtab.yaml'),
    environment,
  ],
  parallel: [],
  loop: [field('until', 'text', "steps.ask.answer == 'no'"), field('most', 'yaml', '10')],
  matrix: [
    field('over', 'yaml', '{ ranks: [1, 2, 4, 8] }'),
    field('maxParallel', 'yaml', 'all on a cluster, else one after the other'),
  ],
};

const commonFields: readonly Field[] = [
  field('id', 'text', 'as its kind'),
  field('title', 'text', 'as its kind'),
  field('when', 'text', 'always'),
];
const actionFields: readonly Field[] = [field('retries', 'yaml', '0'), field('timeout', 'yaml', 'seconds, no limit')];

/** A field with the keys that lead to it from its step. */
export interface PlacedField extends Field {
  readonly keys: readonly string[];
}

/** Every field of a kind of step, the kind's own first. */
export function fieldsOf(kind: Kind): PlacedField[] {
  const own = argumentFields[kind].map((item) => ({ ...item, keys: [kind, item.name] }));
  const shared = isGroupKind(kind) ? commonFields : [...commonFields, ...actionFields];
  return [...own, ...shared.map((item) => ({ ...item, keys: [item.name] }))];
}

export function isGroupKind(kind: Kind): kind is Group {
  return GROUPS.some((group) => group === kind);
}

export function isKind(name: string): name is Kind {
  return KINDS.some((kind) => kind === name);
}
