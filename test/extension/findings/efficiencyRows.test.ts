/** The efficiencies of a run as rows of Findings. */
import { describe, expect, it } from 'vitest';
import { efficiencyRows } from '../../../src/extension/findings/efficiencyRows.js';
import type { Row } from '../../../src/extension/views/row.js';
import type { EfficiencyTimes } from '../../../src/model/findings/efficiency.js';

const place = { file: '/src/heat.c', line: 12 };
const times: EfficiencyTimes = {
  ...{ runTime: 10, processes: 2, threads: 2, averageUseful: 6, mostUseful: 9, idealTime: 9 },
  losses: [
    { level: 'load_balance', region: 'solve', place, seconds: 3 },
    { level: 'communication_efficiency', region: 'MPI_Init', seconds: 1 },
  ],
};

/** Labels and descriptions, indented by depth. */
const told = (rows: readonly Row[], depth = 0): string[] =>
  rows.flatMap(({ label, description, children }) => [
    `${'  '.repeat(depth)}${label}: ${description ?? ''}`,
    ...told(children, depth + 1),
  ]);

const ids = (rows: readonly Row[]): string[] => rows.flatMap(({ id, children }) => [id, ...ids(children)]);

describe('efficiencies in Findings', () => {
  it('are a tree with the code at which each is lost', () => {
    expect(told(efficiencyRows({ efficiency: times }))).toEqual([
      'Parallel efficiency: 60.0 %',
      '  Load balance: 66.7 %',
      '    solve: −30.0 % · heat.c:12',
      '  Communication efficiency: 90.0 %',
      '    Serialization efficiency: 100.0 %',
      '    Transfer efficiency: 90.0 %',
      '    MPI_Init: −10.0 %',
    ]);
  });

  it('are none of one thread, which shares nothing', () => {
    expect(efficiencyRows({ efficiency: { ...times, processes: 1, threads: 1 } })).toEqual([]);
  });

  it('lead to the line', () => {
    const [whole] = efficiencyRows({ efficiency: times });
    expect(whole?.children[0]?.children[0]?.command).toMatchObject({ id: 'trimtab.showFinding' });
    expect(whole?.children[1]?.children.at(-1)?.command).toBe(undefined);
  });

  it('omit unknown values, and report so', () => {
    const { idealTime, ...profile } = times;
    expect(idealTime).toBe(9);
    const [whole] = efficiencyRows({ efficiency: profile });
    expect(told(whole === undefined ? [] : [whole]).join('\n')).not.toContain('Serialization');
    expect(whole?.tooltip).toContain('critical path');
  });

  it('have the additive ones next to them if processes have threads, each row with a unique identifier', () => {
    const teams = { averageOutside: 8, mostOutside: 9, serialIdle: 1, regionLoss: 1, otherLoss: 0 };
    const rows = efficiencyRows({ efficiency: { ...times, teams } });
    expect(told(rows)).toContain('  Additive hierarchy: ');
    expect(told(rows)).toContain('      Serial region efficiency: 90.0 %');
    expect(new Set(ids(rows)).size).toBe(ids(rows).length);
  });

  it('are nothing where no times are known', () => {
    expect(efficiencyRows({})).toEqual([]);
  });
});
