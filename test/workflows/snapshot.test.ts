import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ExperimentStore, type Experiment } from '../../src/experiments/index.js';
import { inheritedEnvironment } from '../../src/targets/environment.js';
import { keepRevision, revisionOf } from '../../src/workflows/provenance/revision.js';
import { keepUntracked, restoreProject } from '../../src/workflows/provenance/snapshot.js';
import { findSources } from '../../src/workflows/provenance/sourceFiles.js';
import { temporaryFolder } from '../experiments/support.js';
import { removeDeepFile, writeDeepFile, writeLatin1Name } from '../support/oddNames.js';

const environment = inheritedEnvironment();

function git(folder: string, ...words: string[]): void {
  const person = ['-c', 'user.name=test', '-c', 'user.email=test@example.org'];
  execFileSync('git', [...person, ...words], { cwd: folder, stdio: 'ignore' });
}

/** Keeps a project as a run does. */
async function kept(project: string): Promise<Experiment> {
  const store = new ExperimentStore(project);
  const recorder = store.create({ program: 'app', target: 'local', ranks: 1 });
  const revision = await revisionOf(project, environment);
  recorder.update({
    ...keepRevision(recorder.folder, revision),
    ...(await keepUntracked(recorder.folder, project, environment)),
  });
  recorder.finish('complete');
  return store.get(recorder.id);
}

/** A repository with the project in a folder of it. */
function repository(): { top: string; project: string } {
  const top = temporaryFolder();
  const project = join(top, 'solver');
  mkdirSync(project);
  writeFileSync(join(project, 'main.c'), 'int main() { return 0; }\n');
  writeFileSync(join(project, 'table.bin'), Buffer.from([0, 1, 2, 255]));
  writeFileSync(join(top, '.gitignore'), '*.o\n');
  git(top, 'init', '-q');
  git(top, 'add', '.');
  git(top, 'commit', '-q', '-m', 'first');
  return { top, project };
}

describe('the files of a project', () => {
  it('that are private are not in the difference either, whether changed, renamed or gone', async () => {
    const { top, project } = repository();
    for (const name of ['.env', 'old.env', 'notes.txt', 'server.pem'])
      writeFileSync(join(project, name), `${name} SECRET-BEFORE\n`);
    git(top, 'add', '-f', '.');
    git(top, 'commit', '-q', '-m', 'second');
    appendFileSync(join(project, 'main.c'), '// changed\n');
    writeFileSync(join(project, '.env'), 'SECRET-AFTER\n');
    writeFileSync(join(project, 'notes.txt'), 'SECRET-AFTER\n');
    chmodSync(join(project, 'notes.txt'), 0o600);
    rmSync(join(project, 'old.env'));
    git(top, 'mv', 'solver/server.pem', 'solver/other.pem');
    const experiment = await kept(project);
    const diff = readFileSync(join(experiment.folder, 'sources.diff'), 'utf8');
    expect(diff).toContain('// changed');
    expect(diff).not.toContain('SECRET');
    const withheld = experiment.manifest.revision?.withheld ?? [];
    expect(withheld.map(({ path }) => path)).toEqual(
      ['.env', 'notes.txt', 'old.env', 'other.pem', 'server.pem'].map((name) => `solver/${name}`),
    );
    const copy = join(temporaryFolder(), 'copy');
    const { missing, project: restored } = await restoreProject(experiment, project, copy, environment);
    expect(readFileSync(join(restored, 'main.c'), 'utf8')).toContain('// changed');
    expect(missing[1]).toBe('the changes of solver/notes.txt were not kept (only its owner may read it)');
  });

  it('that are private may be all that changed', async () => {
    const { top, project } = repository();
    writeFileSync(join(project, '.env'), 'a\n');
    git(top, 'add', '-f', '.');
    git(top, 'commit', '-q', '-m', 'second');
    writeFileSync(join(project, '.env'), 'b\n');
    const experiment = await kept(project);
    expect(experiment.manifest.revision).toMatchObject({ changed: true, withheld: [{ path: 'solver/.env' }] });
    const copy = join(temporaryFolder(), 'copy');
    const { missing } = await restoreProject(experiment, project, copy, environment);
    expect(missing).toEqual(['the changes of solver/.env were not kept (it holds settings that are often secret)']);
  });

  it('come back as they were: revision, changes, binary ones too, and what git does not know', async () => {
    const { top, project } = repository();
    appendFileSync(join(project, 'main.c'), '// changed\n');
    writeFileSync(join(project, 'table.bin'), Buffer.from([9, 0, 8, 254]));
    writeFileSync(join(project, 'new file.c'), 'int x;\n');
    writeFileSync(join(project, 'run.sh'), '#!/bin/sh\n');
    chmodSync(join(project, 'run.sh'), 0o755);
    writeFileSync(join(project, 'main.o'), 'made');
    const experiment = await kept(project);
    expect(experiment.manifest.untracked).toEqual({ files: 2, bundle: 'untracked.tar.gz' });

    git(top, 'add', '.');
    git(top, 'commit', '-q', '-m', 'second');
    rmSync(join(project, 'main.c'));
    const copy = join(temporaryFolder(), 'copy');
    const restored = await restoreProject(experiment, project, copy, environment);
    expect(restored).toEqual({ project: join(copy, 'solver'), missing: [] });
    const text = (name: string) => readFileSync(join(restored.project, name), 'utf8');
    expect(text('main.c')).toBe('int main() { return 0; }\n// changed\n');
    expect(text('new file.c')).toBe('int x;\n');
    expect([...readFileSync(join(restored.project, 'table.bin'))]).toEqual([9, 0, 8, 254]);
    expect(statSync(join(restored.project, 'run.sh')).mode & 0o111).not.toBe(0);
    expect(existsSync(join(restored.project, 'main.o'))).toBe(false);
  });

  it('that look private stay where they are, and the manifest names them', async () => {
    const { project } = repository();
    for (const name of ['.env', 'id_ed25519', 'server.pem', 'credentials.json', 'mine.txt', 'new.c'])
      writeFileSync(join(project, name), `the secret of ${name}`);
    for (const name of ['mine.txt', 'own.c']) writeFileSync(join(project, name), 'secret', { mode: 0o600 });
    chmodSync(join(project, 'mine.txt'), 0o600);
    const experiment = await kept(project);
    const { untracked } = experiment.manifest;
    expect(untracked?.files).toBe(1);
    expect(untracked?.withheld?.map(({ path }) => path).sort()).toEqual(
      ['.env', 'credentials.json', 'id_ed25519', 'mine.txt', 'own.c', 'server.pem'].map((name) => `solver/${name}`),
    );
    expect(untracked?.withheld?.find(({ path }) => path.endsWith('mine.txt'))?.reason).toBe(
      'only its owner may read it',
    );
    const bundle = gunzipSync(readFileSync(join(experiment.folder, 'untracked.tar.gz'))).toString('latin1');
    expect(bundle).not.toContain('secret of .env');
    const { missing } = await restoreProject(experiment, project, join(temporaryFolder(), 'copy'), environment);
    expect(missing).toContain('solver/server.pem was not kept (it looks like a key)');
  });

  it('come back without a repository', async () => {
    const project = temporaryFolder();
    mkdirSync(join(project, 'src'));
    writeFileSync(join(project, 'src/main.c'), 'int x;\n');
    writeFileSync(join(project, 'Makefile'), 'all:\n');
    writeFileSync(join(project, 'main.o'), 'made');
    const experiment = await kept(project);
    rmSync(join(project, 'src'), { recursive: true });
    const copy = join(temporaryFolder(), 'copy');
    await restoreProject(experiment, project, copy, environment);
    expect(readFileSync(join(copy, 'src/main.c'), 'utf8')).toBe('int x;\n');
    expect(existsSync(join(copy, 'Makefile'))).toBe(true);
    expect(existsSync(join(copy, 'main.o'))).toBe(false);
    expect(existsSync(join(copy, '.trimtab'))).toBe(false);
  });

  it('that have no usable name are listed as excluded, with or without a repository', async () => {
    const inRepository = repository().project;
    const plain = temporaryFolder();
    for (const project of [inRepository, plain]) {
      writeFileSync(join(project, 'new.c'), 'int x;\n');
      writeLatin1Name(project, '.dat');
    }
    const deep = writeDeepFile(plain);
    try {
      expect((await kept(inRepository)).manifest.untracked).toMatchObject({
        files: 1,
        omitted: ['solver/caf\ufffd.dat'],
      });
      const { files, omitted = [] } = (await kept(plain)).manifest.untracked ?? {};
      expect([files, omitted.length]).toEqual([1, 2]);
      expect(omitted[0]).toBe('caf\ufffd.dat');
      expect(omitted[1]?.startsWith(`${deep}/${deep}`)).toBe(true);
      expect(findSources(plain, ['**/*.c'])).toEqual([join(plain, 'new.c')]);
    } finally {
      removeDeepFile(plain);
    }
  });

  it('report what is missing', async () => {
    const { top, project } = repository();
    appendFileSync(join(project, 'main.c'), '// changed\n');
    const experiment = await kept(project);
    const attempt = (from: string) => restoreProject(experiment, from, join(temporaryFolder(), 'copy'), environment);
    await expect(attempt(temporaryFolder())).rejects.toThrow(/is in no git repository; open the repository/);
    writeFileSync(join(experiment.folder, 'sources.diff'), 'nonsense\n');
    await expect(attempt(project)).rejects.toThrow(/do not fit revision .*; sources.diff was damaged/);
    rmSync(join(top, '.git'), { recursive: true });
    git(top, 'init', '-q');
    await expect(attempt(project)).rejects.toThrow(/does not have revision [0-9a-f]{12} \(any more\)/);

    const store = new ExperimentStore(temporaryFolder());
    const bare = store.create({ program: 'x', target: 'local' });
    bare.finish('complete');
    await expect(
      restoreProject(store.get(bare.id), store.project, join(temporaryFolder(), 'c'), environment),
    ).rejects.toThrow(/neither a revision nor the files/);
  });
});
