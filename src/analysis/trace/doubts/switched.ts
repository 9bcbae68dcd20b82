import type { Problem } from '../../../base/problem.js';
import { counted, plainLine } from '../../../base/text.js';
import type { Definitions } from '../../../model/definitions.js';

/** Maximum number of listed requests; the rest is counted. */
const MOST_LISTED = 3;

/**
 * Returns changes of the measurement at run time, as recorded by Trimtab's probe (its README lists the properties);
 * empty if there were none. Ranks with different changes should not be compared.
 */
export function switchedWhileRunning({ properties }: Pick<Definitions, 'properties'>): Problem[] {
  const count = (name: string): number => {
    const value = Number(properties.get(`TRIMTAB::${name}`) ?? '');
    return Number.isSafeInteger(value) && value > 0 ? value : 0;
  };
  return [...differing(properties, count('RANKS_SWITCHED_DIFFERENTLY')), ...switches(properties, count('SWITCHES'))];
}

function switches(properties: Definitions['properties'], all: number): Problem[] {
  if (all === 0) return [];
  const told = (properties.get('TRIMTAB::SWITCHED') ?? '').split('\n').flatMap((line) => {
    const [, iteration = '', request] = /^(\d{1,16}) (\S.*)$/.exec(line.trimEnd()) ?? [];
    if (request === undefined) return [];
    return [`${plainLine(request)} ${iteration === '0' ? 'at once' : `at iteration ${iteration}`}`];
  });
  const some = told.slice(0, MOST_LISTED);
  const which = some.length === 0 ? '' : `: ${some.join('; ')}${all > some.length ? '; …' : ''}`;
  const message = `Recording was switched ${counted(all, 'time')} while the program ran${which}. Times and calls of functions that were off meanwhile are of a part of the run.`;
  return [{ level: 'information', message }];
}

function differing(properties: Definitions['properties'], ranks: number): Problem[] {
  if (ranks === 0) return [];
  const list = properties.get('TRIMTAB::RANKS_SWITCHED_DIFFERENTLY_LIST') ?? '';
  const which = /^\d+( \d+)*$/.test(list) ? ` (${list.split(' ').slice(0, 10).join(', ')})` : '';
  const message = `${counted(ranks, 'rank')}${which} did not switch what the others did, or not at the same iteration: times of functions are not to be compared between ranks.`;
  return [{ level: 'warning', message }];
}
