import { describe, expect, it } from 'vitest';
import { groupLabels } from '../../../src/experiments/compare/labels.js';

const run = (name: string, created: string, id = 'a') => ({ name, created, id });
const early = '2026-01-01T12:00:00';
const late = '2026-01-01T12:00:07';

describe('labels of groups', () => {
  it('are the names of their runs', () => {
    const group = { runs: [run('heat', early), run('heat', late)] };
    const mixed = { runs: [run('heat', early), run('wave', late)] };
    expect(groupLabels([group, mixed, { label: 'after', runs: [] }])).toEqual([
      'heat (2 runs)',
      'heat + wave',
      'after',
    ]);
  });

  it('distinguish runs of one name by their start, else by the name of their folder', () => {
    const other = { runs: [run('wave', early)] };
    expect(groupLabels([{ runs: [run('heat', early)] }, other, { runs: [run('heat', late)] }])).toEqual([
      'heat · 2026-01-01 12:00:00',
      'wave',
      'heat · 2026-01-01 12:00:07',
    ]);
    expect(groupLabels([{ runs: [run('heat', early, 'x')] }, { runs: [run('heat', early, 'y')] }])).toEqual([
      'heat · x',
      'heat · y',
    ]);
  });
});
