import type { UncertainLocation, UncertainState, Uncertainty } from '../../model/findings.js';
import { counted, duration, percent, plainLine } from '../../model/text.js';
import type { Row } from '../views/row.js';

/** How many locations are listed; a run may have thousands. */
const shownLocations = 16;

/** The row that says what of a run is uncertain and not judged, with the locations concerned below it. */
export function uncertaintyRow({ title, explanation, advice, locations }: Uncertainty): Row {
  const sentence = plainLine(explanation);
  const hidden = locations.length - shownLocations;
  return {
    id: 'uncertainty',
    label: plainLine(title),
    description: sentence,
    tooltip: `${sentence}\n\n${plainLine(advice)}`,
    spoken: `${plainLine(title)}: ${sentence}`,
    icon: { id: 'question', color: 'list.warningForeground' },
    children: [
      ...locations.slice(0, shownLocations).map(locationRow),
      ...(hidden > 0
        ? [{ id: 'uncertainty/more', label: `${hidden} more`, icon: { id: 'ellipsis' }, children: [] }]
        : []),
    ],
  };
}

const states: Readonly<Record<UncertainState, string>> = {
  lost: 'lost',
  cut: 'ends early',
  gaps: 'lacks events',
  unbalanced: 'calls and returns do not fit',
  'metrics-only': 'records no calls',
  messages: 'messages in doubt',
};

function locationRow(location: UncertainLocation): Row {
  const label = plainLine(location.name);
  const { from, missing } = location;
  const state = from === undefined ? states[location.state] : `${states[location.state]} at ${duration(from)}`;
  const share =
    missing === undefined ? [] : [`${percent(missing)} ${from === undefined ? 'of its events' : 'of the run'} missing`];
  const facts = [state, ...share, ...countsOf(location)];
  return {
    id: `uncertainty/location:${location.location}`,
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
