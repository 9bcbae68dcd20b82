import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readPyinstrument } from '../../../src/formats/pyinstrument/read.js';
import { formatOf, openMeasurement } from '../../../src/formats/registry.js';
import type { Profile } from '../../../src/model/profile.js';
import { flatOf, profileAt, reportOf, totalOf } from '../stacks/support.js';

const MAIN = '<module>\0/src/tide.py\x001';
const FLOW = '\0/src/tide.py\x005\x01cTide\x01l';

const SESSION = {
  start_time: 1_700_000_000.5,
  duration: 1,
  min_interval: 0.001,
  max_interval: 0.001,
  sample_count: 4,
  start_call_stack: [MAIN],
  target_description: 'Program: tide.py',
  cpu_time: 0.9,
  sys_path: ['/src'],
  sys_prefixes: ['/usr'],
  frame_records: [
    [[`${MAIN}\x01l20`, `flow${FLOW}7`], 0.25],
    [[`${MAIN}\x01l20`, `flow${FLOW}8`, '[self]'], 0.5],
    [[`${MAIN}\x01l21`, 'sleep\0<built-in>\x000'], 0.125],
    [['[out-of-context]'], 0.0625],
  ],
};

const node = (name: string, time: number, children: object[] = [], more: object = {}): object => ({
  ...{ function: name, file_path_short: 'tide.py', file_path: '/src/tide.py', line_no: 3, time },
  ...{ await_time: 0, is_application_code: true, children, ...more },
});
const TREE = {
  ...{
    start_time: 1_700_000_000.5,
    duration: 1,
    sample_count: 40,
    target_description: 'Program: tide.py',
    cpu_time: 1,
  },
  root_frame: node('<module>', 1, [
    node('ebb', 0.7, [node('[self]', 0.2), node('flow', 0.5, [], { class_name: 'Tide', group_id: 'x' })]),
    node('[await]', 0.1, [], { file_path: '' }),
  ]),
};

function read(content: unknown): Profile {
  const profile = readPyinstrument(content);
  if (profile === undefined) throw new Error('nothing was read');
  return profile;
}

function temporaryFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-pyinstrument-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'x.bin');
  writeFileSync(path, text);
  return path;
}

describe('a session of pyinstrument', () => {
  const path = (): string => temporaryFile(JSON.stringify(SESSION));

  it('has times and samples of functions and lines', () => {
    expect(formatOf(path())?.title).toBe('pyinstrument profile');
    const profile = profileAt(path());
    expect(totalOf(profile, 'time')).toBeCloseTo(0.9375, 12);
    expect(totalOf(profile, 'samples')).toBe(4);
    const flat = flatOf(profile);
    expect(flat.get('Tide.flow')).toMatchObject({ exclusive: 0.75, inclusive: 0.75 });
    expect(flat.get('<module>')).toMatchObject({ exclusive: 0, inclusive: 0.875 });
    expect(flat.get('sleep')?.exclusive).toBe(0.125);
    const lines = (reportOf(profile).hotLines ?? []).map(({ place, seconds }) => [place.line, seconds]);
    expect(lines).toEqual([
      [8, 0.5],
      [7, 0.25],
    ]);
    expect(profile.definitions.regions.find(({ name }) => name === 'Tide.flow')).toMatchObject({
      file: '/src/tide.py',
      beginLine: 5,
    });
    expect(profile.definitions.sourceCodeLocations).toContainEqual({ file: '/src/tide.py', line: 20 });
  });

  it('is one of older versions', () => {
    const { frame_records: records, ...rest } = SESSION;
    const older = temporaryFile(JSON.stringify({ frame_records: records, ...rest }));
    expect(totalOf(profileAt(older), 'time')).toBeCloseTo(0.9375, 12);
  });

  it('has records that are none', () => {
    const profile = read({ frame_records: [[[MAIN], 1], 7, [[], 1], [[MAIN], 'x'], [[MAIN], -1]] });
    expect(profile.problems.map(({ message }) => message).join()).toMatch(
      /3 samples without a time or a function were ignored.*1 value of the file is negative/s,
    );
  });
});

describe('the JSON of pyinstrument', () => {
  it('has inclusive times, of which a function keeps what its callees have not', () => {
    const path = temporaryFile(JSON.stringify(TREE));
    expect(formatOf(path)?.title).toBe('pyinstrument profile');
    const profile = profileAt(path);
    const flat = flatOf(profile);
    expect(totalOf(profile, 'time')).toBeCloseTo(1, 9);
    expect(flat.get('<module>')?.exclusive).toBeCloseTo(0.2, 9);
    expect(flat.get('ebb')?.exclusive).toBeCloseTo(0.2, 9);
    expect(flat.get('ebb')?.inclusive).toBeCloseTo(0.7, 9);
    expect(flat.get('Tide.flow')?.exclusive).toBeCloseTo(0.5, 9);
    expect(flat.get('[await]')?.exclusive).toBeCloseTo(0.1, 9);
    expect(profile.problems).toEqual([]);
  });

  it('has children that are longer than their caller', () => {
    const profile = read({ root_frame: node('a', 1, [node('b', 2)]) });
    expect(profile.problems.map(({ message }) => message).join()).toMatch(/1 value of the file is negative/);
  });

  it('is as deep as it likes', () => {
    const deep = 20_000;
    const text = `{"start_time":1,"duration":1,"root_frame":${'{"function":"f","time":1,"children":['.repeat(deep)}${']}'.repeat(deep)}}`;
    expect(totalOf(profileAt(temporaryFile(text)), 'time')).toBeCloseTo(1, 9);
  });

  it.each([
    ['{"start_time":1,"duration":1,"root_frame":null}', /contains no samples; let the program run longer/],
    ['{"frame_records":[]}', /contains no samples/],
    ['{"start_time":1,"duration":1}', /has neither "frame_records" nor "root_frame" of pyinstrument/],
    ['{"start_time":1,"duration":1,"root_frame":{', /is no JSON/],
  ])('%s', (text, sentence) => {
    expect(() => openMeasurement(temporaryFile(text))).toThrow(sentence);
  });
});
