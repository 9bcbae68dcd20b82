/** Live control of a run by its files, without any answer. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTarget } from '../../../src/targets/create.js';
import { LOCAL } from '../../../src/targets/description.js';
import { SILENT } from '../../../src/workflows/live/channel.js';
import { ABSENT, ENDED, FileChannel } from '../../../src/workflows/live/fileChannel.js';

const target = createTarget(LOCAL);
const folder = mkdtempSync(join(tmpdir(), 'trimtab-files-'));
afterAll(() => {
  void target.close();
  rmSync(folder, { recursive: true });
});

describe('a run whose control channel is its files', () => {
  it('is waited for no longer than it is given, and what was asked stays', async () => {
    const ask = async (): Promise<unknown> => new FileChannel(target, folder, 0).exchange('depth 4');
    await expect(ask()).rejects.toThrow(ABSENT);
    mkdirSync(join(folder, 'live'));
    await expect(ask()).rejects.toThrow(ENDED);
    for (const name of ['requests', 'decisions']) writeFileSync(join(folder, 'live', name), '');
    await expect(ask()).rejects.toThrow(SILENT);
    expect(readFileSync(join(folder, 'live/requests'), 'utf8')).toMatch(/^@[\da-f]{16} depth 4\n$/);
  });
});
