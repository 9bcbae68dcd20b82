import { l10n } from 'vscode';
import type { Doubt, UncertainLocation, UncertainState } from '../../model/findings/findings.js';
import { counted, duration, percent, plainLine } from '../../base/text.js';
import type { Row } from '../views/row.js';

/** How many locations are listed; a run may have thousands. */
const shownLocations = 16;

/** Returns the row of a warning about the numbers of a run, with the affected locations below it. */
export function doubtRow({ kind, severity, title, sentence, advice, uncertainty }: Doubt): Row {
  const id = `doubt:${kind}`;
  const label = capitalized(plainLine(title));
  const text = plainLine(sentence);
  const locations = uncertainty?.locations ?? [];
  const hidden = locations.length - shownLocations;
  return {
    id,
    label,
    description: text,
    tooltip: `${label}\n\n${text}\n\n${plainLine(advice)}`,
    spoken: `${label}: ${text}`,
    icon: icons[severity],
    children: [
      ...locations.slice(0, shownLocations).map((location) => locationRow(location, id)),
      ...(hidden > 0 ? [{ id: `${id}/more`, label: `${hidden} more`, icon: { id: 'ellipsis' }, children: [] }] : []),
    ],
  };
}

const icons = {
  error: { id: 'error', color: 'list.errorForeground' },
  warning: { id: 'question', color: 'list.warningForeground' },
} as const;

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const states: Readonly<Record<UncertainState, string>> = {
  lost: 'lost',
  cut: l10n.t('ends early'),
  gaps: l10n.t('events are missing'),
  unbalanced: l10n.t('calls and returns do not match'),
  'metrics-only': l10n.t('no calls recorded'),
  messages: l10n.t('uncertain messages'),
};

function locationRow(location: UncertainLocation, above: string): Row {
  const label = plainLine(location.name);
  const { from, missing } = location;
  const state = from === undefined ? states[location.state] : `${states[location.state]} at ${duration(from)}`;
  const share =
    missing === undefined
      ? []
      : [`${percent(missing)} ${from === undefined ? l10n.t('of its events') : l10n.t('of the run')} missing`];
  const facts = [state, ...share, ...countsOf(location)];
  return {
    id: `${above}/location:${location.location}`,
    label,
    description: facts.slice(0, 2).join(' · '),
    tooltip: [label, ...facts].join('\n'),
    spoken: [label, ...facts].join(', '),
    icon: { id: 'server-process' },
    children: [],
  };
}

function countsOf({
  openRegions,
  strayLeaves,
  unmatchedSends,
  unmatchedReceives,
  doubtfulReceives,
  openRequests,
}: UncertainLocation): string[] {
  const counts: readonly (readonly [number | undefined, string, string])[] = [
    [openRegions, 'region', l10n.t('without exit')],
    [strayLeaves, 'return', l10n.t('without entry')],
    [unmatchedSends, 'send', l10n.t('without receive')],
    [unmatchedReceives, 'receive', l10n.t('without send')],
    [doubtfulReceives, 'receive', l10n.t('with uncertain send')],
    [openRequests, 'request', l10n.t('without completion')],
  ];
  return counts.flatMap(([number, noun, how]) => (number === undefined ? [] : [`${counted(number, noun)} ${how}`]));
}
