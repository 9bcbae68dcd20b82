/** Files of profilers that are read as stacks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { analyzeProfile } from '../../src/analysis/profile/index.js';
import { textLines } from '../../src/base/files/lines.js';
import { TrimtabError } from '../../src/base/problem.js';
import { readCallgrind } from '../../src/formats/callgrind/read.js';
import { readCali, readSplit } from '../../src/formats/caliper/profiles.js';
import { readCpuProfile } from '../../src/formats/cpuprofile/read.js';
import { readFolded } from '../../src/formats/folded/read.js';
import { readGprof } from '../../src/formats/gprof/read.js';
import { readDatabase } from '../../src/formats/hpctoolkit/read.js';
import { readScript } from '../../src/formats/perf/read.js';
import { readPprof } from '../../src/formats/pprof/read.js';
import { readPstats } from '../../src/formats/pstats/read.js';
import { readPyinstrument } from '../../src/formats/pyinstrument/read.js';
import { readSpeedscope } from '../../src/formats/speedscope/read.js';
import { Damaged } from '../../src/formats/stacks/damage.js';
import { parseJson } from '../../src/formats/stacks/json.js';
import { readTimemory } from '../../src/formats/timemory/read.js';
import { readTraceEvents } from '../../src/formats/traceEvents/read.js';
import type { PerformanceSpace } from '../../src/model/performanceSpace.js';
import type { Profile } from '../../src/model/profile.js';
import { TIMEMORY, TIMEMORY_TREE } from '../formats/timemory/sample.js';
import { CALI } from '../formats/caliper/sample.js';
import { sampleMeta, sampleValues } from '../formats/hpctoolkit/database.js';
import type { Target } from './inputs.js';

const sample = (name: string): Buffer => readFileSync(join(import.meta.dirname, '..', 'formats', 'samples', name));
const lines = (input: Uint8Array): string[] => textLines(Buffer.from(input).toString('utf8'));
const json = (input: Uint8Array): unknown => parseJson(Buffer.from(input).toString('utf8'));

const SPEEDSCOPE = {
  shared: { frames: [{ name: 'a', file: 'a.py', line: 3 }, { name: 'b' }] },
  profiles: [
    { type: 'sampled', name: 'one', unit: 'seconds', samples: [[0, 1], [0]], weights: [1, 2] },
    {
      type: 'evented',
      name: 'two',
      unit: 'milliseconds',
      events: [
        { type: 'O', frame: 0, at: 1 },
        { type: 'C', frame: 0, at: 3 },
      ],
    },
  ],
};
const TABLE = {
  data: [
    [7, 0, 4, 0],
    [3, 0, 3, 1],
  ],
  columns: ['time.inclusive.duration', 'mpi.rank', 'sum#time.duration', 'path'],
  column_metadata: [{ is_value: true }, { is_value: true }, { is_value: true }, { is_value: false }],
  nodes: [{ label: 'main' }, { label: 'solve', parent: 0 }],
};

const PYINSTRUMENT = {
  frame_records: [
    [['main\0a.py\x001\x01l4', 'flow\0a.py\x007\x01cTide\x01l9'], 0.25],
    [['main\0a.py\x001\x01l5', '[self]'], 0.5],
  ],
};
const PYINSTRUMENT_TREE = {
  start_time: 1,
  duration: 1,
  root_frame: {
    ...{ function: 'main', file_path: 'a.py', line_no: 1, time: 1 },
    children: [{ function: 'flow', file_path: 'a.py', line_no: 7, time: 0.25, children: [] }],
  },
};

const TRACE = {
  stackFrames: { 1: { name: 'main' }, 2: { name: 'flow', parent: 1 } },
  traceEvents: [
    { ph: 'M', name: 'process_name', pid: 1, args: { name: 'Rank 0' } },
    { ph: 'X', name: 'main', ts: 0.5, dur: 100, tdur: 90, pid: 1, tid: 1 },
    { ph: 'B', name: 'flow', ts: 10, tts: 3, pid: 1, tid: 1, args: { file: 'a.c', line: 3 } },
    { ph: 'X', name: 'gemm', ts: 30, dur: 90, cat: 'kernel', pid: 0, tid: 7 },
    { ph: 'X', name: 'ebb', ts: 90, dur: 40, pid: 1, tid: 1 },
    { ph: 'E', ts: 40, tts: 9, pid: 1, tid: 1 },
    { ph: 'P', ts: 50, sf: 2, pid: 1, tid: 2 },
  ],
};

/** How many ranks a run of Caliper had. */
const WORLD = ['__rec=node,id=60,attr=8,data=mpi.world.size,parent=40', '__rec=globals,attr=60,data=4', ''].join('\n');

/** All kinds by name. @param check throws where a space is absurd */
export function stackTargets(check: (space: PerformanceSpace, told: boolean) => void): Record<string, Target> {
  const target = (whole: Uint8Array, read: (input: Uint8Array) => Profile | undefined): Target => ({
    share: 6,
    wholes: [whole],
    read: (input) => {
      const profile = told(() => read(input));
      if (profile === undefined) return;
      check(profile.space, false);
      const { report } = analyzeProfile(profile, 'x');
      if (!Number.isFinite(report.totalTime)) throw new Error(`the time is ${report.totalTime}`);
    },
  });
  const text = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
  const perf = lines(sample('work.perf')).slice(0, 60).join('\n');
  return {
    perf: target(Buffer.from(perf), (input) => readScript(lines(input))),
    folded: target(Buffer.from('main;solve;inner 12\nmain;solve 3\n'), (input) => readFolded(lines(input))),
    gprof: target(sample('work.gprof'), (input) => readGprof(lines(input))),
    callgrind: target(sample('work.callgrind'), (input) => readCallgrind([{ lines: lines(input), rank: undefined }])),
    pprof: target(gunzipSync(sample('work.pb.gz')), readPprof),
    pstats: target(sample('work.pstats'), readPstats),
    pyinstrument: target(text(PYINSTRUMENT), (input) => readPyinstrument(json(input))),
    pyinstrumentTree: target(text(PYINSTRUMENT_TREE), (input) => readPyinstrument(json(input))),
    traceEvents: target(text(TRACE), (input) => readTraceEvents([Buffer.from(input).toString('utf8')])),
    timemory: target(text(TIMEMORY), (input) => readTimemory(json(input))),
    timemoryTree: target(text(TIMEMORY_TREE), (input) => readTimemory(json(input))),
    caliper: target(Buffer.from(CALI + WORLD), (input) => readCali(lines(input))),
    caliperJson: target(text(TABLE), (input) => readSplit(json(input))),
    speedscope: target(text(SPEEDSCOPE), (input) => readSpeedscope(json(input))),
    cpuprofile: target(sample('work.cpuprofile'), (input) => readCpuProfile(json(input))),
    hpctoolkitMeta: target(sampleMeta(), (input) => readDatabase(input, sampleValues())),
    hpctoolkitValues: target(sampleValues(), (input) => readDatabase(sampleMeta(), input)),
  };
}

/** Errors of readers for a damaged file become a sentence when it is opened. */
function told(read: () => Profile | undefined): Profile | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Damaged) throw new TrimtabError(`x ${error.message}.`);
    throw error;
  }
}
