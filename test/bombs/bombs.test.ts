import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { Peers } from '../../src/analysis/trace/matching/peers.js';
import { processesOf } from '../../src/analysis/trace/index.js';
import { elementAt } from '../../src/base/elements.js';
import { decodeSpace, encodeSpace } from '../../src/experiments/files/spaceFile.js';
import { encodeCube, readCube, toSpace } from '../../src/formats/cube/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { sampleSpace } from '../formats/cube/support.js';
import { removeArchives } from '../formats/otf2/otf2Writer.js';
import { rounds, usually } from '../support/matrix.js';
import { crowdedProcess, deepSystemTree, longAnchor, manyCommunicators, repeatedRows } from './bombs.js';

afterAll(removeArchives);
afterEach(() => vi.restoreAllMocks());

/** Opens, analyses and writes an archive as a profile. @returns bytes of the profile */
function whole(path: string): number {
  const trace = openArchive(path);
  const { space } = analyzeTrace(trace, { program: 'x' });
  let bytes = 0;
  for (const piece of encodeCube(space, trace.definitions, { creator: 'x' })) bytes += piece.length;
  return bytes;
}

describe('profiles that unpack to far more than they are', () => {
  it('are not believed where rows share their bytes', () => {
    const { space, problems } = toSpace(readCube(repeatedRows({ metrics: 2, callPaths: 300, locations: 10_000 }), 'x'));
    expect(space.severities.size).toBe(0);
    expect(problems.map(({ message }) => message)).toEqual([
      'Metric m0 is ignored: its compressed data overlaps.',
      'Metric m1 is ignored: its compressed data overlaps.',
    ]);
  });

  it('are refused with the number of values', () => {
    const { problems } = toSpace(readCube(repeatedRows({ metrics: 1, callPaths: 3000, locations: 30_000 }), 'x'));
    expect(problems[0]?.message).toBe(
      'Metric m0 is ignored: it has 90000000 values, and at most 67108864 of a metric are read.',
    );
  });

  it('are refused where their description unpacks to too much', () => {
    expect(() => readCube(longAnchor('<cnode id="0" calleeId="0"/>', 5_400_000), 'x')).toThrow(
      /unpacks to more than 134217728 bytes/,
    );
  });

  it.each(usually(['<region/>', '<cnode id="0" calleeId="0"/>'], '<region/>'))(
    'are refused where their description is endless: %s',
    (element) => {
      expect(() => readCube(longAnchor(element, 2_100_000), 'x')).toThrow(
        /describes more than 2000000 call paths, threads/,
      );
    },
  );
});

describe('archives whose definitions ask for much', () => {
  // Deeper than calls may be nested.
  it('are read where the system tree is a chain of thousands', () =>
    expect(whole(deepSystemTree(rounds(20_000, 60_000)))).toBeGreaterThan(0));

  it('are read where one process has many threads', () =>
    expect(whole(crowdedProcess(rounds(5_000, 20_000)))).toBeGreaterThan(0));

  it.each([
    ['threads', () => crowdedProcess(131_073)],
    ['communicators', () => manyCommunicators(50, 131_073)],
  ])('are refused with a number where their %s are of more locations than are read', (_, make) => {
    expect(() => openArchive(make())).toThrow(
      /^The trace .*traces\.otf2 has 131073 locations \(.*\), and at most 131072 are read; measure fewer processes\.$/,
    );
  });

  it('find the other side of a message between large groups without going through them', () => {
    const { definitions } = openArchive(manyCommunicators(1, 1000));
    const communicator = elementAt(definitions.communicators, 0);
    const ranks = [...communicator.ranks];
    const local = ranks.slice(0, 500);
    const remote = ranks.slice(500);
    const peers = new Peers(
      { ...definitions, communicators: [{ ...communicator, ranks: local, remoteRanks: remote }] },
      processesOf(definitions),
    );
    const searched = vi.spyOn(Int32Array.prototype, 'includes');
    expect([0, 499, 500, 999].map((process) => peers.process(0, process, 7))).toEqual([507, 507, 7, 7]);
    expect(searched).not.toHaveBeenCalled();
  });

  it('keep the ranks of one group once for all its communicators', () => {
    const { definitions } = openArchive(manyCommunicators(50, 1000));
    const peers = new Peers(definitions, processesOf(definitions));
    expect(peers.process(49, 0, 999)).toBe(999);
    const lists = Object.values(peers).flatMap((value: unknown): unknown[] => (Array.isArray(value) ? value : []));
    expect(new Set(lists.filter((list) => list instanceof Int32Array)).size).toBe(1);
  });
});

describe('a stored performance space', () => {
  const space = sampleSpace();
  const stored = (change: Partial<typeof space>) => () => decodeSpace(encodeSpace({ ...space, ...change }));

  it('is refused where call paths contain themselves', () => {
    const parent = Int32Array.from(space.callTree.parent);
    parent[0] = space.callTree.size - 1;
    expect(stored({ callTree: { ...space.callTree, parent } })).toThrow(/call path 0 is below/);
  });

  it('is refused where metrics contain themselves', () => {
    const metrics = space.metrics.map((metric, index) => ({
      ...metric,
      parent: elementAt(space.metrics, (index + 1) % space.metrics.length).name,
    }));
    expect(stored({ metrics })).toThrow(/metrics contain one another/);
  });

  it('is refused where values belong nowhere', () => {
    expect(stored({ locationCount: 0 })).toThrow(/belongs nowhere or is no number/);
  });
});
