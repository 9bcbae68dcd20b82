/** A project's values of property parameters: `.trimtab/properties/parameters.yaml`. */
import { isMap, isScalar } from 'yaml';
import { parseYaml } from '../base/yaml.js';
import type { Parameter } from './syntax/ast.js';
import { CODES, type Code, type Diagnostic, type Source } from './syntax/diagnostics.js';
import type { Span } from './syntax/position.js';
import { UNIT_WORDS } from './syntax/unitWords.js';
import { elementOf } from './types/type.js';
import { near, Typer } from './types/typer.js';
import type { Environment } from './types/environment.js';
import { Scope } from './types/scope.js';
import { isSame, ONE, over, type Unit, unitOf, unitText } from './types/units.js';

/** Values by the names of parameters, in s, B, cycle and flop. */
export interface ParameterValues {
  readonly values: ReadonlyMap<string, number>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads such a file: `peakBandwidth: 100 GB/s`, with values as they are written in properties.
 * @param environment has all parameters that there are
 */
export function parameterValues({ text, unreadable }: Source, environment: Environment): ParameterValues {
  const values = new Map<string, number>();
  const diagnostics: Diagnostic[] = [];
  const tell = (code: Code, span: Span, message: string): void =>
    void diagnostics.push({ level: 'error', code, ...span, message });
  if (unreadable !== undefined) tell(CODES.unreadable, WHOLE, unreadable);
  if (unreadable !== undefined || text.trim() === '') return { values, diagnostics };
  const { document, lines, problems } = parseYaml(text);
  for (const { line, column, message } of problems) {
    const start = (lines.lineStarts[line - 1] ?? 0) + column - 1;
    tell(CODES.unexpected, { start, end: start }, message);
  }
  const isEmpty = isScalar(document?.contents) && document.contents.value === null;
  if (problems.length > 0 || isEmpty || document?.contents === null) return { values, diagnostics };
  if (!isMap(document?.contents)) {
    tell(CODES.unexpected, WHOLE, 'expected parameters with their values, such as threshold: 10 %');
    return { values, diagnostics };
  }
  for (const { key, value } of document.contents.items) {
    const at = spanOf(key);
    const name = isScalar(key) ? String(key.value) : '';
    const declared = environment.parameters.get(name);
    if (declared === undefined) {
      const hint = near(name, environment.parameters.keys());
      tell(CODES.unknownName, at, `there is no parameter '${name.slice(0, LONGEST)}'${hint}`);
      continue;
    }
    const found = isScalar(value) ? quantityOf(value.value) : undefined;
    const unit = unitOfParameter(declared, environment);
    const example = exampleOf(unit);
    if (found === undefined)
      tell(
        CODES.unexpected,
        isScalar(value) ? spanOf(value) : at,
        `expected a number with its unit, such as ${name}: ${example}`,
      );
    else if (found.value !== 0 && unit !== undefined && !isSame(found.unit, unit)) {
      const fault = `expected ${unitText(unit)}, found ${unitText(found.unit)}; write ${name}: ${example}`;
      tell(CODES.unit, spanOf(value), fault);
    } else values.set(name, found.value);
  }
  return { values, diagnostics };
}

const WHOLE: Span = { start: 0, end: 0 };
/** Maximum number of displayed characters of a name. */
const LONGEST = 60;

function spanOf(node: unknown): Span {
  const [start = 0, end = start] = isScalar(node) ? (node.range ?? []) : [];
  return { start, end };
}

interface Quantity {
  readonly value: number;
  readonly unit: Unit;
}

/** `5 ms`, `10 %`, `100 GB/s`, `0.05`: a number with what is written behind numbers in properties. */
function quantityOf(value: unknown): Quantity | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? { value, unit: ONE } : undefined;
  if (typeof value !== 'string' || value.length > LONGEST) return undefined;
  const [number = '', ...words] = value.trim().split(/\s+/);
  const [sign, digits, glued] = /^([-+]?)(\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)(.*)$/.exec(number)?.slice(1) ?? [];
  if (digits === undefined) return undefined;
  const unit = quotient(`${glued ?? ''}${words.join('')}`);
  const amount = Number(digits) * (sign === '-' ? -1 : 1);
  return unit === undefined || !Number.isFinite(amount * unit.value)
    ? undefined
    : { value: amount * unit.value, unit: unit.unit };
}

/** `GB/s`, as one of it in the units that all is counted in. */
function quotient(text: string): Quantity | undefined {
  if (text === '') return { value: 1, unit: ONE };
  let found: Quantity = { value: 1, unit: ONE };
  for (const [at, word] of text.split('/').entries()) {
    const known = UNIT_WORDS.get(word);
    const unit = known === undefined ? undefined : known.unit === '' ? ONE : unitOf(known.unit);
    if (known === undefined || unit === undefined) return undefined;
    found =
      at === 0 ? { value: known.factor, unit } : { value: found.value / known.factor, unit: over(found.unit, unit) };
  }
  return found;
}

/** The unit that values of a parameter have; undefined where it is of no number. */
export function unitOfParameter({ type, value }: Parameter, environment: Environment): Unit | undefined {
  const declared = type === undefined ? undefined : environment.typeOf(type);
  const of = elementOf(declared ?? new Typer(environment, '').ir(value, new Scope(undefined, 0)).type);
  return of.kind === 'number' ? of.unit : undefined;
}

/** A value with a unit, as people can write it. */
function exampleOf(unit: Unit | undefined): string {
  if (unit === undefined || isSame(unit, ONE)) return '0.05';
  return `100 ${unitText(unit)}`;
}
