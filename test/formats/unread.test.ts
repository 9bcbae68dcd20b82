import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { holdsMeasurement, measurementAt, openMeasurement } from '../../src/formats/registry.js';
import { sharedCases } from '../support/sharedCases.js';

const folder = mkdtempSync(join(tmpdir(), 'trimtab-unread-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The first words of a CPU profile of gperftools. */
function cpuProfile(size: 4 | 8, isLittle: boolean, words = [0, 3, 0, 4000, 0, 2, 1, 0x1234, 0, 1, 0]): Buffer {
  const bytes = Buffer.alloc(size * words.length);
  words.forEach((word, i) => {
    if (size === 4) bytes[isLittle ? 'writeUInt32LE' : 'writeUInt32BE'](word, i * size);
    else bytes[isLittle ? 'writeBigUInt64LE' : 'writeBigUInt64BE'](BigInt(word), i * size);
  });
  return Buffer.concat([bytes, Buffer.from('00400000-00402000 r-xp 00000000 08:01 7 /opt/mill\n')]);
}

const CONVERSION = /gperftools' own form.*"pprof -proto PROGRAM (\S+) > \1\.pb\.gz"/;

describe('files of gperftools', () => {
  it.each([
    [4, true],
    [4, false],
    [8, true],
    [8, false],
  ] as const)('of words of %d bytes are refused with the command that converts them', (size, isLittle) => {
    for (const name of ['mill.prof', 'mill.pprof', 'mill', 'mill.folded'])
      expect(() => openMeasurement(fileWith(name, cpuProfile(size, isLittle)))).toThrow(CONVERSION);
  });

  it.each([
    'heap profile:      2:     96 [     7:    480] @ heapprofile\n     2: 96 [ 7: 480] @ 0x12 0x34\n',
    'heap profile: 2: 96 [7: 480] @ heap_v2/524288\r\n',
    'heap profile: 2: 96 [7: 480] @ heap/1048576\n',
    'growth profile: 2: 96 [7: 480] @ growthz\n',
    '--- contention:\ncycles/second = 2000000000\nsampling period = 100\n',
    '--- symbol\nbinary=/opt/mill\n0x1234 grind\n---\n--- profile\n',
  ])('of text are refused with the command that converts them: %j', (text) => {
    for (const name of ['mill.heap', 'heap.txt', 'mill.pprof'])
      expect(() => openMeasurement(fileWith(name, text))).toThrow(CONVERSION);
  });

  it('are not seen in other data', () => {
    const others = [
      cpuProfile(8, true, [0, 2, 0, 4000, 0]),
      cpuProfile(4, true, [0, 3, 1, 4000, 0]),
      cpuProfile(4, true, [0, 3, 0, 0, 0]),
      cpuProfile(8, false, [1, 3, 0, 4000, 0]),
      'heap profile of the mill\n',
      Buffer.alloc(512),
    ];
    for (const content of others) expect(holdsMeasurement(fileWith('other', content))).toBe(false);
  });
});

describe('older files of HPCToolkit', () => {
  const OLD = /from before 2022\.10\. Databases of 2022\.10 and newer are read\. Run hpcprof of a newer version/;
  const experiment = '<?xml version="1.0"?>\n<!DOCTYPE HPCToolkitExperiment [\n<!ELEMENT Header (Info)>\n]>\n';

  it.each([
    ['experiment.xml', experiment],
    ['renamed.cube', '<HPCToolkitExperiment version="2.0">\n'],
    ['1.mill-000000-000-0a-7-0.metric-db', 'HPCPROF-metricdb__00.10b'],
    ['thread.db', 'HPCPROF-tmsdb____'],
  ])('are refused with what to do: %s', (name, content) => {
    expect(() => openMeasurement(fileWith(name, content))).toThrow(OLD);
  });

  it('are refused as a folder', () => {
    const database = join(folder, 'hpctoolkit-mill-database');
    mkdirSync(join(database, 'src'), { recursive: true });
    writeFileSync(join(database, 'LICENSE'), 'a text\n');
    writeFileSync(join(database, 'experiment.xml'), experiment);
    expect(() => measurementAt(database)).toThrow(OLD);
  });

  it('of a run without a database name hpcprof', () => {
    expect(() => openMeasurement(fileWith('mill-000000.hpcrun', 'HPCRUN-profile____'))).toThrow(/Run "hpcprof"/);
  });
});

const cases = sharedCases();

it.skipIf(cases === undefined)('known files are refused with what to do', () => {
  const at = (name: string) => join(cases ?? '', name);
  for (const name of ['tidepool.prof', 'tidepool.pprof', 'tidepool.0001.heap'])
    expect(() => openMeasurement(at(`gperftools/${name}`))).toThrow(CONVERSION);
  const database = 'hpctoolkit-old/hpctoolkit-tidepool-database';
  const files = ['', '/experiment.xml', '/1.tidepool-000000-000-0a1b2c3d-3100-0.metric-db'];
  for (const file of files) expect(() => openMeasurement(at(database + file))).toThrow(/from before 2022\.10/);
});

describe('traces of Perfetto', () => {
  /** A packet with a time, a user and a sequence. */
  const packet = (time: number): Buffer => Buffer.from([0x0a, 8, 0x40, time, 0x18, 0xe8, 0x07, 0x50, 1, 0x10]);
  const whole = (time: number): Buffer => Buffer.from([0x0a, 7, 0x40, time, 0x18, 0xe8, 0x07, 0x50, 1]);

  it('in the binary form are refused with the command that converts them', () => {
    for (const name of ['tide.perfetto-trace', 'tide.pftrace', 'tide.proto'])
      expect(() =>
        openMeasurement(fileWith(name, Buffer.concat([whole(5), whole(9), whole(12).subarray(0, 4)]))),
      ).toThrow(/binary form.*"traceconv json (\S+) \1\.trace\.json"/);
  });

  it('are not seen in other data', () => {
    for (const bytes of [whole(5), Buffer.concat([packet(5), packet(6)]), Buffer.alloc(64)])
      expect(() => openMeasurement(fileWith('tide.bin', bytes))).toThrow(/tide\.bin is no OTF2 trace/);
  });
});
