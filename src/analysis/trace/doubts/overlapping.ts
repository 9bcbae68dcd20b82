import type { Definitions } from '../../../model/definitions.js';
import type { Problem } from '../../../base/problem.js';
import { counted, plainLine } from '../../../base/text.js';

/** Maximum number of listed pairs; the rest is counted. */
const MOST_PAIRS = 3;

/**
 * Returns regions that the program ended out of order, as recorded by Trimtab's probe (src/probe/finish/
 * user-events.c). Empty for traces without any.
 */
export function overlappingRegions({ properties }: Pick<Definitions, 'properties'>): Problem[] {
  const count = Number(properties.get('TRIMTAB::REGIONS_OVERLAPPING') ?? '');
  if (!(count > 0) || !Number.isSafeInteger(count)) return [];
  const pairs = pairsIn(properties.get('TRIMTAB::NAMES_OVERLAPPING') ?? '').slice(0, MOST_PAIRS);
  const message =
    `${counted(count, 'end')} of regions of the program's own came out of order` +
    `${pairs.length === 0 ? '' : ` (${pairs.join('; ')})`}. ` +
    'If one ended while another was open within it, the inner one counts as left and entered again. An end without a begin is ignored.';
  return [{ level: 'warning', message }];
}

/** @param text `COUNT NAME<tab>OTHER` a line: NAME ended while OTHER was open; without OTHER it had not begun */
function pairsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, names = ''] = /^\d+ (\S.*)$/.exec(line) ?? [];
    const [ended = '', open] = names.split('\t').map(plainLine);
    if (ended === '') return [];
    return [open === undefined ? `${ended} had not begun` : `${ended} while ${open} was open`];
  });
}
