import type { LiveRunSummary, LiveSwitch } from '../../protocol/live.js';
import type { Row } from '../views/row.js';

/** Rows for running programs; functions and groups can be ticked. */
export function liveRows(runs: readonly LiveRunSummary[]): Row[] {
  return runs.map((run) => {
    const children = [
      ...group(run, 'Functions', 'function', run.functions, true),
      ...group(run, 'Groups', 'group', run.groups, false),
      ...ranks(run),
    ];
    return {
      // A row that was shown without children stays closed for good: one that has told something is another row.
      id: children.length === 0 ? `${run.id}/untold` : run.id,
      label: run.title,
      description: run.description,
      tooltip: `${run.title}: ${run.description}`,
      icon: { id: 'pulse' },
      context: 'liveRun',
      liveRun: run.id,
      expanded: true,
      children,
    };
  });
}

function ranks({ id, ranks: all }: LiveRunSummary): Row[] {
  if (all.length === 0) return [];
  const children = all.map(({ rank, description }): Row => ({
    id: `${id}/rank/${rank}`,
    label: `Rank ${rank}`,
    description,
    children: [],
  }));
  return [{ id: `${id}/ranks`, label: 'Ranks', icon: { id: 'server-process' }, children }];
}

function group(
  { id }: LiveRunSummary,
  label: string,
  kind: 'function' | 'group',
  switches: readonly LiveSwitch[],
  expanded: boolean,
): Row[] {
  if (switches.length === 0) return [];
  const children = switches.map(({ name, on, description }): Row => ({
    id: `${id}/${kind}/${name}`,
    label: name,
    ...(description === '' ? {} : { description }),
    spoken: `${name}, ${on ? 'measured' : 'not measured'}${description === '' ? '' : `, ${description}`}`,
    children: [],
    tick: { on, kind, run: id, name },
  }));
  return [{ id: `${id}/${kind}s`, label, icon: { id: 'list-selection' }, children, expanded }];
}
