/** Variables and goals of makefiles, as GNU make itself reads them. */
import { basename } from 'node:path';

/** A variable, with its value before expansion where make keeps it so. */
export interface MakeVariable {
  readonly name: string;
  readonly value: string;
  /** Whether a makefile sets it; else make does by default. */
  readonly own: boolean;
}

export interface MakeDatabase {
  readonly variables: readonly MakeVariable[];
  /** Explicit goals, in no particular order. */
  readonly goals: readonly string[];
  /** The makefiles that were read, relative to the folder of make. */
  readonly files: readonly string[];
}

/** Options of make whose value is a separate word. */
const WITH_VALUE = new Set(['-f', '-C', '-I', '-o', '-W', '--file', '--directory', '--include-dir']);
const NO_SUCH_GOAL = '.trimtab-no-such-goal';

/** Whether a word starts make. */
export const isMake = (word: string): boolean => /^g?make$/.test(basename(word));

/** The command with which make reports what it reads, and makes nothing. @param argv a command that starts make */
export function databaseCommand(argv: readonly string[]): string[] {
  const at = argv.findIndex(isMake);
  const [make = 'make', ...words] = at < 0 ? ['make'] : argv.slice(at);
  const kept = words.filter((word, index) => {
    if (word.startsWith('-j') || word === '-k') return false;
    return word.startsWith('-') || word.includes('=') || WITH_VALUE.has(words[index - 1] ?? '');
  });
  return [make, ...kept, '-npq', NO_SUCH_GOAL];
}

const ASSIGNMENT = /^([A-Za-z_][\w.-]*) (?::{0,3}|\?|!)= ?(.*)$/;
const GOAL = /^([A-Za-z0-9_][\w.+-]*):(?!=)/;

/** Reads such a report. */
export function parseMakeDatabase(text: string): MakeDatabase {
  const variables = new Map<string, MakeVariable>();
  const goals = new Set<string>();
  let origin = '';
  let isTarget = true;
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) {
      if (/^# (makefile|default|environment|command line|automatic|'override')/.test(line)) origin = line;
      if (line.startsWith('# Not a target')) isTarget = false;
      continue;
    }
    const [, name, value = ''] = ASSIGNMENT.exec(line) ?? [];
    const own = origin.startsWith('# makefile') || origin.startsWith('# command line');
    if (name !== undefined && (own || origin.startsWith('# default')) && !name.startsWith('.'))
      variables.set(name, { name, value, own });
    // Messages of make have its name in front.
    const goal = /^g?make(\[\d+\])?: /.test(line) ? undefined : GOAL.exec(line)?.[1];
    if (goal !== undefined && isTarget) goals.add(goal);
    if (line !== '') origin = '';
    isTarget = true;
  }
  const files = variables.get('MAKEFILE_LIST')?.value.split(/\s+/) ?? [];
  return {
    variables: [...variables.values()].filter(({ name }) => name !== 'MAKEFILE_LIST'),
    goals: [...goals],
    files: files.filter((name) => name !== ''),
  };
}

/** A value with references to variables of makefiles replaced; others stay. */
export function expanded(value: string, { variables }: Pick<MakeDatabase, 'variables'>, depth = 8): string {
  if (depth === 0 || !value.includes('$')) return value;
  const replaced = value.replace(/\$[({]([\w.-]+)[)}]/g, (reference, name: string) => {
    const found = variables.find((variable) => variable.name === name);
    return found === undefined ? reference : found.value;
  });
  return replaced === value ? value : expanded(replaced, { variables }, depth - 1);
}
