/** A running program as clients are told of it. */
import { counted, dataSize, duration, percent } from '../../base/text.js';
import { isSameSelection, type LiveRank, type LiveView } from '../../measurement/live/view.js';
import type { LiveRunSummary, LiveSwitch } from '../../protocol/live.js';

export function shownLive(named: Pick<LiveRunSummary, 'id' | 'title'>, view: LiveView): LiveRunSummary {
  return {
    ...named,
    description: standing(view),
    ranks: view.ranks.map((rank) => ({ rank: rank.rank, description: rankText(rank) })),
    groups: groupsOf(view),
    functions: functionsOf(view),
  };
}

function standing(view: LiveView): string {
  const { ranks, size, phase, silent } = view;
  const iterations = ranks.map(({ iteration }) => iteration);
  const overhead = Math.max(0, ...ranks.map((rank) => rank.overhead));
  const modes = [...new Set(ranks.map(({ mode }) => mode))].join(', ');
  return [
    counted(size, 'rank'),
    phase === undefined ? 'no progress loop' : `iteration ${Math.min(...iterations)}`,
    modes,
    `overhead ${percent(overhead)}`,
    ...(silent.length > 0 ? [`nothing told by ${counted(silent.length, 'rank')}`] : []),
    ...(isSameSelection(view) ? [] : ['ranks differ']),
  ].join(', ');
}

function rankText({ iteration, mode, bytes, overhead, seconds }: LiveRank): string {
  return `iteration ${iteration}, ${mode}, ${duration(seconds)}, ${dataSize(bytes)}, overhead ${percent(overhead)}`;
}

/** What is in each group; of what is in none nothing is said, as that is the rest. */
function groupsOf({ groups, functions }: LiveView): LiveSwitch[] {
  return groups.map(({ name, on, ranges }) => {
    const members = functions.filter((each) => each.groups.includes(name)).length;
    const counts = [
      ...(members > 0 ? [counted(members, 'function')] : []),
      ...(ranges > 0 ? [counted(ranges, 'range')] : []),
    ];
    return { name, on, description: counts.join(', ') };
  });
}

function functionsOf({ functions, sums }: LiveView): LiveSwitch[] {
  const seen = new Map(sums.map((sum) => [sum.path.at(-1) ?? '', sum]));
  return functions
    .toSorted((a, b) => (seen.get(b.name)?.own ?? 0) - (seen.get(a.name)?.own ?? 0))
    .map(({ name, on }) => {
      const sum = seen.get(name);
      return { name, on, description: sum === undefined ? '' : `${counted(sum.visits, 'call')}, ${duration(sum.own)}` };
    });
}
