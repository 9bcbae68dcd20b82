/**
 * What is known of a kind of step without doing it. Everything else that knows kinds of steps is derived from this: the
 * check of workflow files and their JSON schema, the editor's form, titles, what may go on beside each other, what is done
 * again after a crash, and which outputs others can refer to.
 */
import * as v from 'valibot';
import { TrimtabError } from '../../base/problem.js';
import { plainRecord, type Value, type ValueRecord, valueText } from '../../base/value.js';
import type { Word } from './words.js';

/** An argument of a step. @typeParam T what an action reads of it */
export interface Argument<T> extends Word<T> {
  /** For hover and completion, a sentence. */
  readonly description: string;
  /** What stands where it is left out, for an empty field of a form. */
  readonly hint: string;
  readonly needed: boolean;
  /** What stands where it is left out, if that is always the same. */
  readonly initial?: Value;
}

export type Arguments = Readonly<Record<string, Argument<unknown>>>;

/** An argument that must be there. */
export function needed<T>(word: Word<T>, description: string, hint: string): Argument<T> {
  return { ...word, description, hint, needed: true };
}

/** An argument that may be left out; null stands for that too, so that inputs can leave one open. */
export function optional<T>(word: Word<T>, description: string, hint: string): Argument<T | undefined> {
  const filled = v.pipe(
    v.nullish(word.filled),
    v.transform((value): T | undefined => value ?? undefined),
  );
  return { ...word, filled, description, hint, needed: false };
}

/** An argument that stands for a value of its own where it is left out. */
export function withDefault<T extends Value>(word: Word<T>, initial: T, description: string): Argument<T> {
  const filled = v.pipe(
    v.nullish(word.filled),
    v.transform((value): T => value ?? initial),
  );
  return { ...word, filled, description, hint: valueText(initial), needed: false, initial };
}

/** What steps of any kind have. */
export interface StepDeclaration {
  /** The key that makes a step one of this kind. */
  readonly kind: string;
  /** What a step is called that has no title of its own. */
  readonly title: string;
  /** What it does, a sentence for hover and completion. */
  readonly description: string;
  readonly arguments: Arguments;
  /** Arguments of a new step in the editor; none where it needs none. */
  readonly first?: Readonly<Record<string, unknown>>;
}

/** The steps of the main job, in their order. */
export type Stage = 'prepare' | 'build' | 'run' | 'collect' | 'analyze' | 'store';

/** Outputs of an action: an object, or one of several. */
export type OutputSchema = v.GenericSchema<unknown, object>;

/** A step that does something. */
export interface ActionDeclaration<
  A extends Arguments = Arguments,
  O extends OutputSchema = OutputSchema,
> extends StepDeclaration {
  readonly arguments: A;
  /** What other steps can refer to, with what is said of it. Stored runs of earlier versions may have less or more. */
  readonly outputs: O;
  /** What it is in the course of the main job; left out where it is no part of it. */
  readonly stage?: Stage;
  /** Whether the project stands after it as before, on any machine: only such steps can go on beside each other. */
  readonly keepsProject: boolean;
  /** Whether it hands in jobs, which a scheduler can keep from disturbing each other. */
  readonly handsInJobs: boolean;
  /**
   * What becomes of it where the process that did it ended: it is done `again`, which does no harm; it `goesOn` with what
   * it saved; or the person `asks` for it again, because doing it twice may be more than doing it once.
   */
  readonly afterCrash: 'again' | 'goesOn' | 'asks';
  /** Whether what it printed is its result, rather than how it came about. */
  readonly printsResult: boolean;
}

/** A step that holds others. */
export interface GroupDeclaration extends StepDeclaration {
  /** Whether its steps go on beside each other, so that none can refer to another. */
  readonly beside: boolean;
  /** Whether the last of its steps leads back to the first. */
  readonly repeats: boolean;
  /** What it gives to what is in it, beside `inputs` and `steps`: `loop`, and names of `matrix`. @param written its arguments */
  readonly gives: (written: ValueRecord) => { readonly loop?: true; readonly matrix?: readonly string[] };
  /** Outputs, made of those of its steps by their ids. */
  readonly outputs: (inner: Readonly<Record<string, v.GenericSchema>>, written: ValueRecord) => OutputSchema;
}

/** What an action of a declaration is given, read argument by argument once expressions are filled in. */
export class Given<A extends Arguments> {
  constructor(
    private readonly declared: A,
    private readonly values: ValueRecord,
  ) {}

  /** @throws TrimtabError when an expression made something else of it */
  get<N extends keyof A & string>(name: N): v.InferOutput<A[N]['filled']> {
    const declared: A[N] = this.declared[name];
    const { what } = declared;
    const value = Object.hasOwn(this.values, name) ? this.values[name] : undefined;
    const read = v.safeParse<A[N]['filled']>(declared.filled, value);
    if (read.success) return read.output;
    if (value === undefined) throw new TrimtabError(`"${name}" is missing; it must be ${what}.`);
    throw new TrimtabError(`"${name}" is ${valueText(value)}; it must be ${what}.`);
  }
}

/** A step that is done, as later ones see it. */
export interface DoneStep {
  readonly id: string;
  readonly kind: string;
  readonly outputs: ValueRecord;
}

export type Outputs<D extends ActionDeclaration> = v.InferOutput<D['outputs']>;

/** Outputs as a declaration says; undefined where they are of another step, of one that was left out, or lack something. */
export function outputsAs<D extends ActionDeclaration>(declaration: D, outputs: ValueRecord): Outputs<D> | undefined {
  const read = v.safeParse<D['outputs']>(declaration.outputs, outputs);
  return read.success ? read.output : undefined;
}

/** Outputs of the latest step of a kind that has them; undefined where there is none. */
export function latestOutputs<D extends ActionDeclaration>(
  declaration: D,
  steps: readonly { readonly kind: string; readonly outputs?: ValueRecord | undefined }[],
): Outputs<D> | undefined {
  for (const { kind, outputs } of steps.toReversed()) {
    const read = kind === declaration.kind && outputs !== undefined ? outputsAs(declaration, outputs) : undefined;
    if (read !== undefined) return read;
  }
  return undefined;
}

/**
 * Outputs of the step that an action builds on.
 * @param of its id; the latest step of the kind where it is left out
 * @throws TrimtabError when there is no such step, or it has no such outputs
 */
export function neededOutputs<D extends ActionDeclaration>(
  declaration: D,
  done: readonly DoneStep[],
  of: string | undefined,
): Outputs<D> {
  const step = done.findLast(({ id, kind }) => (of === undefined ? kind === declaration.kind : id === of));
  if (step === undefined)
    throw new TrimtabError(`There is no "${declaration.kind}" step before this one; add it, or name it with "of".`);
  const read = v.safeParse<D['outputs']>(declaration.outputs, step.outputs);
  if (read.success) return read.output;
  const missing = v.getDotPath(read.issues[0]) ?? 'result';
  throw new TrimtabError(
    `The step "${step.id}" before this one has no output ${missing}; it is no "${declaration.kind}" step, or was skipped.`,
  );
}

/** Outputs as they are kept on disk. */
export function storedOutputs({ outputs: declared }: ActionDeclaration, outputs: unknown): ValueRecord {
  return plainRecord(v.parse(declared, outputs));
}
