/** From the text of a workflow file to a workflow, with every problem at its line. */
import * as v from 'valibot';
import type { Document, LineCounter } from 'yaml';
import { elementAt } from '../../base/elements.js';
import { parseYaml } from '../../base/yaml.js';
import { TrimtabError } from '../../base/problem.js';
import { groupOf, kinds } from './kinds.js';
import { type Arguments, Given, type StepDeclaration } from '../language/declaration.js';
import { checkReferences } from './references.js';
import {
  actionArguments,
  commonArguments,
  workflowSchema,
  writtenArguments,
  writtenGroup,
} from '../language/stepSchema.js';
import { isValue, type Value, type ValueRecord } from '../../base/value.js';
import type { Step, Workflow, WorkflowProblem } from '../language/workflow.js';

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
  const { line, message } = elementAt(problems, 0);
  throw new TrimtabError(`${name}, line ${line}: ${message}`);
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
      checkReferences(workflow, (message, keys) => this.report(keys, message));
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
    const said = kinds.filter(({ kind }) => names.includes(kind));
    const [declaration] = said;
    if (declaration === undefined || said.length !== 1) {
      const known = kinds.map(({ kind }) => kind).join(', ');
      const what =
        said.length === 0
          ? 'this step has no action'
          : `this step is both ${said.map(({ kind }) => kind).join(' and ')}`;
      this.report(keys, `${what}; write one of ${known}.`);
      return undefined;
    }
    return groupOf(declaration.kind) === undefined
      ? this.action(declaration, item, keys)
      : this.group(declaration, item, keys);
  }

  private action(declaration: StepDeclaration, item: object, keys: Keys): Step | undefined {
    const { kind } = declaration;
    const common = this.beside({ ...commonArguments, ...actionArguments }, kind, item, keys);
    const given = valueAt(item, kind) ?? {};
    const checked = this.check(writtenArguments(declaration.arguments), given, [...keys, kind]);
    if (common === undefined || checked === undefined) return undefined;
    return {
      kind,
      id: common.get('id') ?? kind,
      title: common.get('title') ?? declaration.title,
      line: this.place(keys).line,
      when: common.get('when'),
      retries: common.get('retries'),
      timeout: common.get('timeout'),
      arguments: this.record(checked, [...keys, kind]),
    };
  }

  private group(declaration: StepDeclaration, item: object, keys: Keys): Step | undefined {
    const { kind } = declaration;
    const common = this.beside(commonArguments, kind, item, keys);
    const checked = this.check(writtenGroup(declaration), valueAt(item, kind) ?? {}, [...keys, kind]);
    if (common === undefined || checked === undefined) return undefined;
    const { steps, ...own } = checked;
    return {
      kind,
      id: common.get('id') ?? kind,
      title: common.get('title') ?? declaration.title,
      line: this.place(keys).line,
      when: common.get('when'),
      arguments: this.record(own, [...keys, kind]),
      steps: this.steps(steps, [...keys, kind, 'steps']),
    };
  }

  /** Reads the keys next to the kind of a step. */
  private beside<A extends Arguments>(declared: A, kind: string, item: object, keys: Keys): Given<A> | undefined {
    const others = Object.fromEntries(Object.entries(item).filter(([key]) => key !== kind));
    const checked = this.check(writtenArguments(declared), others, keys);
    return checked === undefined ? undefined : new Given(declared, this.record(checked, keys));
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

  /** Returns the position of a key, or of its nearest ancestor. */
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
