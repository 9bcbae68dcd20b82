import { describe, expect, test } from 'vitest';
import { analyzeTrace, exclusive, total, toTsv } from '../../../../src/analysis/trace/index.js';
import { elementAt } from '../../../../src/base/elements.js';
import type { SeverityColumn } from '../../../../src/model/performanceSpace.js';
import { TraceBuilder } from '../../../support/traceBuilder.js';
import { shippedProperties } from '../../../../src/properties/index.js';

const { metrics } = shippedProperties;

function rows({ callPath, location, value }: SeverityColumn): number[][] {
  return Array.from(value, (seconds, i) => [elementAt(callPath, i), elementAt(location, i), seconds]);
}

function twoProcesses(): TraceBuilder {
  const builder = new TraceBuilder();
  for (const late of [0, 1]) {
    const [writer] = builder.process();
    writer
      .enter(0, 'main')
      .enter(1, 'f')
      .leave(3 + late, 'f')
      .leave(5, 'main');
  }
  return builder;
}

describe('performance space', () => {
  test('columns are sorted by call path and location, without zeros', () => {
    const { space } = analyzeTrace(twoProcesses().build(), { program: 'test' });
    expect(rows(exclusive(space, 'time'))).toEqual([
      [0, 0, 3],
      [0, 1, 2],
      [1, 0, 2],
      [1, 1, 3],
    ]);
    expect(total(space, 'time')).toBe(10);
  });

  test('metrics without values are empty', () => {
    const { space } = analyzeTrace(twoProcesses().build(), { program: 'test' });
    expect(space.severities.has('mpi_latesender')).toBe(false);
    expect(rows(exclusive(space, 'mpi_latesender'))).toEqual([]);
  });

  test('unique names are unique, and every metric comes after its parent', () => {
    const names = metrics.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    metrics.forEach(({ parent }, i) => expect(parent === undefined || names.indexOf(parent) < i).toBe(true));
  });

  test('the table has full precision and one line per value, even with odd names', () => {
    const builder = new TraceBuilder();
    const [writer] = builder.process();
    writer.enter(0, 'odd\tname\n').leave(1 / 3, 'odd\tname\n');
    const trace = builder.build();
    const lines = [...toTsv(analyzeTrace(trace, { program: 'test' }).space, trace.definitions)];
    expect(lines[0]).toBe('metric\tcallpath\tlocation\tvalue');
    expect(lines).toContain(`time\todd name \t0\t${1 / 3}`);
  });
});
