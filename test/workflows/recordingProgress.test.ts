import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordedText, reportingRecorded } from '../../src/workflows/measuring/recordingProgress.js';
import { temporaryFolder } from '../experiments/support.js';

function write(path: string, bytes: number): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, Buffer.alloc(bytes));
}

describe('what a run has written', () => {
  it('is reported while it records, and while its trace is built', () => {
    const folder = temporaryFolder();
    expect(recordedText(join(folder, 'absent'))).toBeUndefined();
    write(join(folder, 'raw', 'host-1.txt'), 500);
    expect(recordedText(folder)).toBeUndefined();
    write(join(folder, 'raw', 'host-1.0.rec'), 1_500_000);
    write(join(folder, 'raw', 'host-2.0.rec'), 500_000);
    expect(recordedText(folder)).toBe('2.0 MB recorded');
    write(join(folder, 'unfinished-7', 'traces', '0.evt'), 40_000);
    write(join(folder, 'unfinished-7', 'traces', '0.def'), 999);
    expect(recordedText(folder)).toBe('making the trace, 40.0 kB of it from 2.0 MB of records');
    rmSync(join(folder, 'raw'), { recursive: true });
    expect(recordedText(folder)).toBeUndefined();
  });

  it('is reported once for each change, until the work has ended', async () => {
    const folder = temporaryFolder();
    const said: string[] = [];
    write(join(folder, 'raw', 'a.0.rec'), 1000);
    const result = await new Promise<string>((resolve, reject) => {
      let finish: (text: string) => void = () => undefined;
      const say = (text: string): void => {
        said.push(text);
        if (said.length === 1) write(join(folder, 'raw', 'a.0.rec'), 3000);
        else finish('done');
      };
      reportingRecorded(folder, say, () => new Promise<string>((done) => (finish = done)), 2).then(resolve, reject);
    });
    expect([result, said]).toEqual(['done', ['1.0 kB recorded', '3.0 kB recorded']]);
    await expect(
      reportingRecorded(
        folder,
        () => undefined,
        () => Promise.reject(new Error('no')),
        2,
      ),
    ).rejects.toThrow('no');
  });
});
