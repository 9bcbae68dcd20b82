/** From the text of a workflow file to a workflow, with every problem at its line. */
import * as v from 'valibot';
import type { Document, LineCounter } from 'yaml';
import { parseYaml } from '../../base/yaml.js';
import { TrimtabError } from '../../model/problem.js';
import { checkReferences } from './references.js';
import { actionSchema, argumentSchemas, commonSchema, groupSchemas, workflowSchema } from './stepSchema.js';
import { isValue, type Value, type ValueRecord } from './value.js';
import {
  type Action,
  ACTIONS,
  type Group,
  GROUPS,
  type Step,
  type Workflow,
  type WorkflowProblem,
} from './workflow.js';

export interface ParsedWorkflow {
  /** Undefined when there are problems. */
  readonly workflow: Workflow | undefined;
  readonly problems: readonly WorkflowProblem[];
}

type Keys = readonly (string | number)[];

/** Understands a workflow file; problems are sentences with the place they are about. */
export function parseWorkflow(content: string): ParsedWorkflow {
  const { document, data, lines, problems } = parseYaml(content);
  if (document === undefined || problems.length > 0) return { workflow: undefined, problems };
  return new Reading(document, data, lines).whole();
}

/**
 * As parseWorkflow, for one that is to be run.
 * @param name how the file is called in the message
 * @throws TrimtabError with the first problem
 */
export function readWorkflow(content: string, name: string): Workflow {
  const { workflow, problems } = parseWorkflow(content);
  if (workflow !== undefined) return workflow;
  const [first] = problems;
  throw new TrimtabError(`${name}, line ${first.line}: ${first.message}`);
}

class Reading {
  private readonly problems: WorkflowProblem[] = [];

  constructor(
    private readonly document: Document,
    private readonly data: unknown,
    private readonly lines: LineCounter,
  ) {}

  whole(): ParsedWorkflow {
    const checked = this.check(workflowSchema, this.data, []);
    if (checked === undefined) return { workflow: undefined, problems: this.problems };
    const { name, description, inputs } = checked;
    const workflow = {
      name,
      description,
      inputs: this.record(inputs, ['inputs']),
      steps: this.steps(checked.steps, ['steps']),
    };
    if (this.problems.length === 0) {
      checkReferences(workflow, (message, line) => this.problems.push({ line, column: 1, message }));
    }
    return { workflow: this.problems.length === 0 ? workflow : undefined, problems: this.problems };
  }

  private steps(items: readonly unknown[], keys: Keys): Step[] {
    const taken = new Set<string>();
    return items.flatMap((item, index) => {
      const step = this.step(item, [...keys, index]);
      if (step === undefined) return [];
      if (taken.has(step.id))
        this.report([...keys, index], `another step here is called "${step.id}" too; give this one another id.`);
      taken.add(step.id);
      return [step];
    });
  }

  private step(item: unknown, keys: Keys): Step | undefined {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      this.report(keys, `write a step such as "- build: {}" here.`);
      return undefined;
    }
    const names = Object.keys(item);
    const kinds = names.filter(isKind);
    const [kind] = kinds;
    if (kinds.length !== 1) {
      const known = [...ACTIONS, ...GROUPS].join(', ');
      const what =
        kinds.length === 0 ? 'this step does not say what it does' : `this step is both ${kinds.join(' and ')}`;
      this.report(keys, `${what}; write one of ${known}.`);
      return undefined;
    }
    return isAction(kind) ? this.action(kind, item, keys) : this.group(kind, item, keys);
  }

  private action(kind: Action, item: object, keys: Keys): Step | undefined {
    const schema = v.strictObject({ ...actionSchema, [kind]: v.unknown() });
    const common = this.check(schema, item, keys);
    const given = valueAt(item, kind) ?? {};
    const checked = this.check(argumentSchemas[kind], given, [...keys, kind]);
    if (common === undefined || checked === undefined) return undefined;
    const { id = kind, title, when, retries = 0, timeout } = v.parse(v.object(actionSchema), common);
    return {
      kind,
      id,
      title: title ?? titles[kind],
      line: this.place(keys).line,
      when,
      retries,
      timeout,
      arguments: this.record(checked, [...keys, kind]),
    };
  }

  private group(kind: Group, item: object, keys: Keys): Step | undefined {
    const common = this.check(v.strictObject({ ...commonSchema, [kind]: v.unknown() }), item, keys);
    const checked = this.check(groupSchemas[kind], valueAt(item, kind) ?? {}, [...keys, kind]);
    if (common === undefined || checked === undefined) return undefined;
    const { id = kind, title, when } = v.parse(v.object(commonSchema), common);
    return {
      kind,
      id,
      title: title ?? titles[kind],
      line: this.place(keys).line,
      when,
      steps: this.steps(checked.steps, [...keys, kind, 'steps']),
      over: 'over' in checked ? this.record(checked.over, [...keys, kind, 'over']) : {},
      maxParallel: 'maxParallel' in checked ? checked.maxParallel : undefined,
      until: 'until' in checked ? checked.until : undefined,
      most: 'most' in checked ? checked.most : 1,
    };
  }

  private record(given: object, keys: Keys): ValueRecord {
    const entries: [string, Value][] = [];
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue;
      if (isValue(value)) entries.push([name, value]);
      else this.report([...keys, name], `"${name}" must be plain data.`);
    }
    return Object.fromEntries(entries);
  }

  private check<S extends v.GenericSchema>(schema: S, data: unknown, keys: Keys): v.InferOutput<S> | undefined {
    const parsed = v.safeParse(schema, data);
    if (parsed.success) return parsed.output;
    for (const issue of parsed.issues) {
      const inside = (issue.path ?? []).map((item) => item.key).filter(isKey);
      this.report([...keys, ...inside], sentence(issue, inside));
    }
    return undefined;
  }

  private report(keys: Keys, message: string): void {
    this.problems.push({ ...this.place(keys), message });
  }

  /** Where a key stands, or the nearest part above it. */
  private place(keys: Keys): { line: number; column: number } {
    for (let depth = keys.length; depth > 0; depth--) {
      const node = this.document.getIn(keys.slice(0, depth), true);
      if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)) {
        const start: unknown = node.range[0];
        if (typeof start !== 'number') continue;
        const { line, col } = this.lines.linePos(start);
        return { line, column: col };
      }
    }
    return { line: 1, column: 1 };
  }
}

const titles: Readonly<Record<Action | Group, string>> = {
  sync: 'Send the sources',
  instrument: 'Choose what is measured',
  build: 'Build',
  run: 'Run',
  fetch: 'Fetch the measurements',
  analyze: 'Analyse',
  compare: 'Compare',
  annotate: 'Annotate',
  ask: 'Ask',
  shell: 'Run a command',
  parallel: 'At the same time',
  loop: 'Repeat',
  matrix: 'For each combination',
};

const isAction = (name: string): name is Action => ACTIONS.some((known) => known === name);
const isKind = (name: string): name is Action | Group => isAction(name) || GROUPS.some((known) => known === name);
const isKey = (key: unknown): key is string | number => typeof key === 'string' || typeof key === 'number';

function valueAt(item: object, name: string): unknown {
  const found = Object.entries(item).find(([key]) => key === name);
  return found?.[1];
}

function sentence(issue: v.BaseIssue<unknown>, keys: Keys): string {
  const name = keys.join('.');
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return `"${name}" is not known here; remove it or correct its spelling.`;
  if (issue.type === 'strict_object' && keys.length > 0 && issue.received === 'undefined')
    return `"${name}" is missing.`;
  if (keys.length === 0) return 'write names with values here.';
  return `"${name}" is not right: ${issue.message}.`;
}
