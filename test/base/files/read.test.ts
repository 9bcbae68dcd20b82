import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCode, FileFolder, readBytes, readText } from '../../../src/base/files/index.js';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { openCube } from '../../../src/formats/cube/index.js';
import { availableWorkflows, WORKFLOW_FILE } from '../../../src/workflows/reading/library.js';
import { loadConfiguration } from '../../../src/workflows/configuration/configuration.js';
import { readRuns } from '../../../src/workflows/runner/index.js';
import { readSelected } from '../../../src/engine/selection/state.js';
import { temporaryFolder } from '../../experiments/support.js';

const rule = { limit: 100 };

/** Files of a new folder that no file's name should lead to. */
const traps = {
  'a FIFO': (path: string) => execFileSync('mkfifo', [path]),
  'a device': (path: string) => symlinkSync('/dev/zero', path),
  'a link out of the folder': (path: string) => {
    const elsewhere = join(temporaryFolder(), 'secret');
    writeFileSync(elsewhere, 'secret');
    symlinkSync(elsewhere, path);
  },
  'a folder': (path: string) => mkdirSync(path),
  'a file without end': (path: string) => {
    writeFileSync(path, '');
    truncateSync(path, 2 ** 40);
  },
  'a link to itself': (path: string) => symlinkSync(path, path),
} as const;

/** Readers of a folder that another user may have filled. */
const readers: Record<string, (folder: string, trap: (path: string) => void) => unknown> = {
  'a manifest': (folder, trap) => {
    const experiment = join(folder, '.trimtab/experiments/20250101-000000-x-aaaaaa');
    mkdirSync(experiment, { recursive: true });
    trap(join(experiment, 'manifest.yaml'));
    return new ExperimentStore(folder).list().map(({ problem }) => problem);
  },
  'a configuration': (folder, trap) => {
    trap(join(folder, 'trimtab.yaml'));
    return loadConfiguration(join(folder, 'trimtab.yaml'));
  },
  'a workflow': (folder, trap) => {
    trap(join(folder, `x${WORKFLOW_FILE}`));
    const own = availableWorkflows(folder).filter(({ shipped }) => !shipped);
    return own.map(({ problem }) => problem);
  },
  'the state of a run': (folder, trap) => {
    const run = join(folder, '.trimtab/runs/20250101-000000-x-aaaaaa');
    mkdirSync(run, { recursive: true });
    trap(join(run, 'state.yaml'));
    return readRuns(folder).map(({ sentence }) => sentence);
  },
  'the selection': (folder, trap) => {
    mkdirSync(join(folder, '.trimtab'));
    trap(join(folder, '.trimtab/state.json'));
    return readSelected(folder);
  },
  'an archive': (folder, trap) => {
    trap(join(folder, 'traces.otf2'));
    return openArchive(join(folder, 'traces.otf2'));
  },
  'a profile': (folder, trap) => {
    trap(join(folder, 'summary.cubex'));
    return openCube(join(folder, 'summary.cubex'));
  },
};

/** Returns the message: as a value, or thrown. */
function said(read: () => unknown): string {
  try {
    return JSON.stringify(read());
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

describe('readBytes', () => {
  it('reads regular files, also those that do not report their size', () => {
    const path = join(temporaryFolder(), 'a');
    writeFileSync(path, 'text');
    expect(readText(path, rule)).toBe('text');
    expect(readText('/proc/self/stat', { limit: 4096, within: null })).toContain(String(process.pid));
  });

  it('reads as many bytes as are allowed, and not one more', () => {
    const path = join(temporaryFolder(), 'a');
    writeFileSync(path, Buffer.alloc(100));
    expect(readBytes(path, rule)).toHaveLength(100);
    writeFileSync(path, Buffer.alloc(101));
    expect(() => readBytes(path, rule)).toThrow(
      /a cannot be read: it has 101 bytes or more, and at most 100 are read\.$/,
    );
    expect(() => readBytes('/proc/self/maps', { limit: 10, within: null })).toThrow(/at most 10 are read/);
  });

  it('follows links within the folder', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'inside'));
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'inside/a'), 'text');
    symlinkSync('inside/a', join(folder, 'b'));
    symlinkSync('../inside/a', join(folder, 'inside/c'));
    expect(readText(join(folder, 'b'), rule)).toBe('text');
    expect(() => readText(join(folder, 'inside/c'), { ...rule, within: join(folder, 'other') })).toThrow(
      /is a link out of/,
    );
  });

  it('reports the code of the system', () => {
    let code: string | undefined;
    try {
      readText(join(temporaryFolder(), 'absent'), rule);
    } catch (error) {
      code = errorCode(error);
    }
    expect(code).toBe('ENOENT');
  });
});

describe('FileFolder', () => {
  /** Returns the contents of a file of a folder. */
  function textIn(folder: FileFolder, name: string): string {
    const { descriptor } = folder.open(name);
    try {
      return readFileSync(descriptor, 'utf8');
    } finally {
      closeSync(descriptor);
    }
  }

  it('opens its files, and follows links within it', () => {
    const path = temporaryFolder();
    writeFileSync(join(path, 'a'), 'text');
    symlinkSync('a', join(path, 'b'));
    const folder = new FileFolder(path);
    expect(textIn(folder, 'a')).toBe('text');
    expect(textIn(folder, 'b')).toBe('text');
    expect(() => folder.open('c')).toThrow(/c cannot be read/);
  });

  it('may be reached through a link, and may not have been there at first', () => {
    const path = temporaryFolder();
    const folder = new FileFolder(join(path, 'link'));
    expect(() => folder.open('a')).toThrow(/cannot be read/);
    mkdirSync(join(path, 'real'));
    writeFileSync(join(path, 'real/a'), 'text');
    symlinkSync('real', join(path, 'link'));
    expect(textIn(folder, 'a')).toBe('text');
    expect(textIn(new FileFolder(join(path, 'link')), 'a')).toBe('text');
  });

  it.each(Object.entries(traps).filter(([name]) => name !== 'a file without end'))('does not open %s', (_, trap) => {
    const path = temporaryFolder();
    const folder = new FileFolder(path);
    trap(join(path, 'a'));
    expect(() => folder.open('a')).toThrow(/a cannot be read: it (is|has) /);
  });

  it('does not read elsewhere when a link takes its place', () => {
    const path = temporaryFolder();
    mkdirSync(join(path, 'traces'));
    mkdirSync(join(path, 'other'));
    writeFileSync(join(path, 'traces/a'), 'text');
    writeFileSync(join(path, 'secret'), 'secret');
    symlinkSync('../secret', join(path, 'other/a'));
    const folder = new FileFolder(join(path, 'traces'));
    renameSync(join(path, 'traces'), join(path, 'moved'));
    symlinkSync('other', join(path, 'traces'));
    expect(() => folder.open('a')).toThrow(/it is a link out of/);
  });
});

describe.each(Object.entries(readers))('%s that is', (_, read) => {
  it.each(Object.entries(traps))('%s gets one sentence', (_, trap) => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const sentence = said(() => read(folder, trap));
    expect(sentence).toMatch(/cannot be read: it (is|has) |There is no OTF2 trace at/);
    expect(sentence).not.toContain('secret"');
    expect(sentence).not.toMatch(/^(Range|Type|Reference)?Error:/);
  });
});
