import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { applyRetention, History, previewRetention, type RetentionRule } from '../../../src/experiments/index.js';
import { storeWith } from './support.js';

describe('retention', () => {
  const rule: RetentionRule = { action: 'drop traces', keepNewest: 1, olderThanDays: 2 };
  const now = new Date(2026, 0, 7, 12);

  it('previews what a rule frees and touches nothing', async () => {
    const { store, ids } = storeWith(['a', 'a', 'b', 'a', 'a', 'a']);
    store.update(elementAt(ids, 1), { baseline: true });
    const { entries } = await new History(store).list();
    const preview = previewRetention(entries, rule, now);
    // Of a: the newest stays, the starred stays; the one of the last two days stays; b has only one.
    expect(preview.items.map(({ entry }) => ids.indexOf(entry.id)).sort()).toEqual([0, 3, 4]);
    expect(preview).toMatchObject({ bytes: 3000, untouched: 3 });
    expect(preview.bytesBefore).toBe(entries.reduce((sum, { size }) => sum + size, 0));
    expect((await new History(store).list()).entries).toEqual(entries);
  });

  it('drops traces and keeps results', async () => {
    const { store, ids } = storeWith(['a', 'a', 'a']);
    const history = new History(store);
    const { entries } = await history.list();
    const result = applyRetention(store, previewRetention(entries, { action: 'drop traces', keepNewest: 1 }, now));
    expect(result).toEqual({ done: expect.arrayContaining([ids[0], ids[1]]) as string[], failed: [], bytes: 2000 });
    const dropped = store.get(elementAt(ids, 0));
    expect(dropped.archive).toBeUndefined();
    expect(dropped.manifest.traceDropped).toBeDefined();
    expect(dropped.report().findings).toHaveLength(1);
    expect(existsSync(join(dropped.folder, 'trace'))).toBe(false);
    const after = (await history.list()).entries;
    expect(after.map(({ traceSize }) => traceSize)).toEqual([1000, 0, 0]);
    expect(previewRetention(after, { action: 'drop traces', keepNewest: 1 }, now).items).toEqual([]);
  });

  it('deletes, but nothing that was starred or begun in the meantime, nor what cannot be read', async () => {
    const { store, ids } = storeWith(['a', 'a', 'a']);
    const running = store.create({ program: 'a', target: 'local' }, new Date(2025, 0, 1));
    const { entries } = await new History(store).list();
    const preview = previewRetention(entries, { action: 'delete', keepNewest: 1 }, now);
    expect(preview.items.map(({ entry }) => entry.id)).not.toContain(running.id);
    store.update(elementAt(ids, 0), { baseline: true });
    const result = applyRetention(store, preview);
    expect(result.done).toEqual([ids[1]]);
    expect(result.failed).toMatchObject([{ id: ids[0], problem: expect.stringContaining('starred') as string }]);
    expect(store.list().map(({ id }) => id)).toEqual([ids[2], ids[0], running.id]);
  });

  it('refuses a rule without a condition', () => {
    expect(() => previewRetention([], { action: 'delete' })).toThrow(/every experiment/);
  });
});
