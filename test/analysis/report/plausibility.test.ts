import { describe, expect, it } from 'vitest';
import { absent } from '../../../src/base/elements.js';
import { plausible } from '../../../src/analysis/report/plausibility.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { TraceBuilder } from '../../support/traceBuilder.js';
import { sampleReport } from '../../experiments/support.js';

const [sample = absent('finding')] = sampleReport().findings;

describe('a report of a damaged file', () => {
  it('has no findings of more than the whole time, and names them', () => {
    const impossible = { ...sample, title: 'Late Sender', severity: 3.4, seconds: 34 };
    const other = { ...sample, unit: 'bytes', severity: 2 };
    const report = plausible(sampleReport({ findings: [impossible, sample, other], doubts: [] }));
    expect(report.findings).toEqual([sample, other]);
    expect(report.doubts).toEqual([
      {
        kind: 'implausible-times',
        severity: 'error',
        title: 'implausible times',
        sentence:
          '1 finding with more than the whole time is excluded (Late Sender, 340.0 % (34.0 s)): the file is damaged.',
        advice: 'Check clock and time stamps of the measurement, and copy it again where it is damaged.',
      },
    ]);
  });

  it('keeps the reasons that it had when further findings are added', () => {
    const long = plausible(sampleReport({ span: 52 * 86_400, doubts: [] }));
    const impossible = { ...sample, title: 'Late Sender', severity: 3.4, seconds: 34 };
    const report = plausible({ ...long, findings: [...long.findings, impossible] });
    const [doubt] = report.doubts ?? [];
    expect(report.findings).toEqual(long.findings);
    expect(doubt?.severity).toBe('error');
    expect(doubt?.sentence).toMatch(/^The run time is 52 days: .* 1 finding with more than the whole time is excluded/);
    expect(plausible(report)).toBe(report);
  });

  it('of events reports a run that lasts longer than any job, as with a damaged clock', () => {
    const builder = new TraceBuilder();
    const [thread] = builder.process();
    thread.enter(0, 'main').leave(52 * 86_400, 'main');
    const { report } = analyzeTrace(builder.build(), { program: 'x' });
    const doubt = report.doubts?.find(({ kind }) => kind === 'implausible-times');
    expect(doubt?.severity).toBe('warning');
    expect(doubt?.sentence).toMatch(/^The run time is 52 days: /);
  });

  it('stays unchanged if nothing is implausible', () => {
    const report = sampleReport();
    expect(plausible(report)).toBe(report);
  });
});
