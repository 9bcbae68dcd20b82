import { plainLine } from '../../model/text.js';
import type { TargetSummary } from '../../protocol/messages.js';
import type { Row } from '../views/row.js';

/** The rows of the Targets view. */
export function targetRows(targets: readonly TargetSummary[]): Row[] {
  return targets.map((target) => {
    const description = plainLine(target.description);
    return {
      id: target.name,
      label: plainLine(target.name),
      description,
      tooltip: `${target.name} (${target.ready ? 'ready' : 'not ready'})\n${target.description}`,
      spoken: `${plainLine(target.name)}, ${target.ready ? 'ready' : 'not ready'}, ${description}`,
      icon: target.ready ? { id: 'vm' } : { id: 'warning', color: 'list.warningForeground' },
      children: [],
    };
  });
}
