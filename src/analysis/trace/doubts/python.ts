import type { Definitions } from '../../../model/definitions.js';
import type { Problem } from '../../../base/problem.js';
import { duration, plainLine } from '../../../base/text.js';

/** Returns Python functions that Trimtab's probe could not observe (its README lists the properties). */
export function unheardPython({ properties }: Pick<Definitions, 'properties'>): Problem[] {
  const refused = plainLine(properties.get('TRIMTAB::PYTHON_REFUSED') ?? '');
  const seconds = Number(properties.get('TRIMTAB::PYTHON_UNHEARD_SECONDS') ?? '');
  const problems: Problem[] = [];
  if (refused !== '')
    problems.push({ level: 'warning', message: `Functions of Python are not recorded, or not all: ${refused}.` });
  if (Number.isFinite(seconds) && seconds > 0)
    problems.push({
      level: 'information',
      message:
        `For ${duration(seconds)} calls of Python functions were not recorded, because the overhead was too high: functions ` +
        'called then have too few visits, or none. Lines were sampled instead. Python 3.12 and later can record selected functions only.',
    });
  return problems;
}
