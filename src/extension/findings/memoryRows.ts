import { l10n } from 'vscode';
import { counted, dataSize, duration, fileName, percent, plainLine } from '../../base/text.js';
import type { MemoryCall, ProcessMemory } from '../../model/findings/memory.js';
import type { ShownMemory, ShownReport } from '../../protocol/report.js';
import type { Row } from '../views/row.js';
import { placeCommand } from './placeCommand.js';

/**
 * How unevenly memory is spread, behind what loses time: bytes have no share of the time, so that the row has neither a
 * severity's color nor its place in their order. Nothing where it is spread evenly.
 */
export function memoryRows({ memory }: Pick<ShownReport, 'memory'>): readonly Row[] {
  if (memory === undefined) return [];
  const { property, page, imbalance, mean, measured, processes } = memory;
  const title = plainLine(memory.title);
  const { share, high, rank, call } = imbalance;
  const empty = l10n.t('{0} of {1} per rank stay unused', percent(share), dataSize(high));
  const id = `property:${property}`;
  return [
    {
      id,
      label: title,
      description: l10n.t('{0} · rank {1}', empty, rank),
      tooltip: [
        l10n.t(
          '{0}: rank {1} has a peak heap of {2}, the mean is {3} over {4}',
          title,
          rank,
          dataSize(high),
          dataSize(Math.round(mean)),
          counted(measured, 'rank'),
        ),
        memory.explanation,
        memory.advice,
      ].join('\n\n'),
      spoken: l10n.t('{0}, {1}, rank {2} has the peak', title, empty, rank),
      icon: { id: 'database' },
      context: 'property',
      property,
      page,
      children: [...(call === undefined ? [] : [callRow(call, id)]), ...rankRows(processes, memory, id)],
    },
  ];
}

/** The line that holds most on the rank that holds most. */
function callRow({ callPath, place, most, rank }: MemoryCall, above: string): Row {
  const path = callPath.map(({ region }) => plainLine(region));
  const label = path.slice(-2).join(' › ');
  const where = place === undefined ? undefined : `${plainLine(fileName(place.file))}:${place.line}`;
  const held = l10n.t('{0} on rank {1}', dataSize(most), rank);
  return {
    id: `${above}/call`,
    label: label === '' ? l10n.t('the whole program') : label,
    description: [held, ...(where === undefined ? [] : [where])].join(' · '),
    tooltip: l10n.t('{0}\n{1} at peak memory', path.join(' › '), held),
    spoken: `${label}, ${held}, ${where ?? l10n.t('no source line')}`,
    icon: { id: 'symbol-method' },
    ...placeCommand(
      'heap',
      callPath.map(({ region }) => ({ region })),
      place,
    ),
    children: [],
  };
}

function rankRows(processes: readonly ProcessMemory[], { measured }: ShownMemory, above: string): Row[] {
  const rows = processes.map(({ rank, high, time }): Row => {
    const label = `rank ${rank}`;
    return {
      id: `${above}/rank:${rank}`,
      label,
      description: dataSize(high),
      tooltip: l10n.t('{0} has its peak heap of {1} after {2}', label, dataSize(high), duration(time)),
      spoken: `${label}, ${dataSize(high)}`,
      icon: { id: 'server-process' },
      children: [],
    };
  });
  const more = measured - processes.length;
  return more <= 0
    ? rows
    : [...rows, { id: `${above}/more`, label: `${more} more`, icon: { id: 'ellipsis' }, children: [] }];
}
