import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

import { openArchive } from '../../../src/formats/otf2/index.js';
import { BUFFER_FLUSH } from '../../../src/model/definitions.js';
import { conformanceData, LARGE_TRACES, usualTraces } from '../../support/conformanceData.js';
import { compareListing } from './compareListing.js';
import { hasOtf2Print } from './otf2Print.js';
import { regionKey, summarize } from './summary.js';

/** Contents of REFERENCE_otf2lib.json, computed with libotf2's Python binding. */
interface Reference {
  readonly ticks_per_second: number;
  readonly first: number;
  readonly event_counts: Record<string, number>;
  readonly per_location_events: Record<string, number>;
  readonly unbalanced_leaves: number;
  readonly p2p: Record<string, number>;
  readonly collectives: Record<string, number>;
  readonly collective_bytes: readonly number[];
  readonly rma: Record<string, number>;
  readonly regions: readonly {
    readonly name: string;
    readonly file: string | null;
    readonly line: number;
    readonly visits: number;
    readonly inclusive_ticks: number;
    readonly exclusive_ticks: number;
  }[];
}

/** Folders with an archive at their top level, or one level deeper. */
function archivesIn(folder: string | undefined): string[] {
  if (folder === undefined) return [];
  const below = (parent: string) =>
    readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => path.join(parent, name));
  return below(folder)
    .flatMap((archive) => [archive, ...below(archive)])
    .filter((archive) => readdirSync(archive).some((name) => name.endsWith('.otf2')));
}

/** Sentences that are expected of public archives, by folder. */
const KNOWN_PROBLEMS: Readonly<Record<string, readonly RegExp[]>> = {
  btmz_B_8x4: [/^The event file of location "Master thread" \(4\) is missing/],
  OTF2_archive: [/^3 locations .* have another number of events/],
  OTF2_Integrity_trace_1: [
    /does not contain the resolution of its clock/,
    /^The processes of 4 locations are not defined/,
    /^Communicators are not defined for 160000 events/,
  ],
};

const allArchives = archivesIn(conformanceData('otf2'));
const archives = usualTraces(allArchives);
/** Of these, one has more events than are compared with names and operands. */
const measured = usualTraces(archivesIn(conformanceData('otf2-with-scalasca')), [
  ...LARGE_TRACES.filter((name) => name !== 'mg.W.4'),
  ...['bots_sort.2t', 'hpccg.4', 'sweep3d.4'],
]);

test.each(allArchives.filter((folder) => archives.includes(folder) || path.basename(folder) in KNOWN_PROBLEMS))(
  '%s is read with no other problem than those known',
  (folder) => {
    const trace = openArchive(folder);
    trace.definitions.locations.forEach((_, location) => {
      for (const batch of trace.batches(location)) expect(batch.count).toBeGreaterThan(0);
    });
    const expected = KNOWN_PROBLEMS[path.basename(folder)] ?? [];
    expect(trace.problems.map(({ message }) => message)).toEqual(
      expected.map((pattern): unknown => expect.stringMatching(pattern)),
    );
  },
);

describe.each(archives.map((folder) => [path.basename(folder), folder] as const))('%s', (_, folder) => {
  test.runIf(existsSync(path.join(folder, 'REFERENCE_otf2lib.json')))(
    'has the reference counts, volumes and times',
    () => {
      const reference = JSON.parse(readFileSync(path.join(folder, 'REFERENCE_otf2lib.json'), 'utf8')) as Reference;
      const trace = openArchive(folder);
      const summary = summarize(trace);
      expect(Number(trace.definitions.clock.ticksPerSecond)).toBe(reference.ticks_per_second);
      expect(summary.events).toEqual(reference.event_counts);
      expect(summary.perLocation).toEqual(reference.per_location_events);
      expect(summary.unbalancedLeaves).toBe(reference.unbalanced_leaves);
      expect(summary.messages).toEqual(reference.p2p);
      expect(summary.collectives).toEqual(reference.collectives);
      expect(summary.collectiveBytes).toEqual(reference.collective_bytes);
      expect(summary.rma).toEqual(reference.rma);
      expectRegions(summary.regions, reference);
    },
  );

  const listing = path.join(folder, 'REFERENCE_otf2-print_events.txt.gz');
  test.runIf(existsSync(listing))("has all events of otf2-print's listing", async () => {
    const lines = gunzipSync(readFileSync(listing)).toString('utf8').split('\n');
    expect(await compareListing(openArchive(folder), lines, true)).toBeGreaterThan(0);
  });

  const globals = path.join(folder, 'REFERENCE_otf2-print_globaldefs.txt.gz');
  test.runIf(existsSync(globals))("has the definitions of otf2-print's listing", () => {
    const text = gunzipSync(readFileSync(globals)).toString('utf8');
    const { definitions } = openArchive(folder);
    const printed = (kind: string) =>
      [...text.matchAll(new RegExp(`^${kind} +\\d+ +(?:Name|File): "(.*?)" <\\d+>`, 'gm'))].map((match) => match[1]);
    // A region for written buffers is added where the trace defines none.
    const defined = definitions.regions.filter((region) => region !== BUFFER_FLUSH);
    expect(defined.map((region) => region.name)).toEqual(printed('REGION'));
    expect(definitions.locations.map((location) => location.name)).toEqual(printed('LOCATION'));
    expect(definitions.locationGroups.map((group) => group.name)).toEqual(printed('LOCATION_GROUP'));
    expect(definitions.systemTree.map((node) => node.name)).toEqual(printed('SYSTEM_TREE_NODE'));
    expect(definitions.communicators.map((communicator) => communicator.name)).toEqual(printed('COMM'));
  });
});

function expectRegions(regions: ReturnType<typeof summarize>['regions'], reference: Reference): void {
  const expected = new Map<string, { visits: number; inclusive: number; exclusive: number }>();
  for (const { name, file, line, visits, inclusive_ticks, exclusive_ticks } of reference.regions) {
    const key = regionKey(name, file, line);
    const before = expected.get(key) ?? { visits: 0, inclusive: 0, exclusive: 0 };
    expected.set(key, {
      visits: before.visits + visits,
      inclusive: before.inclusive + inclusive_ticks,
      exclusive: before.exclusive + exclusive_ticks,
    });
  }
  expect([...regions.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [key, { visits, inclusive, exclusive }] of expected) {
    const own = regions.get(key);
    expect(own?.visits, key).toBe(visits);
    expect(Math.abs((own?.inclusive ?? NaN) - inclusive), key).toBeLessThanOrEqual(1e-6 * inclusive + 0.001);
    // Differences of sums: relative to the sums.
    expect(Math.abs((own?.exclusive ?? NaN) - exclusive), key).toBeLessThanOrEqual(1e-6 * inclusive + 0.001);
  }
}

/** Coordinates as otf2-print lists them: `TOPOLOGY / LOCATION: COORDINATES`. */
function printedPlaces(archive: string): string[] {
  const { stdout } = spawnSync('otf2-print', ['-G', path.join(archive, 'traces.otf2')], { encoding: 'utf8' });
  const places = stdout.matchAll(
    /^CART_COORDINATE +Cartesian Topology: "(.*)" <\d+>, Rank: \d+ \(".*" <(\d+)>\), Coordinates?: \(?([\d, ]+)/gm,
  );
  return [...places].map(([, name, location, coordinates]) => `${name} / ${location}: ${coordinates}`);
}

describe.runIf(measured.length > 0 && hasOtf2Print())('recorded with Score-P', () => {
  test.each([...measured, ...archives].map((folder) => [path.basename(folder), folder] as const))(
    '%s has the topologies that otf2-print lists',
    (_, folder) => {
      const { topologies = [], locations } = openArchive(folder).definitions;
      const found = topologies.flatMap(({ name, dimensions, locations: placed, coordinates }) =>
        placed.map((location, at) => {
          const own = coordinates.slice(at * dimensions.length, (at + 1) * dimensions.length);
          return `${name} / ${locations[location]?.id}: ${own.join(', ')}`;
        }),
      );
      expect(found).toEqual(printedPlaces(folder));
    },
  );

  /** Names and operands of every event are compared up to this size of the event files, else kinds and times. */
  const DEEP_BYTES = 2_000_000;

  test.each(measured.map((folder) => [path.basename(folder), folder] as const))(
    '%s has the events that otf2-print lists',
    async (_, folder) => {
      const trace = openArchive(folder);
      const announced = trace.definitions.locations.reduce((sum, location) => sum + location.announcedEvents, 0);
      const printer = spawn('otf2-print', ['traces.otf2'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
      const compared = await compareListing(
        trace,
        createInterface({ input: printer.stdout }),
        announced * 14 < DEEP_BYTES,
      );
      expect(compared).toBe(announced);
      expect(trace.problems).toEqual([]);
    },
    120_000,
  );
});
