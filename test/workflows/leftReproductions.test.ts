import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { ExperimentStore, release } from '../../src/experiments/index.js';
import {
  keepReproduction,
  leftReproductions,
  sweepScratches,
  takeReproduction,
} from '../../src/workflows/reproduction/leftReproductions.js';
import { temporaryFolder } from '../experiments/support.js';

/** A store with an experiment, and a repetition of it that its process left. */
function leftOne() {
  const store = new ExperimentStore(temporaryFolder());
  const recorder = store.create({ program: 'app', target: 'cluster' });
  recorder.finish('complete');
  const scratch = store.scratch();
  const copy = { project: join(scratch, 'project', 'inner'), missing: ['data.bin was not kept'] };
  mkdirSync(copy.project, { recursive: true });
  keepReproduction(scratch, recorder.id, copy);
  return { store, id: recorder.id, scratch, copy };
}

function alter(scratch: string, before: string, after: string): void {
  const path = join(scratch, 'reproduction.json');
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
}

describe('a repetition that was left', () => {
  it('belongs to the process that is at it, then to the one that takes it', async () => {
    const { store, id, scratch, copy } = leftOne();
    expect([leftReproductions(store), takeReproduction(store, id)]).toEqual([[], undefined]);
    release(scratch);
    await sweepScratches(store);
    const left = { experiment: id, scratch, ...copy, own: true };
    expect(leftReproductions(store)).toEqual([left]);
    expect(takeReproduction(store, 'another')).toBeUndefined();
    expect(takeReproduction(store, id)).toEqual(left);
    expect(takeReproduction(store, id)).toBeUndefined();
  });

  it.each([
    ['was begun elsewhere', (scratch: string) => cpSync(scratch, `${scratch.slice(0, -1)}x`, { recursive: true })],
    ['was changed', (scratch: string) => alter(scratch, '"missing":[', '"missing":["x",')],
    ['leads elsewhere', (scratch: string) => alter(scratch, 'project/inner', '../../../other')],
    ['has no seal', (scratch: string) => alter(scratch, '"seal"', '"other"')],
  ])('is neither continued nor removed when it %s', async (_, plant) => {
    const { store, id, scratch } = leftOne();
    release(scratch);
    plant(scratch);
    const planted = store
      .abandonedScratches()
      .filter((path) => path !== scratch || !existsSync(`${scratch.slice(0, -1)}x`));
    expect(planted).toHaveLength(1);
    expect(leftReproductions(store).filter((left) => planted.includes(left.scratch))).toEqual([]);
    expect(takeReproduction(store, id)?.scratch).not.toBe(elementAt(planted, 0));
    await sweepScratches(store);
    expect(existsSync(elementAt(planted, 0))).toBe(true);
  });

  it('is tidied away with the experiment that it repeats', async () => {
    const { store, id, scratch } = leftOne();
    release(scratch);
    store.delete(id);
    await sweepScratches(store);
    expect(existsSync(scratch)).toBe(false);
  });
});
