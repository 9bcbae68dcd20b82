import type { Doubt, UncertainLocation, UncertainState } from '../../model/findings/findings.js';
import { counted, duration, percent, plainLine } from '../../base/text.js';
import type { Row } from '../views/row.js';

/** How many locations are listed; a run may have thousands. */
const shownLocations = 16;

/** The row that says why the numbers of a run are doubtful, with the locations concerned below it. */
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
  cut: 'ends early',
  gaps: 'events are missing',
  unbalanced: 'calls and returns do not fit',
  'metrics-only': 'records no calls',
  messages: 'uncertain messages',
};

function locationRow(location: UncertainLocation, above: string): Row {
  const label = plainLine(location.name);
  const { from, missing } = location;
  const state = from === undefined ? states[location.state] : `${states[location.state]} at ${duration(from)}`;
  const share =
    missing === undefined ? [] : [`${percent(missing)} ${from === undefined ? 'of its events' : 'of the run'} missing`];
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
    [openRegions, 'region', 'never left'],
    [strayLeaves, 'return', 'without its call'],
    [unmatchedSends, 'send', 'without receive'],
    [unmatchedReceives, 'receive', 'without send'],
    [doubtfulReceives, 'receive', 'whose send is not certain'],
    [openRequests, 'request', 'without completion'],
  ];
  return counts.flatMap(([number, noun, how]) => (number === undefined ? [] : [`${counted(number, noun)} ${how}`]));
}
