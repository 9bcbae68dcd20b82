import type { CallPathStep, SourcePlace } from '../../model/findings/findings.js';
import type { Row } from '../views/row.js';

/** The command of a row that leads to a place, where there is one. @param property whose time is spent there */
export function placeCommand(
  property: string,
  callPath: readonly CallPathStep[],
  place: SourcePlace | undefined,
): Pick<Row, 'command'> {
  if (place === undefined) return {};
  return {
    command: { id: 'trimtab.showFinding', title: 'Show Location', arguments: [{ property, callPath, place }] },
  };
}
