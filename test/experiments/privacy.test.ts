import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { ExperimentStore, History, INDEX } from '../../src/experiments/index.js';
import { SourceSnapshot } from '../../src/experiments/store/sources.js';
import { writeForPerson } from '../../src/base/files/index.js';
import { writeSelected } from '../../src/engine/selection/state.js';
import { RunFile } from '../../src/workflows/runs/runFile.js';
import { temporaryFolder } from './support.js';

const umask = process.umask(0);
afterEach(() => void process.umask(umask));

const bits = (path: string): number => statSync(path).mode & 0o777;

/** Everything below a folder that others may look at. */
function open(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const below = entry.isDirectory() ? open(path) : [];
    return (bits(path) & 0o077) === 0 ? below : [path, ...below];
  });
}

it('keeps what Trimtab writes from others, whatever the umask', async () => {
  process.umask(0);
  const project = temporaryFolder();
  chmodSync(project, 0o755);
  mkdirSync(join(project, '.trimtab/experiments'), { recursive: true });
  writeFileSync(join(project, 'main.c'), 'int x;\n');
  const store = new ExperimentStore(project);
  const recorder = store.create({ program: 'x', target: 'local' });
  const sources = new SourceSnapshot(recorder.folder, project);
  sources.add(join(project, 'main.c'));
  recorder.update({ sources: [...sources.records] });
  recorder.finish('complete');
  await new History(store).list();
  writeSelected(project, recorder.id);
  RunFile.create(project, { name: 'x', workflow: 'x', configuration: 'x', inputs: {} }, 'version: 1').release();
  expect(bits(join(project, '.trimtab'))).toBe(0o700);
  expect(open(join(project, '.trimtab'))).toEqual([]);
  expect(bits(join(project, '.trimtab', INDEX))).toBe(0o600);
});

it('leaves files that a person asked for as they are', () => {
  process.umask(0o022);
  const path = join(temporaryFolder(), 'trimtab.yaml');
  writeForPerson(path, 'one');
  expect(bits(path)).toBe(0o644);
  chmodSync(path, 0o664);
  writeForPerson(path, 'two');
  expect(bits(path)).toBe(0o664);
});
