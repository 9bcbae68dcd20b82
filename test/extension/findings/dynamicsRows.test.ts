import { describe, expect, it } from 'vitest';
import { shownReport } from '../../../src/engine/wire/report.js';
import { findingRows } from '../../../src/extension/findings/findingRows.js';
import type { Row } from '../../../src/extension/views/row.js';
import type { DynamicsReport } from '../../../src/model/dynamics/dynamics.js';
import { shippedProperties } from '../../../src/properties/index.js';
import { dynamicsFinding, dynamicsReport } from '../../support/dynamicsReport.js';
import { finding, report } from '../report.js';

const late = finding({ callPath: dynamicsFinding().callPath, place: { file: '/src/heat.c', line: 10 } });
const rowsOf = (dynamics: DynamicsReport | string | undefined) =>
  findingRows(shownReport(report({ findings: [late] }), shippedProperties, dynamics));
const everyRow = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...everyRow(row.children)]);
const withId = (rows: readonly Row[], id: string) => everyRow(rows).find((row) => row.id === id);

describe('rows of what changes by iteration', () => {
  it('are listed under the finding whose amounts change, and lead to the iteration and the page', () => {
    const row = withId(rowsOf(dynamicsReport()), 'property:mpi_latesender/0/change:0');
    expect(row).toMatchObject({
      label: 'Slowing Down',
      description: '▁▁▁▁▁▁▁▁▁▁██████ steps up at 120 · 6.7 %',
      icon: { id: 'arrow-up' },
      context: 'property',
      property: 'dynamics_trends',
      page: 'dynamics_trends',
      command: { id: 'trimtab.showDynamics', arguments: [{ finding: 0 }] },
      spoken: 'Slowing Down, steps up at 120, 6.7 %, 4 locations of 4',
    });
    expect(row?.tooltip).toContain('Slowing Down of Late Sender: Steps up at iteration 120 and stays there.');
  });

  it('are a row of the loop, with what has no finding above', () => {
    const row = withId(rowsOf(dynamicsReport()), 'dynamics');
    expect(row).toMatchObject({
      label: 'Loop of MPI_Irecv',
      description: '200 iterations · 3.90 ms ±12 % · ▁▁▅█ · slows down from iteration 120 (+18 %, 4.10 s)',
      spoken: 'Loop of MPI_Irecv, 200 iterations, 3.90 ms ±12 %, slows down from iteration 120 (+18 %, 4.10 s)',
    });
    expect(row?.children.map(({ label }) => label)).toEqual(['Slowing Down']);
  });

  it('count for no share of time: those of findings stay as they are', () => {
    const without = rowsOf(undefined);
    const descriptions = (rows: readonly Row[]) => rows.map(({ description }) => description);
    expect(descriptions(rowsOf(dynamicsReport()).filter(({ id }) => id !== 'dynamics'))).toEqual(descriptions(without));
    expect(withId(without, 'dynamics')).toBeUndefined();
  });

  it('list each of several changes, with the iteration that it leads to', () => {
    const [pattern] = dynamicsFinding().patterns;
    const peak = { ...pattern!, kind: 'peak' as const, first: 49, last: 51, top: 50 };
    const rows = rowsOf(dynamicsReport({ findings: [dynamicsFinding({ patterns: [peak, pattern!] })] }));
    const { children = [] } = withId(rows, 'property:mpi_latesender/0/change:0') ?? {};
    expect(children.map(({ label, command }) => [label, command?.arguments])).toEqual([
      ['peak at 50', [{ finding: 0, iteration: 50 }]],
      ['steps up at 120, to the end', [{ finding: 0, iteration: 120 }]],
    ]);
  });

  it('show why none exists', () => {
    const none = 'No loop was found: the best candidate repeats 3 times.';
    expect(withId(rowsOf(dynamicsReport({ loops: [], findings: [], none })), 'dynamics')?.label).toBe(none);
    expect(withId(rowsOf('dynamics.json of experiment x is not valid JSON.'), 'dynamics')?.label).toContain(
      'not valid',
    );
  });
});
