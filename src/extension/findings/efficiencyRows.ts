import { l10n } from 'vscode';
import { duration, fileName, percent, plainLine } from '../../base/text.js';
import {
  additive,
  type Efficiency,
  type EfficiencyLoss,
  type EfficiencyName,
  type EfficiencyTimes,
  FAIR,
  type LossLevel,
  multiplicative,
  unknownEfficiencies,
} from '../../model/findings/efficiency.js';
import type { ShownReport } from '../../protocol/report.js';
import type { Row } from '../views/row.js';
import { placeCommand } from './placeCommand.js';

/** At which rows the code is named that a level loses time at. */
const LEVELS: Readonly<Partial<Record<EfficiencyName, LossLevel>>> = {
  load_balance: 'load_balance',
  communication_efficiency: 'communication_efficiency',
  process_load_balance: 'load_balance',
  process_communication_efficiency: 'communication_efficiency',
  serial_region_efficiency: 'serial_region',
  parallel_region_efficiency: 'parallel_region',
};

/**
 * Returns the tree of efficiencies of a run's threads, after the losses, with the code at which each is lost. Processes
 * with threads also have the additive hierarchy. Empty if times are unknown, or there is one thread only, which shares
 * nothing.
 */
export function efficiencyRows({ efficiency: times }: Pick<ShownReport, 'efficiency'>): readonly Row[] {
  if (times === undefined || times.threads < 2) return [];
  const [whole, ...below] = multiplicative(times);
  if (whole?.value === undefined) return [];
  const id = 'efficiency';
  const { label, description, spoken, tooltip } = textOf(whole);
  const unknown = unknownEfficiencies(times, false, false);
  return [
    {
      ...{ id, label, description, spoken, icon: { id: 'dashboard' } },
      tooltip: [tooltip, l10n.t('Useful time of all threads over the run time of all threads (POP).'), ...unknown].join(
        '\n\n',
      ),
      children: [...branches(below, times, id), ...(times.teams === undefined ? [] : [addedUp(times, id)])],
    },
  ];
}

function addedUp(times: EfficiencyTimes, above: string): Row {
  const id = `${above}/additive`;
  return {
    ...{ id, label: l10n.t('Additive hierarchy'), icon: { id: 'list-tree' } },
    tooltip: l10n.t('The loss of each efficiency (its difference to 100 %) is the sum of the losses below it'),
    children: branches(additive(times).slice(1), times, id),
  };
}

/** Returns rows of the topmost depth, with the following deeper ones as their children. Unknown ones are omitted. */
function branches(rows: readonly Efficiency[], times: EfficiencyTimes, above: string): Row[] {
  const depth = rows.at(0)?.depth ?? 0;
  const starts = rows.flatMap((row, index) => (row.depth === depth ? [index] : []));
  return starts.flatMap((start, at) => {
    const [row, ...below] = rows.slice(start, starts[at + 1]);
    if (row?.value === undefined) return [];
    const id = `${above}/${row.name}`;
    const level = LEVELS[row.name];
    const losses = (times.losses ?? []).filter((loss) => loss.level === level);
    return [
      {
        ...{ id, ...textOf(row), icon: { id: row.value < FAIR ? 'arrow-down' : 'check' } },
        children: [
          ...branches(below, times, id),
          ...losses.map((loss, index) => lossRow(loss, times, `${id}/loss:${index}`)),
        ],
      },
    ];
  });
}

function textOf({ title, value = 0 }: Efficiency) {
  const fair = value < FAIR ? l10n.t(', below the {0} that POP calls fair', percent(FAIR)) : '';
  return {
    label: title,
    description: percent(value),
    tooltip: `${title} ${percent(value)}${fair}`,
    spoken: `${title}, ${percent(value)}${fair}`,
  };
}

/** Code at which it is lost. */
function lossRow({ region, place, seconds }: EfficiencyLoss, { runTime }: EfficiencyTimes, id: string): Row {
  const name = plainLine(region);
  const where = place === undefined ? undefined : `${plainLine(fileName(place.file))}:${place.line}`;
  const share = percent(seconds / runTime);
  return {
    id,
    label: name,
    description: [`−${share}`, ...(where === undefined ? [] : [where])].join(' · '),
    tooltip: l10n.t(
      '{0}\n{1} of {2}: without it, the efficiency would be {3} higher',
      name,
      duration(seconds),
      duration(runTime),
      share,
    ),
    spoken: l10n.t('{0}, lowers it by {1}, {2}', name, share, where ?? l10n.t('no source line')),
    icon: { id: 'symbol-method' },
    ...placeCommand('time', [{ region }], place),
    children: [],
  };
}
