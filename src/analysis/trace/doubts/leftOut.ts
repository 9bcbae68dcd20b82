import type { Definitions } from '../../../model/definitions.js';
import type { Problem } from '../../../base/problem.js';
import { counted, duration, plainLine } from '../../../base/text.js';

/** Names that are told; the rest is counted. */
const MOST_NAMES = 3;

/**
 * What Trimtab's probe says of functions, and constructs of OpenMP, that it stopped recording while the program ran (its README lists the
 * properties); empty for traces in which there are none.
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
  return [{ level: 'information', message }];
}

function whatOf(functions: number, constructs: number): string {
  const kinds = [
    functions === 0 ? [] : counted(functions, 'function'),
    constructs === 0 ? [] : `${counted(constructs, 'construct')} of OpenMP`,
  ];
  return kinds.flat().join(' and ');
}

/** @param text `CALLS NAME` a line, most first */
function namesIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, name = ''] = /^\d+ (\S.*)$/.exec(line.trimEnd()) ?? [];
    return name === '' ? [] : [plainLine(name)];
  });
}
