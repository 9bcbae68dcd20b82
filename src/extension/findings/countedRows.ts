import { l10n } from 'vscode';
import { counted, duration, fileName, percent, plainLine, quantity } from '../../base/text.js';
import { isCounted } from '../../model/callCounts.js';
import type { OtherMetrics } from '../../model/findings/otherMetrics.js';
import type { CounterReport } from '../../model/counters.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import type { ShownReport } from '../../protocol/report.js';
import type { Row } from '../views/row.js';
import { placeCommand } from './placeCommand.js';

/**
 * Returns counts in addition to the time: counters and other metrics, events, groups, parameters, moments; empty if
 * there are none.
 */
export function countedRows({ counters = [], beside = {} }: Pick<ShownReport, 'counters' | 'beside'>): readonly Row[] {
  const children = [...counters.map(counterRow), ...otherMetricsRows(beside)];
  if (children.length === 0) return [];
  return [
    {
      id: 'counted',
      label: l10n.t('Counters and Events'),
      description: children.map(({ label }) => label).join(', '),
      tooltip: l10n.t('Counters of the measurement, with the functions that have the largest values'),
      icon: { id: 'symbol-numeric' },
      children,
    },
  ];
}

function counterRow({ name, unit, total, functions }: CounterReport, index: number): Row {
  const id = `counter:${index}`;
  const label = plainLine(name);
  const all = quantity(total, unit);
  return {
    id,
    label,
    description: all,
    tooltip: l10n.t('{0}: {1} in total; below are the functions with the largest exclusive values', label, all),
    icon: { id: 'symbol-numeric' },
    children: functions.map(({ region, place, own, inclusive, calls }, at): Row => {
      const share = total > 0 ? Math.min(1, own / total) : 0;
      const each = calls > 0 ? l10n.t(', {0} a call', quantity(inclusive / calls, unit)) : '';
      return placedRow(`${id}/${at}`, region, place, {
        facts: `${percent(share)} · ${quantity(own, unit)}`,
        tooltip: l10n.t('{0} exclusive, {1} inclusive{2}', quantity(own, unit), quantity(inclusive, unit), each),
      });
    }),
  };
}

function otherMetricsRows({ ranges = [], events = [], groups = [], slices = [], moments = [] }: OtherMetrics): Row[] {
  return [
    ...listRow(
      'events',
      l10n.t('Events'),
      events,
      ({ name, context = [], place, unit, count, min, mean, max, deviation }, id) => {
        const where = context.map((step) => shortFunctionName(plainLine(step))).join(' › ');
        const value = (one: number): string => quantity(one, unit);
        return placedRow(id, where === '' ? name : `${name}: ${where}`, place, {
          facts: l10n.t('{0} · {1} on average', counted(count, 'time'), value(mean)),
          tooltip: l10n.t(
            'from {0} to {1}, {2} on average, standard deviation {3}',
            value(min),
            value(max),
            value(mean),
            value(deviation),
          ),
        });
      },
    ),
    ...ranges.flatMap(({ name, title, unit, functions }) =>
      listRow(`range:${name}`, plainLine(title), functions, ({ region, place, least, most }, id) =>
        placedRow(id, region, place, {
          facts: least === most ? quantity(most, unit) : `${quantity(least, unit)} to ${quantity(most, unit)}`,
          tooltip: l10n.t('The least and the greatest value over all call paths and locations'),
        }),
      ),
    ),
    ...listRow('groups', l10n.t('Groups of Functions'), groups, ({ name, functions, calls, seconds, share }, id) =>
      placedRow(id, name, undefined, {
        facts: `${percent(share)} · ${duration(seconds)}`,
        tooltip: [counted(functions, 'function'), ...callsText(calls, seconds)].join(', '),
      }),
    ),
    ...listRow(
      'slices',
      l10n.t('Functions by Parameters'),
      slices,
      ({ region, place, parameters, calls, inclusive }, id) =>
        placedRow(id, `${region}: ${parameters}`, place, {
          facts: [duration(inclusive), ...callsText(calls, inclusive)].join(' · '),
          tooltip: l10n.t('Inclusive time while the parameters had these values'),
        }),
    ),
    ...listRow('moments', l10n.t('Moments of the Run'), moments, ({ name, time, seconds }, id) =>
      placedRow(id, name, undefined, {
        facts: l10n.t('{0} until then', duration(seconds)),
        tooltip: time === undefined ? l10n.t('Time not recorded') : l10n.t('{0} after the run began', duration(time)),
      }),
    ),
  ];
}

/** Nothing where calls were not counted. */
const callsText = (calls: number, time: number): string[] => (isCounted(calls, time) ? [counted(calls, 'call')] : []);

/** A row with one below for each of a list; none where that is empty. */
function listRow<T>(name: string, label: string, list: readonly T[], rowOf: (one: T, id: string) => Row): Row[] {
  if (list.length === 0) return [];
  const id = `counted:${name}`;
  const children = list.map((one, at) => rowOf(one, `${id}/${at}`));
  return [{ id, label, description: counted(list.length, 'row'), icon: { id: 'list-unordered' }, children }];
}

function placedRow(
  id: string,
  name: string,
  place: SourcePlace | undefined,
  { facts, tooltip }: { facts: string; tooltip: string },
): Row {
  const label = shortFunctionName(plainLine(name));
  const where = place === undefined ? [] : [`${plainLine(fileName(place.file))}:${place.line}`];
  return {
    id,
    label,
    description: [facts, ...where].join(' · '),
    tooltip: `${plainLine(name)}\n${tooltip}`,
    spoken: [label, facts, ...where].join(', '),
    icon: { id: place === undefined ? 'symbol-misc' : 'symbol-method' },
    ...placeCommand('time', [{ region: name }], place),
    children: [],
  };
}
