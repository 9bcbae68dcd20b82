import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import { rounds } from '../support/matrix.js';
import { temporaryFolder } from './support.js';

/** Starts processes that do something with `store`, `id` and their `index`; returns how many of them succeeded. */
async function inProcesses(count: number, work: string, project: string, id: string): Promise<number> {
  const outfile = join(temporaryFolder(), 'work.mjs');
  const contents = `import { readFileSync, rmSync, writeFileSync } from 'node:fs';
    import { take } from './src/experiments/store/owner.ts';
    import { ExperimentStore } from './src/experiments/store/store.ts';
    const [, , project, id, index] = process.argv;
    const store = new ExperimentStore(project);
    ${work}`;
  const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
  const stdin = { contents, resolveDir: join(import.meta.dirname, '../..'), loader: 'ts' } as const;
  await build({ stdin, bundle: true, platform: 'node', format: 'esm', banner: { js: banner }, outfile });
  const children = Array.from({ length: count }, (_, index) =>
    spawn(process.execPath, [outfile, project, id, String(index)], { stdio: ['ignore', 'inherit', 'inherit'] }),
  );
  const codes = await Promise.all(children.map((child) => once(child, 'exit')));
  return codes.filter(([code]) => code === 0).length;
}

it('keeps the tags of many processes that tag at once', async () => {
  const project = temporaryFolder();
  const recorder = new ExperimentStore(project).create({ program: 'x', target: 'local' });
  recorder.finish('complete');
  const work = 'store.update(id, { tags: (old) => [...old, `tag${index}`] });';
  const count = rounds(6, 20);
  expect(await inProcesses(count, work, project, recorder.id)).toBe(count);
  const { tags = [] } = new ExperimentStore(project).get(recorder.id).manifest;
  expect([...tags].sort()).toEqual(Array.from({ length: count }, (_, index) => `tag${index}`).sort());
});

it('lets one process at a time have a file that several acquire and release without a pause', async () => {
  const project = temporaryFolder();
  const counter = join(project, 'counter');
  writeFileSync(counter, '0');
  const turns = rounds(100, 400);
  const work = `for (let i = 0; i < ${turns}; i++) {
      while (!take(project + '/taken'));
      writeFileSync(id, String(Number(readFileSync(id, 'utf8')) + 1));
      rmSync(project + '/taken');
    }`;
  expect(await inProcesses(4, work, project, counter)).toBe(4);
  expect(readFileSync(counter, 'utf8')).toBe(String(4 * turns));
});

it('loses neither facts nor words where a person annotates a run while it is recorded', async () => {
  const project = temporaryFolder();
  const recorder = new ExperimentStore(project).create({ program: 'x', target: 'local' });
  const turns = rounds(15, 40);
  const work = `for (let i = 0; i < ${turns}; i++) store.update(id, { tags: (old) => [...old, \`\${index}-\${i}\`] });`;
  const annotating = inProcesses(3, work, project, recorder.id);
  const timings: Record<string, number> = {};
  while ((new ExperimentStore(project).get(recorder.id).manifest.tags?.length ?? 0) < 3 * turns) {
    timings[`step ${Object.keys(timings).length}`] = 1;
    recorder.update({ timings: { ...timings } });
    expect(new ExperimentStore(project).get(recorder.id).manifest.timings).toEqual(timings);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(await annotating).toBe(3);
  recorder.finish('complete');
  expect(new ExperimentStore(project).get(recorder.id).manifest).toMatchObject({ state: 'complete', timings });
  expect(readdirSync(recorder.folder).filter((name) => name.includes('lock'))).toEqual([]);
});

it('sweeps what killed processes left, and nothing that may still be used', () => {
  const project = temporaryFolder();
  const store = new ExperimentStore(project);
  const { folder } = store.create({ program: 'x', target: 'local' });
  const old = new Date(Date.now() - 2 * 3_600_000);
  const left = [
    join(store.folder, '.deleted-20250101-000000-x-aaaaaa'),
    join(store.folder, '.new-20250101-000000-x-aaaaaa'),
    join(store.folder, '.0123456789ab.tmp'),
    join(folder, '.0123456789ab.tmp'),
    join(store.folder, '..', '.0123456789ab.tmp'),
  ];
  const kept = [join(store.folder, '.new-20250101-000000-x-bbbbbb'), join(folder, '.ba9876543210.tmp')];
  for (const path of [...left, ...kept]) {
    if (path.endsWith('.tmp')) writeFileSync(path, 'part');
    else mkdirSync(path);
  }
  for (const path of left) utimesSync(path, old, old);
  expect(store.sweep().sort()).toEqual([...left].sort());
  expect(left.filter((path) => existsSync(path))).toEqual([]);
  expect(kept.filter((path) => !existsSync(path))).toEqual([]);
  expect(store.list()).toHaveLength(1);
});
