/**
 * Rules of tau_reduce: a line for each, of which any suffices, with conditions joined by `&`, for the functions of a group
 * or all (TAU's manual, "tau_reduce"; Shende and Malony, "Re-instrumentation").
 */
import { faultAt, shown } from '../selection/problems.js';
import type { FunctionStatistics, RunStatistics } from './statistics.js';

/**
 * Values of a function on the mean over locations, times in microseconds; counts are those of the run's first counter, in its
 * unit (seconds of clocks).
 */
const FIELDS = {
  numcalls: ({ calls }, { locations }) => calls / locations,
  numsubs: ({ directCalls }, { locations }) => directCalls / locations,
  numsubrs: ({ directCalls }, { locations }) => directCalls / locations,
  percent: ({ inclusive }, { totalTime }) => (totalTime > 0 ? (100 * inclusive) / totalTime : 0),
  usec: ({ exclusive }, { locations }) => (exclusive * 1e6) / locations,
  cumusec: ({ inclusive }, { locations }) => (inclusive * 1e6) / locations,
  count: ({ counted }, { locations }) => (counted?.own ?? 0) / locations,
  totalcount: ({ counted }, { locations }) => (counted?.inclusive ?? 0) / locations,
  'counts/call': ({ counted, calls }) => (calls > 0 ? (counted?.inclusive ?? 0) / calls : 0),
  'usecs/call': ({ inclusive, calls }) => (calls > 0 ? (inclusive * 1e6) / calls : 0),
} as const satisfies Record<string, (one: FunctionStatistics, run: RunStatistics) => number>;
type Field = keyof typeof FIELDS;

/** Fields that require runs with counters. */
const COUNTS: readonly string[] = ['count', 'totalcount', 'counts/call'];

/** Fields of TAU that are not supported, with the reason. */
const UNKNOWN: ReadonlyMap<string, string> = new Map([
  ...['stdev', 'stddev'].map((name) => [name, 'the run keeps no squares of times'] as const),
]);

interface Condition {
  readonly field: Field;
  readonly operator: '<' | '>' | '=';
  readonly number: number;
  /** Creates an error about it, with its line and column. */
  readonly fault: (sentence: string) => Error;
}

/** A function is excluded when all conditions of a rule hold. */
export interface ReduceRule {
  readonly text: string;
  readonly group: string | undefined;
  readonly conditions: readonly Condition[];
}

const isField = (word: string): word is Field => Object.hasOwn(FIELDS, word);

/** One condition. @param at where it begins in its line, from 1 */
function conditionIn(text: string, at: number, fault: (column: number, sentence: string) => Error): Condition {
  const column = at + (/^\s*/.exec(text)?.[0].length ?? 0);
  const [, word = '', operator = '', number = ''] = /^\s*([^\s<>=]*)\s*([<>=]?)\s*(.*?)\s*$/.exec(text) ?? [];
  const field = word.toLowerCase();
  const why = UNKNOWN.get(field);
  if (why !== undefined) throw fault(column, `"${word}" is not known of this run: ${why}.`);
  if (!isField(field)) throw fault(column, `"${shown(word)}" is no field; write ${Object.keys(FIELDS).join(', ')}.`);
  const after = column + word.length;
  if (operator !== '<' && operator !== '>' && operator !== '=') throw fault(after, `Write <, > or = after ${word}.`);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(number))
    throw fault(at + Math.max(text.indexOf(operator) + 1, 0), 'Write a number such as 1000000, 0.5 or 1e6.');
  return { field, operator, number: Number(number), fault: (sentence) => fault(column, sentence) };
}

/**
 * Reads rules.
 * @param path for sentences
 * @throws TrimtabError with line, column and what is allowed
 */
export function parseReduceRules(text: string, path: string): ReduceRule[] {
  const rules: ReduceRule[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const fault = (column: number, sentence: string): Error => faultAt(path, index + 1, column, sentence);
    const [, group] = /^\s*([^:<>=&]+?)\s*:/.exec(line) ?? [];
    let at = group === undefined ? 0 : line.indexOf(':') + 1;
    const conditions: Condition[] = [];
    for (const part of line.slice(at).split('&')) {
      conditions.push(conditionIn(part, at + 1, fault));
      at += part.length + 1;
    }
    rules.push({ text: line.trim(), group, conditions });
  }
  return rules;
}

/** Default rules of tau_reduce. */
export const DEFAULT_RULES = 'numcalls > 1000000 & usecs/call < 2';

/** @throws TrimtabError with line and column where rules ask for counts that the run does not have */
export function checkCounts(rules: readonly ReduceRule[], { functions }: RunStatistics): void {
  if (functions.some(({ counted }) => counted !== undefined)) return;
  for (const { field, fault } of rules.flatMap(({ conditions }) => conditions))
    if (COUNTS.includes(field))
      throw fault(
        `"${field}" is not known of this run: no counter was read; measure it with measure: { counters: […] } in trimtab.yaml.`,
      );
}

/** The first rule that leaves a function out. @param groupsOf the groups of a function */
export function ruleFor(
  rules: readonly ReduceRule[],
  one: FunctionStatistics,
  run: RunStatistics,
  groupsOf: (one: FunctionStatistics) => readonly string[],
): ReduceRule | undefined {
  const holds = ({ field, operator, number }: Condition): boolean => {
    const value = FIELDS[field](one, run);
    return operator === '<' ? value < number : operator === '>' ? value > number : value === number;
  };
  return rules.find(
    ({ group, conditions }) => (group === undefined || groupsOf(one).includes(group)) && conditions.every(holds),
  );
}
