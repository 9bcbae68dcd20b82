import { l10n } from 'vscode';
import { counted, duration, percent, plainLine } from '../../base/text.js';
import { type ExperimentSummary, PORTION } from '../../protocol/experiments.js';
import { moment } from '../format.js';
import type { Row } from '../views/row.js';

/** The rows of the Experiments view, in the engine's order: newest first. */
export function experimentRows(experiments: readonly ExperimentSummary[], selected: string | undefined): Row[] {
  return experiments.map((experiment) => experimentRow(experiment, experiment.id === selected));
}

/** The row that lists more. @param count how many experiments are not listed */
export function olderRow(count: number): Row {
  const label = l10n.t('Show {0} more', Math.min(PORTION, count));
  const description = counted(count, 'older experiment');
  return {
    id: 'older',
    label,
    description,
    spoken: `${label}, ${description}`,
    icon: { id: 'ellipsis' },
    command: { id: 'trimtab.showOlderExperiments', title: label, arguments: [] },
    children: [],
  };
}

function experimentRow(experiment: ExperimentSummary, selected: boolean): Row {
  const name = plainLine(experiment.name);
  const parts = describe(experiment);
  const readable = experiment.state !== 'damaged' && experiment.state !== 'running';
  return {
    id: experiment.id,
    label: name,
    description: parts.join(' · '),
    tooltip: tooltip(experiment, parts),
    spoken: [name, ...(selected ? [l10n.t('marks shown')] : []), ...parts].join(', '),
    icon: icon(experiment.state, selected),
    ...(readable
      ? { command: { id: 'trimtab.selectExperiment', title: 'Show Marks', arguments: [experiment.id] } }
      : {}),
    context: context(experiment.state, selected),
    experiment,
    children: [],
  };
}

/** Date, program, worst property, ranks, time and note, as far as they are known; a narrow side bar cuts the end. */
function describe(experiment: ExperimentSummary): string[] {
  if (experiment.state === 'damaged') return ['damaged', plainLine(experiment.problem ?? l10n.t('unreadable files'))];
  const { worst, measurement, totalTime, note } = experiment;
  const name = plainLine(experiment.name);
  // A name that was not given by the person is made of the program and its ranks already.
  const unlessNamed = (part: string) => (name.includes(part) ? [] : [part]);
  return [
    ...(experiment.state === 'complete' ? [] : [experiment.state]),
    moment(experiment.created),
    ...unlessNamed(plainLine(experiment.program)),
    ...(measurement === undefined ? [] : [measurement]),
    ...(worst === undefined ? [] : [`${plainLine(worst.title)} ${percent(worst.severity)}`]),
    ...unlessNamed(counted(experiment.processes, 'rank')),
    ...(totalTime === undefined ? [] : [l10n.t('{0} in all', duration(totalTime))]),
    ...(note === undefined || note === '' ? [] : [plainLine(note)]),
  ];
}

function tooltip(experiment: ExperimentSummary, parts: readonly string[]): string {
  const problem = experiment.state === 'damaged' ? undefined : experiment.problem;
  return [
    plainLine(experiment.name),
    ...parts,
    ...(problem === undefined ? [] : [problem]),
    `target ${plainLine(experiment.target)}`,
    experiment.folder,
  ].join('\n');
}

const stateIcons = {
  complete: { id: 'circle-outline' },
  running: { id: 'sync~spin' },
  cancelled: { id: 'circle-slash' },
  failed: { id: 'error', color: 'list.errorForeground' },
  damaged: { id: 'warning', color: 'list.warningForeground' },
} as const;

function icon(state: ExperimentSummary['state'], selected: boolean): NonNullable<Row['icon']> {
  return selected ? { id: 'eye' } : stateIcons[state];
}

/** `when` clauses of the manifest look for these words: what can be shown, renamed or deleted. */
function context(state: ExperimentSummary['state'], selected: boolean): string {
  if (state === 'damaged') return 'experiment.damaged';
  if (state === 'running') return 'experiment.running';
  return selected ? 'experiment.selected' : 'experiment';
}
