/** Kept predictions, and the runs that they are compared with. */
import { describe, expect, it } from 'vitest';
import { student975 } from '../../../src/base/student.js';
import { shownPrediction } from '../../../src/engine/wire/history.js';
import { ExperimentStore, History, judgedPredictions } from '../../../src/experiments/index.js';
import type { Scenario } from '../../../src/model/findings/prediction.js';
import { judgedText } from '../../../src/model/text/judgedText.js';
import { sampleReport, sampleSpace, temporaryFolder } from '../support.js';

const scenarios: Scenario[] = [{ kind: 'balance', region: 'relax_rows' }];
const day = (number: number): Date => new Date(2026, 0, number, 12);

interface Measured {
  readonly span: number;
  readonly input?: string;
  readonly program?: string;
  readonly processes?: number;
  readonly environment?: Record<string, string>;
}

class Project {
  readonly store = new ExperimentStore(temporaryFolder());

  /** Adds an experiment. @returns its identifier */
  add(at: number, { span, input = 'rows', program = 'heat', processes = 4, environment = {} }: Measured): string {
    const recorder = this.store.create({ program, target: 'local', ranks: processes }, day(at));
    recorder.update({ run: { argv: ['./heat', input], folder: '.' }, environment });
    recorder.update({ revision: { commit: 'a'.repeat(40), changed: false } });
    recorder.storeResults(sampleReport({ program, span, processes }), sampleSpace());
    recorder.finish('complete');
    return recorder.id;
  }

  async judged() {
    return judgedPredictions(this.store, (await new History(this.store).list()).entries);
  }
}

const prediction = { scenarios, measured: 2, runTime: 1.5 };

describe('kept predictions', () => {
  it('have no outcome until another version has run', async () => {
    const project = new Project();
    const id = project.add(1, { span: 2 });
    project.store.keepPrediction(id, prediction, day(2));
    project.add(3, { span: 2.1 });
    const [judged] = await project.judged();
    expect(judged).toEqual({ ...prediction, created: day(2).toISOString(), id, name: 'heat, 4 ranks' });
    expect(judged && judgedText(shownPrediction(judged))).toBe(
      'relax_rows balanced over ranks: predicted 1.50 s, no run of a changed version yet',
    );
  });

  it('are compared with all runs of the first later version that is comparable', async () => {
    const project = new Project();
    const id = project.add(2, { span: 2 });
    project.add(1, { span: 9, input: 'cost' });
    project.store.keepPrediction(id, prediction, day(3));
    project.add(4, { span: 9, input: 'cost', program: 'other' });
    project.add(5, { span: 9, input: 'cost', processes: 8 });
    const runs = [project.add(6, { span: 1.9, input: 'cost' }), project.add(8, { span: 2.1, input: 'cost' })];
    project.add(7, { span: 9, input: 'other' });
    const [judged] = await project.judged();
    expect(judged?.outcome?.ids).toEqual(runs);
    expect(judged?.outcome?.runTime.mean).toBeCloseTo(2, 12);
    // Of two values, half of the interval is t times half of their difference.
    const half = student975(1) * 0.1;
    expect(judged?.outcome?.runTime.interval?.high).toBeCloseTo(2 + half, 12);
    expect(judged?.outcome?.error).toBeCloseTo(-0.25, 12);
    expect(judged && judgedText(shownPrediction(judged))).toBe(
      'relax_rows balanced over ranks: predicted 1.50 s, measured 2.00 s ± 1.27 s (2 runs), error −25.0 %',
    );
  });

  it('are compared with runs of other variables', async () => {
    const project = new Project();
    const id = project.add(1, { span: 2, environment: { OMP_SCHEDULE: 'static' } });
    project.store.keepPrediction(id, prediction, day(2));
    const next = project.add(3, { span: 1.4, environment: { OMP_SCHEDULE: 'dynamic' } });
    expect((await project.judged())[0]?.outcome?.ids).toEqual([next]);
  });

  it('are the newest 32 of an experiment, and can be dropped', async () => {
    const project = new Project();
    const id = project.add(1, { span: 2 });
    for (let at = 2; at <= 35; at++) project.store.keepPrediction(id, { ...prediction, runTime: at }, day(at));
    const kept = await project.judged();
    expect(kept.map(({ runTime }) => runTime)).toEqual(Array.from({ length: 32 }, (_, at) => 35 - at));
    for (const { created } of kept) project.store.dropPrediction(id, created);
    expect(await project.judged()).toEqual([]);
    expect(project.store.get(id).manifest.predictions).toBeUndefined();
  });

  it('stay with their experiment when it is renamed', async () => {
    const project = new Project();
    const id = project.add(1, { span: 2 });
    project.store.keepPrediction(id, { ...prediction, note: 'rows by cost' }, day(2));
    project.store.update(id, { name: 'before' });
    expect(await project.judged()).toMatchObject([{ name: 'before', note: 'rows by cost' }]);
  });
});
