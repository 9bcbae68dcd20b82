import { present } from '../../base/present.js';
import { l10n } from 'vscode';
import { doubtsOf, headlineDoubt } from '../../model/findings/doubts.js';
import { extentOf } from '../../model/findings/extent.js';
import type { LocationShare, RootCause } from '../../model/findings/findings.js';
import { bestGain } from '../../model/findings/findingsByLine.js';
import type { Gain } from '../../model/findings/prediction.js';
import { changeOfRunText, gainText } from '../../model/text/gainText.js';
import { scenarioText } from '../../model/text/scenarioText.js';
import type { Problem } from '../../base/problem.js';
import { amount, lost } from '../../model/findings/mainMetric.js';
import { byRank } from '../../model/findings/ranking.js';
import { counted, duration, fileName, percent, plainLine } from '../../base/text.js';
import { severityLevel } from '../../model/findings/severityLevel.js';
import type { FoundAt, ShownFinding, ShownReport } from '../../protocol/report.js';
import type { Row } from '../views/row.js';
import { changeRows, loopRows } from './dynamicsRows.js';
import { doubtRow } from './doubtRow.js';
import { countedRows } from './countedRows.js';
import { efficiencyRows } from './efficiencyRows.js';
import { entityRows } from './entityRows.js';
import { memoryRows } from './memoryRows.js';

/**
 * Returns the rows of the Findings view: the run, its warnings, its properties worst first, its dynamics, its
 * efficiencies, and its memory imbalance. Counts, the program's entities, and remarks on the data follow.
 */
export function findingRows(report: ShownReport, order: FindingsOrder = 'time'): readonly Row[] {
  const properties = groupByProperty(report.findings, orders[order]);
  return [
    runRow(report),
    ...doubtsOf(report).map(doubtRow),
    ...(properties.length === 0 ? [nothingRow(report)] : properties.map((group) => propertyRow(group, report, order))),
    ...loopRows(report),
    ...efficiencyRows(report),
    ...memoryRows(report),
    ...countedRows(report),
    ...entityRows(report),
    ...problemRows(report.problems),
  ];
}

/** The row of a finding, for revealing it; undefined when the rows are of another run. */
export function rowOfFinding(rows: readonly Row[], finding: FoundAt): Row | undefined {
  const wanted = findingKey(finding);
  return rows
    .flatMap((row) => row.children)
    .find((row) => row.finding !== undefined && findingKey(row.finding) === wanted);
}

/** Findings are sorted by the time lost, or by the predicted gain of the best change. */
export type FindingsOrder = 'time' | 'gain';

type Sorted = Pick<ShownFinding, 'property' | 'severity' | 'gain'>;

const orders: Readonly<Record<FindingsOrder, (one: Sorted, other: Sorted) => number>> = {
  time: byRank,
  gain: (one, other) => (other.gain?.saved ?? 0) - (one.gain?.saved ?? 0) || byRank(one, other),
};

interface PropertyGroup {
  readonly property: string;
  /** One at least. */
  readonly findings: readonly [ShownFinding, ...ShownFinding[]];
  readonly severity: number;
  readonly seconds: number;
  /** The largest one: several findings may have the same cause. */
  readonly gain?: Gain;
}

function groupByProperty(
  findings: readonly ShownFinding[],
  order: (one: Sorted, other: Sorted) => number,
): readonly PropertyGroup[] {
  const groups = new Map<string, [ShownFinding, ...ShownFinding[]]>();
  for (const finding of findings) {
    const group = groups.get(finding.property);
    if (group === undefined) groups.set(finding.property, [finding]);
    else group.push(finding);
  }
  return [...groups.values()]
    .map((group) => ({
      property: group[0].property,
      findings: sorted(group, order),
      ...present({ gain: bestGain(group) }),
      severity: group.reduce((sum, finding) => sum + finding.severity, 0),
      seconds: group.reduce((sum, finding) => sum + finding.seconds, 0),
    }))
    .sort(order);
}

function sorted(
  [first, ...rest]: readonly [ShownFinding, ...ShownFinding[]],
  order: (one: Sorted, other: Sorted) => number,
): readonly [ShownFinding, ...ShownFinding[]] {
  const [top = first, ...others] = [first, ...rest].toSorted(order);
  return [top, ...others];
}

function runRow(report: ShownReport): Row {
  const program = plainLine(report.program);
  const { parts, whole } = extentOf(report);
  const { main } = report;
  const total =
    main === undefined
      ? l10n.t('{0} in all', duration(report.totalTime))
      : l10n.t('by {0}: {1} in all', plainLine(main.title), amount(main.total, report));
  const doubt = headlineDoubt(report);
  const doubts = doubt === undefined ? [] : [doubt];
  return {
    id: 'run',
    label: program,
    description: [...doubts, ...parts, total].join(' · '),
    tooltip: [
      program,
      ...doubts,
      [...parts, report.measurement === 'profile' ? 'profile' : counted(report.events, 'event')].join(', '),
      l10n.t('{0} from start to end, {1} ({2} together)', duration(report.span), total, whole),
    ].join('\n'),
    icon: { id: 'graph' },
    children: [],
  };
}

/** A clean bill is given only where nothing speaks against the numbers. */
function nothingRow(report: ShownReport): Row {
  const isDoubtful = doubtsOf(report).length > 0;
  const what = report.measurement === 'profile' ? l10n.t('No significant finding') : l10n.t('No waiting time found');
  return {
    id: 'nothing',
    label: isDoubtful ? l10n.t('{0} in what was recorded', what) : what,
    description: l10n.t('no property above zero'),
    icon: { id: isDoubtful ? 'question' : 'pass' },
    children: [],
  };
}

function propertyRow(
  { findings, severity, seconds, gain }: PropertyGroup,
  report: ShownReport,
  order: FindingsOrder,
): Row {
  const [first] = findings;
  const title = plainLine(first.title);
  const id = `property:${first.property}`;
  return {
    id,
    // A narrow side bar cuts the end: the number comes first.
    label: `${percent(severity)} ${title}`,
    description: numbersText(lost(seconds, first), gain, order),
    tooltip: l10n.t(
      '{0}: {1} of {2}\n\n{3}\n\n{4}',
      title,
      percent(severity),
      wholeOf(first),
      first.explanation,
      first.advice,
    ),
    spoken: l10n.t(
      '{0}, {1}, {2}, at {3}',
      title,
      percent(severity),
      lost(seconds, first),
      counted(findings.length, 'call path'),
    ),
    icon: severityIcon(severity),
    ...about(first),
    children: findings.map((finding, index) => findingRow(finding, report, `${id}/${index}`)),
  };
}

function findingRow(finding: ShownFinding, report: ShownReport, id: string): Row {
  const path = finding.callPath.map((step) => plainLine(step.region));
  const where = placeText(finding);
  const label = path.slice(-2).join(' › ');
  return {
    id,
    label: `${percent(finding.severity)} ${label === '' ? l10n.t('the whole program') : label}`,
    ...present({ description: where }),
    tooltip: [
      path.join(' › '),
      l10n.t('{0} of {1}, {2}', percent(finding.severity), wholeOf(finding), lost(finding.seconds, finding)),
      ...(finding.confidence < 1 ? [l10n.t('Inferred, not proven: confidence {0}', percent(finding.confidence))] : []),
    ].join('\n'),
    spoken: `${label}, ${percent(finding.severity)}, ${where ?? l10n.t('no source line')}`,
    icon: severityIcon(finding.severity),
    command: { id: 'trimtab.showFinding', title: 'Show Finding', arguments: [finding] },
    finding,
    ...about(finding),
    children: [
      ...sourceRows(finding, where, id),
      ...changeRows(finding, report, id),
      ...causeRows(finding, id),
      ...gainRows(finding, id),
      ...partRows(finding, id),
      ...rankRows(finding, id),
    ],
  };
}

function sourceRows(finding: ShownFinding, where: string | undefined, id: string): readonly Row[] {
  if (where === undefined) return [];
  return [
    {
      id: `${id}/source`,
      label: where,
      description: l10n.t('go to line'),
      tooltip: `${finding.place?.file ?? ''}:${finding.place?.line ?? ''}`,
      icon: { id: 'go-to-file' },
      command: { id: 'trimtab.showFinding', title: 'Show Finding', arguments: [finding] },
      children: [],
    },
  ];
}

/** Returns the causes of waiting at these locations; the page explains the method. */
function causeRows({ rootCauses }: ShownFinding, id: string): readonly Row[] {
  return (rootCauses ?? []).map((cause, index) => {
    const label = l10n.t('caused by {0}', plainLine(cause.region));
    const names = cause.locations.map(({ name }) => plainLine(name)).join(', ');
    const longer = cause.longer === undefined ? '' : l10n.t('{0} longer', duration(cause.longer));
    const where = [placeText(cause), names, longer].filter((part) => part !== undefined && part !== '').join(' · ');
    return {
      id: `${id}/cause:${index}`,
      label: `${percent(cause.share)} ${label}`,
      description: where,
      tooltip: l10n.t(
        '{0}\n{1}, {2} of this waiting, {3}',
        cause.callPath.map(({ region }) => plainLine(region)).join(' › '),
        duration(cause.seconds),
        percent(cause.share),
        names === '' ? l10n.t('is caused here') : l10n.t('is caused by longer execution here: {0}', names),
      ),
      spoken: l10n.t('{0}, {1} of this wait, {2}', label, percent(cause.share), where),
      icon: { id: 'debug-step-back' },
      ...about({ property: 'delay', page: 'delay' }),
      children: [],
    };
  });
}

/** The time lost and the gain; a narrow side bar cuts the end, so the number that rows are sorted by comes first. */
function numbersText(time: string, gain: Gain | undefined, order: FindingsOrder): string {
  if (gain === undefined) return time;
  return order === 'gain' ? gainText(gain) : l10n.t('{0} · saves {1}', time, percent(gain.share));
}

/** Returns the predicted gain of the best change. */
function gainRows({ gain }: ShownFinding, id: string): readonly Row[] {
  if (gain === undefined) return [];
  return [
    {
      id: `${id}/gain`,
      label: gainText(gain),
      description: scenarioText(gain.scenario),
      tooltip: l10n.t('Predicted from the trace. {0}', changeOfRunText(gain)),
      icon: { id: 'lightbulb' },
      children: [],
    },
  ];
}

function partRows({ parts }: ShownFinding, id: string): readonly Row[] {
  return (parts ?? []).map(({ property, page, title, seconds, severity, explanation, advice }) => ({
    id: `${id}/part:${property}`,
    label: plainLine(title),
    description: l10n.t('{0} contained · {1}', percent(severity), duration(seconds)),
    tooltip: l10n.t(
      "{0}: {1} of the program's time, contained in this finding\n\n{2}\n\n{3}",
      plainLine(title),
      percent(severity),
      explanation,
      advice,
    ),
    icon: { id: 'list-tree' },
    ...about({ property, page }),
    children: [],
  }));
}

const wholeOf = ({ unit, title }: ShownFinding): string =>
  unit === undefined ? l10n.t("the program's time") : `all ${plainLine(title)}`;

/** Returns the data that a row's menu needs to open the page of its property. */
function about({ property, page }: { property: string; page: string }): Pick<Row, 'context' | 'property' | 'page'> {
  return { context: 'property', property, page };
}

function rankRows(finding: ShownFinding, id: string): readonly Row[] {
  const rows = finding.locations.map((share) => rankRow(share, finding, id));
  const { more } = finding;
  if (more === undefined) return rows;
  const label = `${more.locations} more`;
  return [
    ...rows,
    { id: `${id}/more`, label, description: lost(more.seconds, finding), icon: { id: 'ellipsis' }, children: [] },
  ];
}

function rankRow(share: LocationShare, finding: ShownFinding, id: string): Row {
  const part = finding.seconds > 0 ? share.seconds / finding.seconds : 0;
  const label = plainLine(share.name);
  const seconds = lost(share.seconds, finding);
  return {
    id: `${id}/location:${share.location}`,
    label,
    description: seconds,
    tooltip: l10n.t(
      '{0} {1} {2} here, {3} of this finding',
      label,
      finding.unit === undefined ? 'waits' : 'has',
      seconds,
      percent(part),
    ),
    spoken: l10n.t('{0}, {1}, {2} of this finding', label, seconds, percent(part)),
    icon: { id: 'server-process' },
    children: [],
  };
}

function problemRows(problems: readonly Problem[]): readonly Row[] {
  return problems.map((problem, index) => ({
    id: `problem:${index}`,
    label: plainLine(problem.message),
    ...(problem.where === undefined ? {} : { description: plainLine(problem.where) }),
    tooltip: problem.where === undefined ? problem.message : `${problem.message}\n${problem.where}`,
    spoken: `${problem.level}: ${plainLine(problem.message)}`,
    icon: problemIcons[problem.level],
    children: [],
  }));
}

const problemIcons = {
  error: { id: 'error', color: 'list.errorForeground' },
  warning: { id: 'warning', color: 'list.warningForeground' },
  information: { id: 'info' },
} as const;

/** Shapes differ with the level as in the gutter, so that color is never alone. */
const levelIcons = { low: 'circle-filled', medium: 'triangle-up', high: 'debug-breakpoint-log', critical: 'flame' };

function severityIcon(severity: number): NonNullable<Row['icon']> {
  const level = severityLevel(severity);
  return { id: levelIcons[level], color: `trimtab.severity.${level}` };
}

function placeText({ place }: Pick<FoundAt | RootCause, 'place'>): string | undefined {
  return place === undefined ? undefined : `${plainLine(fileName(place.file))}:${place.line}`;
}

function findingKey(finding: FoundAt): string {
  return JSON.stringify([finding.property, finding.callPath]);
}
