/**
 * Input and output as the probe records it, compared with the counts of strace for the same program without the probe.
 */
import { execa } from 'execa';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { usually } from '../support/matrix.js';
import { calls, type Event, inCall, inOrder, openRegions, readDefinitions, readEvents, regionOf } from './archive.js';
import {
  buildOnce,
  environment,
  finish,
  fortranMpis,
  fresh,
  type Mpi,
  marked,
  mpis,
  patient,
  prepare,
  programs,
  run,
} from './support.js';
import { profileValues } from './profiles.js';

const build = buildOnce();
const strace = await execa('strace', ['-V'], { reject: false });
if (strace.exitCode !== 0)
  console.warn('No strace here: calls and bytes are not compared with what the system counts.');

function folderFor(name: string): string {
  const folder = fresh(name);
  mkdirSync(folder);
  return folder;
}

async function measure(mpi: Mpi, source: string, env: Record<string, string> = {}, raw = false) {
  const folder = folderFor('files');
  const options = { ranks: 1, args: [folder], env: { TRIMTAB_IO: '1', ...env }, raw };
  return { written: folder, ...(await run(mpi, await build(mpi, source), options)) };
}

/**
 * Returns the system calls on files in a folder, of the program without the probe: their number, and the bytes of each
 * file.
 */
async function counted(mpi: Mpi, source: string) {
  const folder = folderFor('counted');
  const program = join(folderFor('plain'), 'program');
  const compiler = source.endsWith('.c') ? 'mpicc' : 'mpifort';
  await execa(`${compiler}.${mpi}`, ['-w', '-O1', '-o', program, join(programs, source)], { cwd: folder });
  const log = fresh('strace');
  const { stdout } = await execa('strace', ['-y', '-o', log, '-e', 'trace=file,desc', program, folder], {
    env: environment,
  });
  const bytes = new Map<string, number>();
  const count = new Map<string, number>();
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [, call = '', path = '', result = ''] = /^(\w+)\(\d+<([^>]*)>.* = (-?\d+)/.exec(line) ?? [];
    if (!path.startsWith(`${folder}/`)) continue;
    const name = path.slice(folder.length + 1);
    count.set(`${call} ${name}`, (count.get(`${call} ${name}`) ?? 0) + 1);
    const way = /^p?writev?(64)?$/.test(call) ? 'write' : /^p?readv?(64)?$/.test(call) ? 'read' : '';
    if (way !== '') bytes.set(`${way} ${name}`, (bytes.get(`${way} ${name}`) ?? 0) + Number(result));
  }
  return { bytes, count, stdout };
}

/** Returns bytes by operation and file, from the events of operations. */
function bytesIn(events: readonly Event[], folder: string): Map<string, number> {
  const bytes = new Map<string, number>();
  const ways = new Map<string, string>();
  for (const { kind, text } of events) {
    const id = /Matching Id: (\d+)/.exec(text)?.[1] ?? '';
    const file = /file:\/\/([^"]*)"/.exec(text)?.[1] ?? '';
    if (kind === 'IO_OPERATION_BEGIN') ways.set(id, (/Mode: (\w+)/.exec(text)?.[1] ?? '').toLowerCase());
    const way = ways.get(id) ?? '';
    if (kind !== 'IO_OPERATION_COMPLETE' || !file.startsWith(folder) || way === 'flush') continue;
    const key = `${way} ${file.slice(folder.length + 1)}`;
    bytes.set(key, (bytes.get(key) ?? 0) + Number(/Bytes Result: (\d+)/.exec(text)?.[1] ?? Number.NaN));
  }
  return bytes;
}

const sorted = (map: ReadonlyMap<string, number>): [string, number][] =>
  [...map].filter(([, value]) => value > 0).sort(([one], [other]) => (one < other ? -1 : 1));

const plain = (text: string): string =>
  text.replace(/"\[([\w-]+)\][^"]*\/([^"/]*)"/g, '"$1 $2"').replace(/, Matching Id: \d+/, '');

describe.each(usually(mpis, 'mpich'))('input and output with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('is recorded as by Score-P, with the lines of the calls, and the program prints the same as without', async () => {
    const { folder, written, stdout, remarks, exitCode } = await measure(mpi, 'files.c');
    expect(exitCode).toBe(0);
    expect(stdout).toBe('read 104096 bytes\n21 lines, line 00\n7 entries');
    expect(remarks).toEqual([]);
    const threads = await readEvents(folder);
    expect([...threads.keys()]).toEqual(['0']);
    const events = threads.get('0') ?? [];
    expect(openRegions(events)).toEqual([]);
    expect(inOrder(events)).toBe(true);
    expect(inCall(events, 'open').map(plain)).toEqual([
      'IO_CREATE_HANDLE Handle: "POSIX plain.bin", Access Mode: READ_WRITE, Creation Flags: {CREATE, TRUNCATE}, Status Flags: NONE',
    ]);
    expect(
      calls(events, 'write')
        .slice(0, 10)
        .map((call) => call.map(plain)),
    ).toEqual(
      Array.from({ length: 10 }, () => [
        'IO_OPERATION_BEGIN Handle: "POSIX plain.bin", Mode: WRITE, Operation Flags: NONE, Bytes Request: 1000',
        'IO_OPERATION_COMPLETE Handle: "POSIX plain.bin", Bytes Result: 1000',
      ]),
    );
    expect(inCall(events, 'lseek').map(plain)).toEqual([
      'IO_SEEK Handle: "POSIX plain.bin", Offset Request: -4096, Whence: FROM_END, Offset Result: 100000',
    ]);
    expect(inCall(events, 'dup')[0]).toMatch(/^IO_DUPLICATE_HANDLE /);
    expect(inCall(events, 'unlink')[0]).toMatch(/^IO_DELETE_FILE .*zero/);
    // The read that a signal left ends where the next call of files begins, and holds none.
    const inReads = calls(events, 'read').flat();
    expect(inReads.filter((event) => /^ENTER Region: "(MPI_|open|read|write|close)/.test(event))).toEqual([]);
    expect(calls(events, 'fprintf')).toHaveLength(20);
    expect(calls(events, 'readdir')).toHaveLength(8);
    expect(calls(events, 'stat')).toHaveLength(5);
    const begins = events.filter(({ kind }) => kind === 'ENTER');
    const siteOf = (region: string) => begins.find((event) => regionOf(event) === region)?.site;
    expect(siteOf('open')).toBe(`${join(programs, 'files.c')}:${marked('files.c', 'open')}`);
    expect(siteOf('write')).toBe(`${join(programs, 'files.c')}:${marked('files.c', 'write')}`);
    const files = await readDefinitions(folder, 'IO_REGULAR_FILE');
    expect(files.filter((file) => !file.includes(written))).toEqual([]);
  });

  it('is known from its beginning to its end where these are in different calls of MPI', async () => {
    const readsBehindEnd = mpi === 'mpich';
    const folder = folderFor('later');
    const { remarks, stdout, ...made } = await run(mpi, await build(mpi, 'later-files.c'), {
      ranks: 2,
      args: [folder],
      env: { TRIMTAB_IO: '1' },
    });
    expect(remarks).toEqual([]);
    expect(stdout.split('\n').sort()).toEqual(['0: same, 100 at the end', '1: same, 100 at the end']);
    for (const events of (await readEvents(made.folder)).values()) {
      const idOf = ({ text }: Event) => /Matching Id: (\d+)/.exec(text)?.[1];
      const of = (kind: string) => events.filter((event) => event.kind === kind && event.text.includes('later.bin'));
      const begun = of('IO_OPERATION_BEGIN');
      expect(begun.map(({ text }) => plain(text).replace(/^.*Mode: /, ''))).toEqual([
        ...Array.from({ length: 3 }, () => 'WRITE, Operation Flags: {NON_BLOCKING}, Bytes Request: 4000'),
        'WRITE, Operation Flags: {NON_BLOCKING}, Bytes Request: 8000',
        'READ, Operation Flags: {NON_BLOCKING}, Bytes Request: 8000',
        'READ, Operation Flags: {NON_BLOCKING}, Bytes Request: 4000',
        'READ, Operation Flags: {NON_BLOCKING}, Bytes Request: 8000',
        ...(readsBehindEnd ? ['READ, Operation Flags: {NON_BLOCKING}, Bytes Request: 4000'] : []),
      ]);
      const ids = begun.map(idOf);
      expect(new Set(ids).size).toBe(begun.length);
      expect(of('IO_OPERATION_ISSUED').map(idOf)).toEqual(ids);
      const ended = of('IO_OPERATION_COMPLETE');
      expect(ended.map(idOf)).toEqual(ids);
      const bytes = ended.map(({ text }) => Number(/Bytes Result: (\d+)/.exec(text)?.[1]));
      expect(bytes).toEqual([4000, 4000, 4000, 8000, 8000, 4000, 8000, ...(readsBehindEnd ? [400] : [])]);
      // Tests that found it under way are of the one that was tested.
      expect(new Set([...of('IO_OPERATION_TEST').map(idOf), ids[4]])).toEqual(new Set([ids[4]]));
      expect(inCall(events, 'MPI_Waitall').filter((text) => text.startsWith('IO_OPERATION_COMPLETE'))).toHaveLength(3);
      expect(openRegions(events)).toEqual([]);
    }
  });

  it('has what goes from file to file inside the system, also of a process that ends at once', async () => {
    const { folder, written, stdout, exitCode } = await measure(mpi, 'moves.c');
    expect([stdout, exitCode]).toEqual(['16500 bytes', 3]);
    const events = (await readEvents(folder)).get('0') ?? [];
    expect(sorted(bytesIn(events, written))).toEqual([
      ['read from', 4000 + 2500 + 5000],
      ['write from', 5000],
      ['write to', 2500 + 5000],
    ]);
    const begun = calls(events, 'sendfile').map((call) => call.map(plain));
    expect(begun).toEqual([
      [
        'IO_OPERATION_BEGIN Handle: "POSIX from", Mode: READ, Operation Flags: NONE, Bytes Request: 2500',
        'IO_OPERATION_BEGIN Handle: "POSIX to", Mode: WRITE, Operation Flags: NONE, Bytes Request: 2500',
        'IO_OPERATION_COMPLETE Handle: "POSIX from", Bytes Result: 2500',
        'IO_OPERATION_COMPLETE Handle: "POSIX to", Bytes Result: 2500',
      ],
    ]);
    expect(calls(events, 'copy_file_range')).toHaveLength(1);
    const { report } = analyzeTrace(openArchive(folder), { program: 'moves' });
    const used = (name: string) => report.files?.find((file) => file.name === join(written, name));
    expect(used('from')).toMatchObject({ bytesRead: 11_500, bytesWritten: 5000, operations: 4 });
    expect(used('to')).toMatchObject({ bytesRead: 0, bytesWritten: 7500, operations: 2 });
  });

  it('continues while the program does something else, until it takes the result', async () => {
    const { folder, written, stdout, remarks, exitCode } = await measure(mpi, 'asynchronous.c');
    expect([stdout, remarks, exitCode]).toEqual(['3000 written, 1500 read', [], 0]);
    const events = (await readEvents(folder)).get('0') ?? [];
    expect(openRegions(events)).toEqual([]);
    expect(sorted(bytesIn(events, written))).toEqual([
      ['read data', 1500],
      ['write data', 3000],
    ]);
    // The output of the program is also included.
    const idsIn = (kind: string) =>
      events
        .filter((event) => event.kind === kind && event.text.includes(written))
        .map(({ text }) => /Matching Id: (\d+)/.exec(text)?.[1]);
    const flags = '{NON_BLOCKING}';
    expect(calls(events, 'aio_write').map((call) => call.map(plain))).toEqual(
      Array.from({ length: 3 }, () => [
        `IO_OPERATION_BEGIN Handle: "POSIX data", Mode: WRITE, Operation Flags: ${flags}, Bytes Request: 1000`,
        'IO_OPERATION_ISSUED Handle: "POSIX data"',
      ]),
    );
    expect(inCall(events, 'lio_listio').filter((text) => text.startsWith('IO_OPERATION_BEGIN'))).toHaveLength(2);
    expect(calls(events, 'aio_return')).toHaveLength(3 + 1 + 2);
    expect(calls(events, 'aio_suspend').length).toBeGreaterThanOrEqual(3 + 1 + 2);
    expect(new Set(idsIn('IO_OPERATION_ISSUED')).size).toBe(6);
    expect(idsIn('IO_OPERATION_COMPLETE').sort()).toEqual(idsIn('IO_OPERATION_ISSUED').sort());
  });

  it.skipIf(strace.exitCode !== 0)('has the calls and bytes that the system counts', async () => {
    const { folder, written, stdout } = await measure(mpi, 'files.c');
    const system = await counted(mpi, 'files.c');
    expect(stdout).toBe(system.stdout);
    const events = (await readEvents(folder)).get('0') ?? [];
    // A stream reads ahead, and fgets does not reveal zeros.
    expect(bytesIn(events, written).get('read lines.txt')).toBe(20 * 8 + 4 + 8);
    const of = (map: Map<string, number>) => sorted(map).filter(([key]) => key !== 'read lines.txt');
    expect(of(bytesIn(events, written))).toEqual(of(system.bytes));
    const named = {
      read: 'read',
      write: 'write',
      pread64: 'pread',
      pwrite64: 'pwrite',
      writev: 'writev',
      lseek: 'lseek',
      fsync: 'fsync',
    };
    for (const [call, region] of Object.entries(named)) {
      const on = (call: readonly string[]) => call.some((event) => event.includes('plain.bin'));
      expect([region, calls(events, region).filter(on).length]).toEqual([
        region,
        system.count.get(`${call} plain.bin`),
      ]);
    }
  });

  it('of files of MPI has their handles and the bytes of each call', async () => {
    const folder = folderFor('files');
    const program = await build(mpi, 'parallelFiles.c');
    const measured = await run(mpi, program, { ranks: 2, args: [folder], env: { TRIMTAB_IO: '1' } });
    expect(measured.remarks).toEqual([]);
    expect(measured.stdout).toBe('20000 of 20000');
    const threads = await readEvents(measured.folder);
    const name = '"MPI-IO shared.bin"';
    for (const rank of ['0', '1']) {
      const events = threads.get(rank) ?? [];
      expect(openRegions(events)).toEqual([]);
      const of = (region: string) =>
        inCall(events, region)
          .filter((event) => event.startsWith('IO_'))
          .map(plain);
      expect(of('MPI_File_open')).toEqual([
        `IO_CREATE_HANDLE Handle: ${name}, Access Mode: READ_WRITE, Creation Flags: {CREATE}, Status Flags: NONE`,
      ]);
      expect(of('MPI_File_write_at_all')).toEqual([
        `IO_OPERATION_BEGIN Handle: ${name}, Mode: WRITE, Operation Flags: NONE, Bytes Request: 40000`,
        `IO_OPERATION_COMPLETE Handle: ${name}, Bytes Result: 40000`,
      ]);
      expect(of('MPI_File_sync')).toHaveLength(2);
      expect(of('MPI_File_close')).toEqual([`IO_DESTROY_HANDLE Handle: ${name}`]);
    }
    const read = inCall(threads.get('0') ?? [], 'MPI_File_read_at').map(plain);
    expect(read).toEqual([
      `IO_OPERATION_BEGIN Handle: ${name}, Mode: READ, Operation Flags: NONE, Bytes Request: 120000`,
      `IO_OPERATION_COMPLETE Handle: ${name}, Bytes Result: 80000`,
    ]);
    const { report } = analyzeTrace(openArchive(measured.folder), { program: 'parallelFiles' });
    // The output of the program is also included.
    const shared = report.files?.find((file) => file.name === join(folder, 'shared.bin'));
    expect(shared).toMatchObject({ processes: 2, bytesRead: 80_000, bytesWritten: 80_000, operations: 5 });
  });

  it('is absent unless requested', async () => {
    const { folder, stdout } = await measure(mpi, 'files.c', { TRIMTAB_IO: '' });
    expect(stdout).toContain('read 104096 bytes');
    const events = (await readEvents(folder)).get('0') ?? [];
    expect(events.filter(({ kind }) => kind.startsWith('IO_'))).toEqual([]);
    expect(events.map(regionOf)).not.toContain('write');
  });

  it('is summed up by call path in a profile', async () => {
    const { folder, exitCode } = await measure(mpi, 'files.c', { TRIMTAB_MODE: 'profile' }, true);
    expect(exitCode).toBe(0);
    await finish(mpi, folder);
    const values = profileValues(folder);
    const at = (metric: string, region: string) =>
      [...values(metric)].filter(([path]) => path.includes(`/${region}(`)).reduce((sum, [, value]) => sum + value, 0);
    expect(at('visits', 'fprintf')).toBe(20);
    expect(at('io_bytes_written', 'fprintf')).toBe(160);
    expect(at('io_bytes_written', 'writev')).toBe(500);
    expect(at('io_bytes_read', 'read')).toBe(104096);
    expect(at('time', 'fsync')).toBeGreaterThan(0);
  });
});

describe.each(usually(fortranMpis, 'openmpi'))('input and output of Fortran with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('is at the lines of the statements, with the bytes that the system counts', async () => {
    const { folder, written, stdout, exitCode } = await measure(mpi, 'files.f90');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('same T');
    expect(readdirSync(written).sort()).toEqual(['records.bin', 'table.txt']);
    const events = (await readEvents(folder)).get('0') ?? [];
    const at = (mark: string) => `${join(programs, 'files.f90')}:${marked('files.f90', mark)}`;
    const sites = new Set(
      events
        .filter((event) => event.kind === 'ENTER' && /^(read|write)$/.test(regionOf(event)))
        .map(({ site }) => site),
    );
    expect(sites).toContain(at('write'));
    expect(sites).toContain(at('read'));
    expect(sites).toContain(at('close'));
    if (strace.exitCode !== 0) return;
    const system = await counted(mpi, 'files.f90');
    expect(sorted(bytesIn(events, written))).toEqual(sorted(system.bytes));
  });
});
