/** What a step that holds others is given, and how it has its steps done. */
import { type Arguments, type DoneStep, Given, type GroupDeclaration } from '../language/declaration.js';
import type { Value, ValueRecord } from '../../base/value.js';
import type { GroupStep, Step } from '../language/workflow.js';
import type { StepJobs } from './action.js';

/** One of several branches. Of those that do not wait for jobs, only a few are at work at the same time. */
export interface Branch {
  readonly jobs: StepJobs;
  /** Does something that takes a place among the branches at work. */
  readonly active: <T>(work: () => Promise<T>) => Promise<T>;
  /** Tells that it has ended, or hands its jobs in elsewhere. */
  readonly over: () => void;
}

/** What a place in the workflow sees. */
export interface Scope {
  /** What the keys of its steps begin with. */
  readonly prefix: string;
  readonly matrix: ValueRecord;
  readonly round: number;
  readonly done: readonly DoneStep[];
  /** The branch it is part of, where several hand in their jobs together. */
  readonly branch?: Branch;
}

/** How steps are done, one after the other or beside each other. */
export interface Walk {
  /** @returns the steps done, after those that were done before */
  readonly sequence: (steps: readonly Step[], scope: Scope) => Promise<readonly DoneStep[]>;
  /** @returns the step's outputs */
  readonly step: (step: Step, scope: Scope) => Promise<ValueRecord>;
  /** What an expression means at a place. */
  readonly evaluate: (expression: string, scope: Scope) => Value;
  /** Whether steps leave the project as it is and hand all their jobs to a scheduler, wherever they are done. */
  readonly canRunInParallel: (steps: readonly Step[], scopes: readonly Scope[]) => boolean;
  /**
   * Goes on with several branches at the same time. All come to their end; then the first failure, if any, is thrown.
   * @param options atOnce: most branches at work, or, where they hand in their jobs together, most jobs that run
   */
  readonly branches: <T>(
    all: readonly ((branch: Branch | undefined) => Promise<T>)[],
    options: { readonly scope: Scope; readonly together: boolean; readonly atOnce: number | undefined },
  ) => Promise<T[]>;
}

/** A group at its place. */
export interface GroupAt {
  readonly step: GroupStep;
  readonly key: string;
  readonly scope: Scope;
  readonly walk: Walk;
}

/** A kind of step that holds others, with how it has them done. */
export interface Group extends GroupDeclaration {
  /** @param filled its arguments, expressions filled in @returns its outputs */
  readonly perform: (at: GroupAt, filled: ValueRecord) => Promise<ValueRecord>;
}

/** A group of a declaration: how it has its steps done is given its arguments with their types. */
export function group<A extends Arguments>(
  declaration: GroupDeclaration & { readonly arguments: A },
  perform: (at: GroupAt & { readonly given: Given<A> }) => Promise<ValueRecord>,
): Group {
  return {
    ...declaration,
    perform: (at, filled) => perform({ ...at, given: new Given(declaration.arguments, filled) }),
  };
}
