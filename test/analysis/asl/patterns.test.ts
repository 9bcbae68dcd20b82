import { describe, expect, it } from 'vitest';
import path from 'node:path';
import { dataOfTrace } from '../../../src/analysis/asl/data.js';
import { analyzeTrace, total } from '../../../src/analysis/trace/index.js';
import { evaluate } from '../../../src/asl/compile/evaluate.js';
import { shippedTexts } from '../../../src/asl/library.js';
import { checkTexts } from '../../../src/asl/texts.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { conformanceData } from '../../support/conformanceData.js';

const folder = conformanceData('otf2/casita_4_mpi_ls_barr');

describe.skipIf(folder === undefined)('shipped patterns on a trace of a chain of late senders with a barrier', () => {
  const trace = openArchive(path.join(folder ?? '', 'traces.otf2'));
  const run = analyzeTrace(trace, { program: 'ls_barr' });
  const [patterns] = checkTexts(shippedTexts().filter(({ name }) => name === 'patterns.asl'));
  const data = dataOfTrace(run, trace, patterns?.patterns ?? []);
  const found = (name: string) => {
    const property = patterns?.properties.find((each) => each.name === name);
    return property === undefined ? undefined : evaluate(property, data);
  };

  it('find in the whole program what the fast detectors find', () => {
    const whole = data.wholeProgram;
    const lateSender = found('late_sender')?.found.find(({ rows }) => rows[0] === whole);
    expect(lateSender?.impact).toBeCloseTo(30.020573, 6);
    expect(Math.abs((lateSender?.impact ?? 0) - total(run.space, 'mpi_latesender'))).toBeLessThan(1e-9);
    const barrier = found('wait_at_barrier')?.found.reduce((sum, { impact = 0 }) => sum + impact, 0) ?? 0;
    expect(barrier).toBeCloseTo(21.409267, 6);
    expect(Math.abs(barrier - total(run.space, 'mpi_barrier_wait'))).toBeLessThan(1e-9);
  });
});
