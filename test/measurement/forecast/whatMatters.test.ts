import { describe, expect, it } from 'vitest';
import { leftOutOf } from '../../../src/measurement/forecast/whatMatters.js';
import type { CountedRun } from '../../../src/measurement/forecast/forecast.js';
import { TraceBuilder } from '../../support/traceBuilder.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';

/** A run in which `main` calls `work` of a file 10 times, with names that the budget excluded. */
function runWithout(names: string, file = '/src/app.cpp'): CountedRun {
  const builder = new TraceBuilder();
  builder.region('main', { file, beginLine: 1, endLine: 9, paradigm: 'compiler' });
  builder.region('app::work(int)', { file, beginLine: 11, endLine: 19, paradigm: 'compiler' });
  const [rank] = builder.process();
  rank.enter(0, 'main');
  for (let call = 0; call < 10; call++) rank.enter(call, 'app::work(int)').leave(call + 0.5, 'app::work(int)');
  rank.leave(10, 'main');
  const trace = builder.build();
  const { space } = analyzeTrace(trace, { program: 'app' });
  const properties = new Map([['TRIMTAB::NAMES_LEFT_OUT', names]]);
  return { space, definitions: { ...trace.definitions, properties } };
}

describe('functions that the budget excluded while calls were counted', () => {
  it('stay excluded from the trace', () => {
    expect(leftOutOf(runWithout('90000 app::norm(double)\n7 !$omp critical @a.c:3\n'), 40e-9)).toEqual({
      parts: ['app::norm'],
      functions: [],
      excludedByBudget: ['app::norm(double)'],
    });
  });

  it('have the names that Fortran compilers print', () => {
    expect(leftOutOf(runWithout('90000 fields::norm\n', '/src/app.f90'), 40e-9).parts).toEqual(['norm']);
  });

  it('are recorded if their names are parts of others, or the run has none', () => {
    expect(leftOutOf(runWithout('90000 app::wor\n'), 40e-9)).toMatchObject({ parts: [], excludedByBudget: [] });
    expect(leftOutOf(runWithout(''), 40e-9)).toMatchObject({ parts: [], excludedByBudget: [] });
  });
});
