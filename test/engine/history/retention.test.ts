/** Effect of the history page's rule on workflow runs, over all folders of the window. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { Histories } from '../../../src/engine/history/histories.js';
import { shownPreview } from '../../../src/engine/wire/history.js';
import { Workspace } from '../../../src/engine/project/workspace.js';
import type { RetentionRule } from '../../../src/experiments/index.js';
import { readRuns } from '../../../src/workflows/runner/index.js';
import { RunFile } from '../../../src/workflows/runs/runFile.js';
import { temporaryFolder } from '../../experiments/support.js';

const rule: RetentionRule = { action: 'drop traces', olderThanDays: 0, keepNewest: 0 };

function ended(project: string, state: 'succeeded' | 'failed'): string {
  const draft = { name: 'test', workflow: 'w.yaml', configuration: join(project, 'trimtab.yaml'), inputs: {} };
  const file = RunFile.create(project, draft, 'version: 1\nname: test\nsteps: []\n');
  file.finish(state);
  return file.state.id;
}

describe('freeing disk space', () => {
  it('removes the workflow runs that were previewed from every folder, and keeps those that can be resumed', async () => {
    const folders = [temporaryFolder(), temporaryFolder()];
    for (const folder of folders) ended(folder, 'succeeded');
    const resumable = ended(elementAt(folders, 1), 'failed');
    const workspace = new Workspace(() => undefined, { of: () => [] });
    workspace.setFolders(folders.map((folder) => pathToFileURL(folder).href));
    const histories = new Histories(workspace, () => undefined);

    const { experiments, runs } = await histories.previewRetention(rule);
    expect(runs).toMatchObject({ count: 2, unclear: [] });
    expect(shownPreview(experiments, runs)).toEqual({
      items: [],
      count: 0,
      bytes: 0,
      left: 0,
      runs: { count: 2, bytes: runs.bytes },
    });
    expect(shownPreview(experiments, { ...runs, unclear: ['x'] }).runs.unclear).toMatch(/cannot be read: x\.$/);
    expect(folders.map((folder) => readRuns(folder).length)).toEqual([1, 2]);

    const { failed, bytes, done } = await histories.applyRetention(rule);
    expect({ failed, bytes }).toEqual({ failed: [], bytes: runs.bytes });
    expect(done).toHaveLength(2);
    expect(folders.flatMap(readRuns).map(({ id }) => id)).toEqual([resumable]);
  });
});
