import type { Definitions } from '../../../model/definitions.js';
import type { Problem } from '../../../base/problem.js';
import { counted, duration, plainLine } from '../../../base/text.js';

/** Maximum number of listed names; the rest is counted. */
const MOST_NAMES = 3;

/**
 * Returns functions, and constructs of OpenMP, that Trimtab's probe stopped recording at run time (its README lists the
 * properties). Empty for traces without any.
 */
export function leftOutFunctions({ properties }: Pick<Definitions, 'properties'>): Problem[] {
  const number = (name: string): number => {
    const value = Number(properties.get(`TRIMTAB::${name}`) ?? '');
    return Number.isFinite(value) && value > 0 ? value : 0;
  };
  const functions = Math.round(number('FUNCTIONS_LEFT_OUT'));
  const constructs = Math.round(number('CONSTRUCTS_LEFT_OUT'));
  const count = functions + constructs;
  if (count === 0) return [];
  const names = namesIn(properties.get('TRIMTAB::NAMES_LEFT_OUT') ?? '').slice(0, MOST_NAMES);
  const which = names.length === 0 ? '' : ` (${names.join(', ')}${count > names.length ? ', …' : ''})`;
  const calls = Math.round(number('CALLS_LEFT_OUT'));
  const message =
    `${whatOf(functions, constructs)}${which} ${count === 1 ? 'was' : 'were'} excluded while the program ran, because recording ` +
    `${count === 1 ? 'it' : 'them'} cost too much: about ${counted(calls, 'call')}, which would have taken ${duration(number('SECONDS_LEFT_OUT'))} to record. ` +
    `Their time counts as that of ${constructs === 0 ? 'the functions that call them' : 'the code around them'}.`;
  return [{ level: 'warning', message }];
}

function whatOf(functions: number, constructs: number): string {
  const kinds = [
    functions === 0 ? [] : counted(functions, 'function'),
    constructs === 0 ? [] : `${counted(constructs, 'construct')} of OpenMP`,
  ];
  return kinds.flat().join(' and ');
}

/** Names of the functions that the probe stopped recording at run time, most called first; at most 100 are recorded. */
export function namesLeftOut({ properties }: Pick<Definitions, 'properties'>): string[] {
  return namesIn(properties.get('TRIMTAB::NAMES_LEFT_OUT') ?? '').filter((name) => !name.startsWith('!$omp'));
}

/** @param text `CALLS NAME` a line, most first */
function namesIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, name = ''] = /^\d+ (\S.*)$/.exec(line.trimEnd()) ?? [];
    return name === '' ? [] : [plainLine(name)];
  });
}
