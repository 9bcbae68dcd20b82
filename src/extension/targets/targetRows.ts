import { l10n } from 'vscode';
import { plainLine } from '../../base/text.js';
import type { SystemSummary, TargetSummary } from '../../protocol/targets.js';
import type { Row } from '../views/row.js';

const states: Readonly<
  Record<TargetSummary['state'], { readonly word: string; readonly icon: NonNullable<Row['icon']> }>
> = {
  ready: { word: 'ready', icon: { id: 'vm' } },
  notReady: { word: 'not ready', icon: { id: 'warning', color: 'list.warningForeground' } },
  notAsked: { word: 'not checked', icon: { id: 'vm-outline' } },
};

/** The rows of the Targets view. */
export function targetRows(targets: readonly TargetSummary[]): Row[] {
  return targets.map((target) => {
    const description = plainLine(target.description);
    const { word, icon } = states[target.state];
    return {
      id: target.name,
      label: plainLine(target.name),
      description,
      tooltip: `${target.name} (${word})\n${target.description}`,
      spoken: `${plainLine(target.name)}, ${word}, ${description}`,
      icon,
      context: target.canBeChecked ? 'target.remote' : 'target.local',
      target: target.name,
      children: (target.systems ?? []).map((system) => systemRow(target.name, system)),
    };
  });
}

/** The row of a measurement system below that of its target. */
function systemRow(target: string, { name, title, isThere, text }: SystemSummary): Row {
  const description = plainLine(text);
  return {
    id: `${target}/${name}`,
    label: title,
    description,
    tooltip: isThere
      ? l10n.t(
          '{0}: {1}\nWrite "{2}" to trimtab.yaml to measure with it.',
          title,
          description,
          `measure: { with: ${name} }`,
        )
      : `${title}: ${description}`,
    spoken: `${title}, ${isThere ? l10n.t('available') : l10n.t('not available')}, ${description}`,
    icon: { id: isThere ? 'pass' : 'circle-slash' },
    children: [],
  };
}
