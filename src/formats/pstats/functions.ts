/** Functions of a profile of cProfile or profile, with their callers. */
import { Damaged } from '../stacks/damage.js';
import { MarshalDictionary, type MarshalValue } from './marshal.js';

/** Functions and calls of a file. */
const MOST = 1 << 22;

export interface PythonFunction {
  readonly index: number;
  readonly file: string;
  /** First line; 0 for functions in C. */
  readonly line: number;
  readonly name: string;
  /** Calls that the function did not make of itself. */
  readonly primitiveCalls: number;
  readonly calls: number;
  /** Exclusive seconds. */
  readonly self: number;
  /** Inclusive seconds. */
  readonly inclusive: number;
}

export interface PythonCall {
  readonly caller: number;
  readonly callee: number;
  readonly calls: number;
  /** Inclusive seconds; omitted by the module `profile`, which counts calls alone. */
  readonly inclusive?: number;
}

export interface PythonGraph {
  readonly functions: readonly PythonFunction[];
  readonly calls: readonly PythonCall[];
  /** Entries that are none of functions. */
  readonly strange: number;
}

const numberOf = (value: MarshalValue): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** The values of a tuple; none of anything else. */
const valuesOf = (value: MarshalValue): readonly MarshalValue[] =>
  typeof value === 'object' && !(value instanceof MarshalDictionary) ? value : [];

interface Identity {
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

/** File, first line and name, which identify a function. */
function identityOf(value: MarshalValue): Identity | undefined {
  const [file, line, name] = valuesOf(value);
  if (typeof file !== 'string' || typeof line !== 'number' || typeof name !== 'string') return undefined;
  return { key: `${file}\0${line}\0${name}`, file, line, name };
}

/** @throws Damaged where the value is no profile, or has more functions and calls than are read */
export function functionsOf(value: MarshalValue): PythonGraph {
  if (!(value instanceof MarshalDictionary))
    throw new Damaged(
      'is no profile of Python: it contains no dictionary of functions; write it with "python3 -m cProfile -o"',
    );
  const functions: PythonFunction[] = [];
  const numbers = new Map<string, number>();
  const callers: (readonly [callee: number, callers: MarshalDictionary])[] = [];
  let strange = 0;
  for (const [key, values] of value.entries) {
    const identity = identityOf(key);
    const found = identity === undefined ? undefined : functionOf(identity, values, functions.length);
    if (identity === undefined || found === undefined || numbers.has(identity.key)) {
      strange++;
      continue;
    }
    if (functions.length >= MOST) throw tooMany();
    numbers.set(identity.key, functions.length);
    functions.push(found.entry);
    callers.push([found.entry.index, found.callers]);
  }
  const calls: PythonCall[] = [];
  for (const [callee, { entries }] of callers)
    for (const [key, values] of entries) {
      const identity = identityOf(key);
      const call = callOf(identity === undefined ? undefined : numbers.get(identity.key), callee, values);
      if (calls.length >= MOST) throw tooMany();
      if (call === undefined) strange++;
      else calls.push(call);
    }
  return { functions, calls, strange };
}

/** Primitive calls, calls, exclusive and inclusive seconds, and callers. */
function functionOf(
  { file, line, name }: Identity,
  value: MarshalValue,
  index: number,
): { readonly entry: PythonFunction; readonly callers: MarshalDictionary } | undefined {
  const values = valuesOf(value);
  const [primitiveCalls, calls, self, inclusive] = values.map(numberOf);
  const callers = values.at(4);
  if (primitiveCalls === undefined || calls === undefined || self === undefined || inclusive === undefined)
    return undefined;
  if (!(callers instanceof MarshalDictionary)) return undefined;
  return { entry: { index, file, line, name, primitiveCalls, calls, self, inclusive }, callers };
}

/** Calls by one caller: calls, primitive calls, exclusive and inclusive seconds, or the number of calls alone. */
function callOf(caller: number | undefined, callee: number, value: MarshalValue): PythonCall | undefined {
  if (caller === undefined) return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? { caller, callee, calls: value } : undefined;
  const [calls, , , inclusive] = valuesOf(value).map(numberOf);
  return calls === undefined || inclusive === undefined ? undefined : { caller, callee, calls, inclusive };
}

const tooMany = (): Damaged => new Damaged(`has more than the ${MOST} functions and calls that are read; profile less`);
