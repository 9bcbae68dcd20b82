import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readPstats } from '../../../src/formats/pstats/read.js';
import { fieldsOf, listOf, textOf } from '../../../src/formats/stacks/json.js';
import { formatOf, openMeasurement } from '../../../src/formats/registry.js';
import { flatOf, profileAt, sample, totalOf } from '../stacks/support.js';

const WORK = sample('work.pstats');
/** Calls, exclusive and inclusive seconds, as pstats prints them. */
const ROWS = [
  ['fib', 465, 8.4401e-5, 8.4401e-5],
  // It and `even` call each other, and are one until they are left: the latter counts below it.
  ['odd', 5, 1.3967e-5, 1.3967e-5],
  ['even', 6, 2.415e-6, 1.6382e-5],
  ['lösen', 1, 9.479e-6, 1.86897e-4],
  ['tides', 1001, 6.8457e-5, 6.8457e-5],
  ['main', 1, 5.58e-6, 2.9326e-4],
  ['<built-in method builtins.sum>', 1, 5.588e-5, 1.24337e-4],
  ["<method 'disable' of '_lsprof.Profiler' objects>", 1, 2.2e-7, 2.2e-7],
] as const;
const TOTAL = 2.9348e-4;

function temporaryFile(bytes: Uint8Array, name = 'x.pstats'): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-pstats-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const int = (value: number): Buffer => {
  const bytes = Buffer.alloc(5, 'i');
  bytes.writeInt32LE(value, 1);
  return bytes;
};
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from('u'), int(Buffer.byteLength(value)).subarray(1), Buffer.from(value)]);
const tuple = (...values: Buffer[]): Buffer => Buffer.concat([Buffer.from([0x29, values.length]), ...values]);
const dictionary = (...values: Buffer[]): Buffer => Buffer.concat([Buffer.from('{'), ...values, Buffer.from('0')]);
const key = (file: string, line: number, name: string): Buffer => tuple(text(file), int(line), text(name));

describe('a profile of cProfile', () => {
  const profile = profileAt(WORK);
  const flat = flatOf(profile);

  it('has the times and calls that pstats prints', () => {
    expect(formatOf(WORK)?.title).toBe('Python profile');
    expect(totalOf(profile, 'time')).toBeCloseTo(TOTAL, 12);
    for (const [name, calls, self, inclusive] of ROWS) {
      expect(flat.get(name)?.calls, name).toBeCloseTo(calls, 6);
      expect(flat.get(name)?.exclusive, name).toBeCloseTo(self, 12);
      expect(flat.get(name)?.inclusive, name).toBeCloseTo(inclusive, 7);
    }
    expect(profile.rankedBy).toBeUndefined();
  });

  it('has calls that are no recursion as a metric', () => {
    expect(totalOf(profile, 'visits')).toBeCloseTo(1483, 6);
    expect(totalOf(profile, 'primitive_calls')).toBeCloseTo(1010, 6);
  });

  it('has files and lines, but none of functions in C', () => {
    const { regions } = profile.definitions;
    expect(regions.find(({ name }) => name === 'lösen')).toMatchObject({ file: 'träger/gezeiten.py', beginLine: 10 });
    const builtin = regions.find(({ name }) => name === '<built-in method builtins.sum>');
    expect(builtin).toMatchObject({ file: undefined, beginLine: 0 });
  });

  it('has call paths that are inferred', () => {
    expect(profile.confidence?.get('time')).toBe(0.5);
    expect(profile.problems.map(({ message }) => message).join()).toMatch(
      /inclusive times of their calls \(confidence 50 %\)/,
    );
  });
});

describe('Python on this machine', () => {
  const script = (profiler: string, version: number): string => `
import marshal, sys, json, re, ${profiler} as profiler, pstats, functools
def program():
    @functools.lru_cache(maxsize=None)
    def paths(n, m): return 1 if n == 0 or m == 0 else paths(n - 1, m) + paths(n, m - 1)
    def walk(tree): return sum(walk(child) for child in tree) + 1
    tree = []
    for _ in range(6): tree = [tree, tree]
    return [paths(12, 12), walk(tree), json.dumps({str(i): [i] * 20 for i in range(50)}, indent=1), re.compile('(a|b)*c' * 5)]
p = profiler.Profile()
p.runcall(program)
p.create_stats()
with open(sys.argv[1], 'wb') as file: file.write(marshal.dumps(p.stats, ${version}))
s = pstats.Stats(p)
print(json.dumps({'total': s.total_tt, 'calls': s.total_calls, 'primitive': s.prim_calls, 'functions': [[k[2], k[0], v[1], v[2]] for k, v in s.stats.items()]}))
`;
  const hasPython = ((): boolean => {
    try {
      execFileSync('python3', ['-c', 'import cProfile'], { stdio: 'ignore' });
      return true;
    } catch {
      return false; // not every machine has it
    }
  })();

  it.skipIf(!hasPython).each([
    ['cProfile', 4],
    ['cProfile', 2],
    ['cProfile', 0],
    ['profile', 4],
  ])('%s writes version %i of marshal', (profiler, version) => {
    const path = temporaryFile(new Uint8Array());
    const printed: unknown = JSON.parse(
      execFileSync('python3', ['-c', script(profiler, version), path], { encoding: 'utf8' }),
    );
    const { total, calls, primitive, functions } = fieldsOf(printed);
    const profile = profileAt(path);
    expect(totalOf(profile, 'time')).toBeCloseTo(Number(total), 9);
    expect(totalOf(profile, 'visits')).toBeCloseTo(Number(calls), 4);
    expect(totalOf(profile, 'primitive_calls')).toBeCloseTo(Number(primitive), 4);
    const own = new Map<string, number>();
    const { space, definitions } = profile;
    const time = space.severities.get('time');
    time?.value.forEach((seconds, i) => {
      const name = definitions.regions[space.callTree.region[time.callPath[i] ?? 0] ?? 0]?.name ?? '';
      own.set(name, (own.get(name) ?? 0) + seconds);
    });
    const expected = new Map<string, number>();
    for (const row of listOf(functions)) {
      const [name, , , self] = listOf(row);
      expected.set(textOf(name), (expected.get(textOf(name)) ?? 0) + Number(self));
    }
    for (const [name, self] of expected) expect(own.get(name) ?? 0, name).toBeCloseTo(self, 9);
  });
});

describe('marshal', () => {
  const one = (callers: Buffer, calls: Buffer = int(3)): Buffer =>
    dictionary(key('a.py', 1, 'f'), tuple(int(1), calls, int(2), int(5), callers));

  it('has numbers and texts of Python 2', () => {
    const interned = Buffer.concat([Buffer.from('t'), int(1).subarray(1), Buffer.from('f')]);
    const again = Buffer.concat([Buffer.from('R'), int(0).subarray(1)]);
    const float = Buffer.from('f\x030.5', 'latin1');
    const long = Buffer.from([0x6c, 2, 0, 0, 0, 1, 0, 1, 0]);
    const profile = readPstats(
      dictionary(
        ...[tuple(interned, int(1), again), tuple(int(1), long, float, float, dictionary())],
        ...[
          tuple(again, int(2), text('ĝ')),
          tuple(int(1), int(1), float, float, dictionary(tuple(again, int(1), again), int(4))),
        ],
      ),
    );
    expect(profile?.definitions.regions.map(({ name }) => name)).toEqual(['f', 'ĝ']);
    expect(profile === undefined ? 0 : totalOf(profile, 'visits')).toBe(2 ** 15 + 2);
  });

  it('has entries that are no functions', () => {
    const profile = readPstats(
      dictionary(
        text('x'),
        int(1),
        key('a.py', 1, '__proto__'),
        tuple(int(1), int(1), int(1), int(1), dictionary(key('b', 1, 'unknown'), int(1))),
      ),
    );
    expect(profile?.problems.map(({ message }) => message).join()).toMatch(/2 entries of the file are no functions/);
    expect(profile?.definitions.regions.map(({ name }) => name)).toEqual(['__proto__']);
  });

  it.each([
    [
      'truncated',
      one(dictionary()).subarray(0, 30),
      /is truncated: .* should follow byte \d+, and it has 30 bytes; copy it again/,
    ],
    ['code', one(Buffer.from('c')), /byte \d+ begins a value of the unknown type "c"/],
    [
      'a reference to nothing',
      one(Buffer.from('r\x07\0\0\0', 'latin1')),
      /refers to value 7, and only 0 values precede it/,
    ],
    [
      'a tuple of its own',
      one(Buffer.concat([Buffer.from('('), int(2 ** 31 - 1).subarray(1)])),
      /is truncated: 2147483647 values/,
    ],
    ['another value', int(3), /contains no dictionary of functions/],
    ['nested values', Buffer.alloc(100_000, Buffer.from([0x29, 1])), /nested too deeply/],
    ['an empty one', dictionary(), /contains no function; profile the program again/],
  ])('%s', (_, bytes, sentence) => {
    const path = temporaryFile(bytes);
    expect(() => openMeasurement(path)).toThrow(sentence);
  });

  it('is recognized by its first bytes', () => {
    expect(formatOf(temporaryFile(readFileSync(WORK), 'x.bin'))?.title).toBe('Python profile');
    expect(formatOf(temporaryFile(dictionary(), 'x.bin'))?.title).toBe('Python profile');
    expect(formatOf(temporaryFile(Buffer.from('{(not marshal)}'), 'x.bin'))).toBeUndefined();
  });

  it('has references that do not multiply values', () => {
    // Each of 20 tuples has the one before twice: 2^20 values, if they were copied.
    const ref = (n: number): Buffer => Buffer.concat([Buffer.from('r'), int(n).subarray(1)]);
    const marked = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([(bytes[0] ?? 0) | 0x80]), bytes.subarray(1)]);
    const levels = Array.from({ length: 20 }, (_, level) =>
      level === 0 ? marked(tuple(int(1))) : marked(tuple(ref(level - 1), ref(level - 1))),
    );
    expect(() => readPstats(tuple(...levels))).toThrow(/no dictionary of functions/);
  });
});
