import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { projectsBelow } from '../../src/engine/project/projectsBelow.js';
import { Workspace } from '../../src/engine/project/workspace.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import { temporaryFolder } from '../experiments/support.js';

const uri = (path: string): string => pathToFileURL(path).href;
const quiet = (): void => undefined;
const DRAFT = { program: 'app', target: 'local', ranks: 1 };

function open(...folders: string[]): Workspace {
  const workspace = new Workspace(quiet, { of: () => [] });
  workspace.setFolders(folders.map(uri));
  return workspace;
}

describe('where experiments are kept', () => {
  it('is next to trimtab.yaml, also below the workspace folder, and they are found again', () => {
    const root = temporaryFolder();
    const solver = join(root, 'apps', 'solver');
    mkdirSync(solver, { recursive: true });
    const configuration = join(solver, 'trimtab.yaml');
    writeFileSync(configuration, 'version: 1\n');
    const first = open(root);
    expect(first.storeFor(configuration).project).toBe(root);
    const store = first.storeNextTo(configuration);
    expect(store.project).toBe(solver);
    const { id } = store.create(DRAFT);
    expect(first.storeNextTo(configuration)).toBe(store);

    const second = open(root);
    expect(second.list().map((one) => one.id)).toEqual([id]);
    expect(second.storeOf(id).project).toBe(solver);
    expect(second.folders).toEqual([root]);
    // Files of the project are kept with it, and files next to it are not.
    expect(second.storeFor(join(solver, 'trace', 'traces.otf2')).project).toBe(solver);
    expect(second.storeFor(join(root, 'apps', 'traces.otf2')).project).toBe(root);
    second.changeFolders([], [uri(root)]);
    expect(second.allStores).toEqual([]);
  });

  it('is found when another process makes the first one there', () => {
    const root = temporaryFolder();
    const workspace = open(root);
    mkdirSync(join(root, 'solver'));
    const { id } = new ExperimentStore(join(root, 'solver')).create(DRAFT);
    expect(workspace.list().map((one) => one.id)).toEqual([id]);
    expect(workspace.allStores).toHaveLength(2);
  });

  it('is never outside the workspace', () => {
    const [root, elsewhere] = [temporaryFolder(), temporaryFolder()];
    const workspace = open(root);
    expect(workspace.storeNextTo(join(elsewhere, 'trimtab.yaml')).project).toBe(root);
    mkdirSync(join(elsewhere, '.trimtab'));
    symlinkSync(elsewhere, join(root, 'link'));
    mkdirSync(join(root, '.hidden', '.trimtab'), { recursive: true });
    expect(projectsBelow(root)).toEqual([]);
  });

  it('is the folder of the file in a window without folders', () => {
    const folder = temporaryFolder();
    const workspace = open();
    expect(workspace.storeNextTo(join(folder, 'trimtab.yaml')).project).toBe(folder);
    expect(workspace.folders).toEqual([folder]);
  });
});
