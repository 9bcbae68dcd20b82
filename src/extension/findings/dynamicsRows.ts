/** How the run changes from iteration to iteration: under what changes, and a row of the loop itself. */
import { l10n } from 'vscode';
import { counted, duration, fileName, percent, plainLine } from '../../base/text.js';
import {
  changeText,
  findingText,
  isOfLoop,
  loopText,
  patternText,
  sparkline,
} from '../../model/dynamics/dynamicsText.js';
import type { FoundAt, ShownChange, ShownReport } from '../../protocol/report.js';
import type { Row } from '../views/row.js';

type Changing = Pick<ShownReport, 'dynamics' | 'locations'>;

/** Rows under a finding, of its property at its call path on the ranks that change alike. */
export function changeRows(finding: FoundAt, report: Changing, id: string): readonly Row[] {
  const key = keyOf(finding.property, finding.callPath);
  return (report.dynamics?.changes ?? [])
    .filter((change) => keyOf(change.metric, change.callPath) === key)
    .map((change) => changeRow(change, report, id));
}

/**
 * The row of the loop, behind all that loses time, with the changes of its iterations and of what has no finding above. Its
 * time is that of the findings: it has neither their color nor a place in their order.
 */
export function loopRows(report: Changing & Pick<ShownReport, 'findings'>): readonly Row[] {
  const { dynamics } = report;
  if (dynamics === undefined) return [];
  const { loop, none, changes, more } = dynamics;
  if (loop === undefined) return none === undefined ? [] : [noneRow(none)];
  const above = new Set(report.findings.map(({ property, callPath }) => keyOf(property, callPath)));
  const own = changes.filter((change) => !above.has(keyOf(change.metric, change.callPath)));
  const worst = own.find((change) => isOfLoop(change));
  const id = 'dynamics';
  const label = l10n.t('Loop of {0}', plainLine(loop.name));
  const text = loopText(loop, worst);
  return [
    {
      id,
      label,
      description: text,
      tooltip: [label, plainLine(loop.sentence), l10n.t('{0} of the run', percent(loop.coverage))].join('\n\n'),
      spoken: `${label}, ${text.replace(sparkline(loop.bins), '').replaceAll(/ · {2}· | · /g, ', ')}`,
      icon: { id: 'sync' },
      command: { id: 'trimtab.showDynamics', title: 'Show Dynamics', arguments: [{ page: true }] },
      ...(worst === undefined ? {} : { context: 'property', property: worst.property, page: worst.page }),
      children: [
        ...own.map((change) => changeRow(change, report, id)),
        ...(more === 0 ? [] : [{ id: `${id}/more`, label: `${more} more`, icon: { id: 'ellipsis' }, children: [] }]),
      ],
    },
  ];
}

function noneRow(none: string): Row {
  return { id: 'dynamics', label: plainLine(none), tooltip: none, icon: { id: 'info' }, children: [] };
}

const icons: Readonly<Record<ShownChange['property'], string>> = {
  dynamics_peaks: 'pulse',
  dynamics_trends: 'arrow-up',
  dynamics_improvements: 'arrow-down',
  dynamics_moving_imbalance: 'arrow-swap',
  dynamics_variability: 'graph-scatter',
};

function changeRow(change: ShownChange, report: Changing, above: string): Row {
  const { property, page, title, number, severity, excess, callPath, place, locations, patterns } = change;
  const id = `${above}/change:${number}`;
  const path = callPath.map(({ region }) => plainLine(region));
  const what = above === 'dynamics' && !isOfLoop(change) ? ` of ${path.at(-1) ?? plainLine(change.changing)}` : '';
  const where = place === undefined ? '' : ` · ${plainLine(fileName(place.file))}:${place.line}`;
  const ranks = `${counted(locations.length, 'location')} of ${report.locations.length}`;
  return {
    id,
    label: `${title}${what}`,
    description: `${findingText(change)}${what === '' ? '' : where}`,
    tooltip: [
      l10n.t('{0} of {1}: {2}', title, plainLine(change.changing), plainLine(change.sentence)),
      [...path.slice(-3)].join(' › '),
      ...(severity > 0
        ? [
            l10n.t(
              '{0} of the loop, {1} of the run: {2} on {3}',
              percent(severity),
              percent(change.shareOfRun),
              duration(excess),
              ranks,
            ),
          ]
        : [ranks]),
      change.explanation,
      change.advice,
    ].join('\n\n'),
    spoken: [`${title}${what}`, changeText(change), ...(severity > 0 ? [percent(severity)] : []), ranks].join(', '),
    icon: { id: icons[property] },
    command: { id: 'trimtab.showDynamics', title: 'Show Iteration', arguments: [{ finding: number }] },
    context: 'property',
    property,
    page,
    children: patterns.length < 2 ? [] : patterns.map((pattern, at) => patternRow(pattern, number, `${id}/${at}`)),
  };
}

function patternRow(pattern: ShownChange['patterns'][number], finding: number, id: string): Row {
  const { kind, first, top = first, before, after, excess, severity, recovered, costsUntil } = pattern;
  const until =
    costsUntil === undefined || kind === 'peak'
      ? ''
      : recovered === true
        ? l10n.t(', until {0}', costsUntil)
        : l10n.t(', to the end');
  const label = patternText(pattern);
  const description =
    severity > 0 ? `${percent(severity)} · ${duration(excess)}` : `${duration(before)} → ${duration(after)}`;
  return {
    id,
    label: `${label}${until}`,
    description,
    tooltip: l10n.t(
      '{0}{1}: {2} an iteration before, {3} after, on all its ranks together',
      label,
      until,
      duration(before),
      duration(after),
    ),
    spoken: `${label}${until}, ${description}`,
    icon: { id: 'debug-stackframe-dot' },
    command: { id: 'trimtab.showDynamics', title: 'Show Iteration', arguments: [{ finding, iteration: top }] },
    children: [],
  };
}

const keyOf = (property: string, callPath: FoundAt['callPath']): string =>
  JSON.stringify([property, ...callPath.map(({ region, callSite }) => [region, callSite ?? null])]);
