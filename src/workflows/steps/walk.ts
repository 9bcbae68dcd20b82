/** Input of a step that contains others, and the means to run them. */
import { type Arguments, type DoneStep, Given, type GroupDeclaration } from '../language/declaration.js';
import type { Value, ValueRecord } from '../../base/value.js';
import type { GroupStep, Step } from '../language/workflow.js';
import type { StepJobs } from './action.js';

/** One of several branches. Of those that do not wait for jobs, only a few are at work at the same time. */
export interface Branch {
  readonly jobs: StepJobs;
  /** Does something that takes a place among the branches at work. */
  readonly active: <T>(work: () => Promise<T>) => Promise<T>;
  /** Reports that it has ended, or submits its jobs elsewhere. */
  readonly over: () => void;
}

/** Names visible at a position in the workflow. */
export interface Scope {
  /** Prefix of the keys of its steps. */
  readonly prefix: string;
  readonly matrix: ValueRecord;
  readonly round: number;
  readonly done: readonly DoneStep[];
  /** The branch it is part of, if several submit their jobs together. */
  readonly branch?: Branch;
}

/** Execution of steps, sequentially or in parallel. */
export interface Walk {
  /** @returns the steps done, after those that were done before */
  readonly sequence: (steps: readonly Step[], scope: Scope) => Promise<readonly DoneStep[]>;
  /** @returns the step's outputs */
  readonly step: (step: Step, scope: Scope) => Promise<ValueRecord>;
  /** Evaluates an expression at a position. */
  readonly evaluate: (expression: string, scope: Scope) => Value;
  /** Reports whether steps leave the project unchanged and submit all their jobs to a scheduler, on any target. */
  readonly canRunInParallel: (steps: readonly Step[], scopes: readonly Scope[]) => boolean;
  /**
   * Runs several branches at the same time. All of them finish; then the first failure, if any, is thrown.
   * @param options atOnce: maximum number of running branches or, if they submit their jobs together, of running jobs
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
