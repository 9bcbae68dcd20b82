/** A client that keeps answers, and an engine that sends their changes, over messages that may be lost. */
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { AnnouncedStates } from '../../src/engine/requests/announcedStates.js';
import { ALL_EXPERIMENTS, type ExperimentSummary } from '../../src/protocol/experiments.js';
import { KnownStates } from '../../src/protocol/knownStates.js';
import type { StateAnswer } from '../../src/protocol/states.js';

const summary = (id: number, name = `run ${id}`): ExperimentSummary => ({
  id: String(id),
  state: 'complete',
  name,
  program: 'heat2d',
  created: '2026-01-01T00:00:00Z',
  target: 'local',
  processes: 4,
  folder: `/project/.trimtab/experiments/${id}`,
  tags: [],
  baseline: false,
});

interface Question {
  readonly of: string;
  readonly params: unknown;
  readonly have: number | null;
}

/** An engine whose answers go through JSON, as messages do, and are counted. */
class Engine {
  told = new AnnouncedStates();
  experiments: readonly ExperimentSummary[] = Array.from({ length: 1000 }, (_, id) => summary(id));
  readonly answers: StateAnswer<unknown>[] = [];
  bytes = 0;
  lost = false;
  readonly states = new KnownStates<never>({ sendRequest: <R>(_: string, params: unknown) => this.answer<R>(params) });

  async list(): Promise<readonly ExperimentSummary[]> {
    return (await this.states.request('trimtab/listExperiments', ALL_EXPERIMENTS)).experiments;
  }

  private answer<R>(params: unknown): Promise<R> {
    const { of, have } = params as Question;
    const answer = this.told.answer(of, have, { experiments: this.experiments, all: this.experiments.length });
    const text = JSON.stringify(answer);
    if (this.lost) return Promise.reject(new Error('lost'));
    this.answers.push(answer);
    this.bytes += text.length;
    return Promise.resolve(JSON.parse(text) as R);
  }

  get wholes(): number {
    return this.answers.filter((answer) => 'whole' in answer).length;
  }
}

describe('answers that a client keeps', () => {
  it('are sent completely once, then their changes', async () => {
    const engine = new Engine();
    expect(await engine.list()).toEqual(engine.experiments);
    const first = engine.bytes;
    engine.experiments = [summary(1000), ...engine.experiments];
    expect(await engine.list()).toEqual(engine.experiments);
    const baseline = (at: number, on: boolean) => ({ ...elementAt(engine.experiments, at), baseline: on });
    engine.experiments = engine.experiments.with(3, baseline(3, true));
    await engine.list();
    engine.experiments = engine.experiments.with(3, baseline(3, false)).with(900, baseline(900, true));
    expect(await engine.list()).toEqual(engine.experiments);
    expect(await engine.list()).toEqual(engine.experiments);
    expect(engine.wholes).toBe(1);
    expect(engine.bytes - first).toBeLessThan(first / 100);
  });

  it('are sent completely again after one was lost, and once only', async () => {
    const engine = new Engine();
    await engine.list();
    engine.lost = true;
    engine.experiments = [summary(1000), ...engine.experiments];
    await expect(engine.list()).rejects.toThrow('lost');
    engine.lost = false;
    engine.experiments = [summary(1001), ...engine.experiments];
    expect(await engine.list()).toEqual(engine.experiments);
    expect(await engine.list()).toEqual(engine.experiments);
    expect(engine.answers.map((answer) => 'whole' in answer)).toEqual([true, true, false]);
  });

  it('are sent completely by another engine, also without notice that it is another', async () => {
    const engine = new Engine();
    await engine.list();
    engine.told = new AnnouncedStates();
    engine.experiments = [summary(1000)];
    expect(await engine.list()).toEqual(engine.experiments);
    engine.states.forget();
    expect(await engine.list()).toEqual(engine.experiments);
    expect(engine.wholes).toBe(3);
  });

  it('wait for each other when asked for at the same time', async () => {
    const engine = new Engine();
    const all = await Promise.all([engine.list(), engine.list(), engine.list()]);
    for (const each of all) expect(each).toEqual(engine.experiments);
    expect(engine.wholes).toBe(1);
  });

  it('are compared with the sent value, regardless of later changes to it', async () => {
    const engine = new Engine();
    const changing = [...engine.experiments];
    engine.experiments = changing;
    await engine.list();
    changing.unshift(summary(1000));
    expect(await engine.list()).toEqual(changing);
  });
});
