/**
 * Lines of TAU's section of specifications. They are checked and kept; nothing here carries them out.
 *
 *     ("loops" | "memory" | "io") [file="…"] [routine="…"] [level=N]
 *     ("static" | "dynamic") ("timer" | "phase") ([name="…"] routine="…" | name="…" [file="…"] line=N to line=N)
 *     a place (file, entry, exit, …) with code="…"
 */
import { shown } from './problems.js';

/** One word of a specification, or an attribute with its value. */
interface Part {
  readonly key: string;
  readonly value: string | undefined;
  /** From 0. */
  readonly at: number;
}

type Fault = (at: number, sentence: string) => Error;

const KINDS = ['loops', 'memory', 'io'];
const EXTENTS = ['static', 'dynamic'];
const PLACES = ['entry', 'exit', 'abort', 'init', 'decl', 'forall', 'barrier', 'fence', 'notify'];
const ATTRIBUTES = ['file', 'routine', 'name', 'line', 'code', 'lang'];

/** @throws what `fault` makes where a value is not closed or holds no text */
function partsOf(text: string, fault: Fault): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < text.length;) {
    const blank = /^[\s,]+/.exec(text.slice(at))?.[0].length ?? 0;
    at += blank;
    if (at >= text.length) break;
    const found = /^(\w+)(?:\s*=\s*(?:"((?:\\.|[^"\\])*)"|(\d+)))?/.exec(text.slice(at));
    if (found === null || /^\s*=/.test(text.slice(at + found[0].length)))
      throw fault(at, 'This is no specification; write words and attributes such as routine="name" or line=5.');
    const [whole, key = '', quoted, number] = found;
    parts.push({ key, value: quoted ?? number, at });
    at += whole.length;
  }
  return parts;
}

function checkAttributes(parts: readonly Part[], allowed: readonly string[], fault: Fault): void {
  for (const { key, value, at } of parts) {
    if (key === 'to' && value === undefined && allowed.includes('line')) continue;
    if (!allowed.includes(key) || value === undefined)
      throw fault(at, `"${shown(key)}" is not allowed here; write ${allowed.map((name) => `${name}=…`).join(', ')}.`);
    if (key === 'line' && !/^\d+$/.test(value)) throw fault(at, 'Write the number of a line, such as line=5.');
    if (key === 'level' && !/^[1-9]\d*$/.test(value)) throw fault(at, 'Write the depth of nesting, such as level=2.');
  }
}

/** A timer or phase: what it is called and where it begins and ends. */
function checkTimer([extent, kind, ...attributes]: readonly Part[], fault: Fault): void {
  const start = extent?.at ?? 0;
  if (kind === undefined || !['timer', 'phase'].includes(kind.key))
    throw fault(kind?.at ?? start, 'Write timer or phase after static or dynamic.');
  checkAttributes(attributes, ['name', 'file', 'routine', 'line'], fault);
  const count = (wanted: string): number => attributes.filter(({ key }) => key === wanted).length;
  const isRange = count('line') === 2 && count('to') === 1;
  const isRoutine = count('routine') === 1 && count('line') === 0;
  if (!isRoutine && !isRange) throw fault(kind.at, 'Write routine="…", or file="…" line=N to line=N, for where it is.');
  if (count('name') > 1 || (count('name') === 0 && !isRoutine))
    throw fault(kind.at, `Write one name="…" after ${kind.key} with lines.`);
}

/** @throws what `fault` makes where the line is none of the specifications that TAU knows */
export function checkSpecification(text: string, fault: Fault): void {
  const parts = partsOf(text, fault);
  const [first, ...attributes] = parts;
  if (first === undefined) return;
  if (first.value === undefined && EXTENTS.includes(first.key)) checkTimer(parts, fault);
  else if (first.value === undefined && KINDS.includes(first.key))
    checkAttributes(attributes, first.key === 'loops' ? ['file', 'routine', 'level'] : ['file', 'routine'], fault);
  else if (first.value === undefined && PLACES.includes(first.key)) checkAttributes(attributes, ATTRIBUTES, fault);
  else if (first.value !== undefined && ATTRIBUTES.includes(first.key)) checkAttributes(parts, ATTRIBUTES, fault);
  else {
    const allowed = [...KINDS, ...EXTENTS.map((extent) => `${extent} timer`), ...PLACES];
    throw fault(
      first.at,
      `"${shown(first.key)}" is not known here; write ${allowed.join(', ')} or file="…" with code="…".`,
    );
  }
}
