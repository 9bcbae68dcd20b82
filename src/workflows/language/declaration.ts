/**
 * Static description of a kind of step. All other information about kinds of steps is derived from it. This includes
 * the check of workflow files and their JSON schema, the editor's form, and titles. It also includes which steps may
 * run in parallel, which are repeated after a crash, and which outputs others can refer to.
 */
import * as v from 'valibot';
import { TrimtabError } from '../../base/problem.js';
import { plainRecord, type Value, type ValueRecord, valueText } from '../../base/value.js';
import type { Word } from './words.js';

/** An argument of a step. @typeParam T what an action reads of it */
export interface Argument<T> extends Word<T> {
  /** For hover and completion, a sentence. */
  readonly description: string;
  /** Default, as shown in an empty field of a form. */
  readonly hint: string;
  readonly needed: boolean;
  /** Default value, if it is constant. */
  readonly initial?: Value;
}

export type Arguments = Readonly<Record<string, Argument<unknown>>>;

/** An argument that must be there. */
export function needed<T>(word: Word<T>, description: string, hint: string): Argument<T> {
  return { ...word, description, hint, needed: true };
}

/** An optional argument; null means omitted too, so that inputs can leave one open. */
export function optional<T>(word: Word<T>, description: string, hint: string): Argument<T | undefined> {
  const filled = v.pipe(
    v.nullish(word.filled),
    v.transform((value): T | undefined => value ?? undefined),
  );
  return { ...word, filled, description, hint, needed: false };
}

/** An argument with a default value. */
export function withDefault<T extends Value>(word: Word<T>, initial: T, description: string): Argument<T> {
  const filled = v.pipe(
    v.nullish(word.filled),
    v.transform((value): T => value ?? initial),
  );
  return { ...word, filled, description, hint: valueText(initial), needed: false, initial };
}

/** Common parts of steps of any kind. */
export interface StepDeclaration {
  /** The key that makes a step one of this kind. */
  readonly kind: string;
  /** Title of a step without a custom one. */
  readonly title: string;
  /** Its effect, a sentence for hover and completion. */
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
  /**
   * Outputs that other steps can refer to, with their descriptions. Stored runs of earlier versions may have fewer or
   * more.
   */
  readonly outputs: O;
  /** Its stage in the main job; omitted if it is not part of it. */
  readonly stage?: Stage;
  /** Whether it leaves the project unchanged, on any machine: only such steps can run in parallel. */
  readonly keepsProject: boolean;
  /** Whether it submits jobs, which a scheduler can keep from disturbing each other. */
  readonly handsInJobs: boolean;
  /**
   * Handling of the step if its process ended: it runs `again`, which is harmless; it `goesOn` with its saved state; or
   * the user is asked (`asks`), because running it twice may have side effects.
   */
  readonly afterCrash: 'again' | 'goesOn' | 'asks';
  /** Whether what it printed is its result, rather than how it came about. */
  readonly printsResult: boolean;
}

/** A step that holds others. */
export interface GroupDeclaration extends StepDeclaration {
  /** Whether its steps run in parallel, so that none can refer to another. */
  readonly beside: boolean;
  /** Whether the last of its steps leads back to the first. */
  readonly repeats: boolean;
  /**
   * Names it provides to its contents, in addition to `inputs` and `steps`: `loop`, and names of `matrix`. @param
   * written its arguments
   */
  readonly gives: (written: ValueRecord) => { readonly loop?: true; readonly matrix?: readonly string[] };
  /** Outputs, made of those of its steps by their ids. */
  readonly outputs: (inner: Readonly<Record<string, v.GenericSchema>>, written: ValueRecord) => OutputSchema;
}

/** Arguments of an action, read one by one once expressions are evaluated. */
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

/** Returns outputs in the declared type; undefined if they are of another or a skipped step, or incomplete. */
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
 * Returns outputs of the step that an action builds on.
 * @param of its id; the latest step of the kind if omitted
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
