/** `trimtab picture`: what is drawn of an experiment without an editor. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { pngOf } from '../../src/cli/commands/png.js';
import { systemFont } from '../../src/cli/commands/systemFonts.js';
import type { Topology } from '../../src/model/topology.js';
import { exampleArchive } from '../engine/support/archives.js';
import { analyzeHere } from '../workflows/mpiProject.js';
import { analyzedArchive, analyzedExample, kept } from './recordedExample.js';
import { trimtab, trimtabWith } from './support.js';

const axis = (name: string, size: number) => ({ name, size, isPeriodic: false });
const threads: Topology = {
  name: 'Process x Thread',
  dimensions: [axis('Process', 4), axis('Thread', 1)],
  locations: [0, 1, 2, 3],
  coordinates: [0, 0, 1, 0, 2, 0, 3, 0],
};
const grid: Topology = {
  name: 'halo',
  dimensions: [axis('', 2), axis('', 3)],
  locations: [0, 1, 2],
  coordinates: [0, 0, 0, 1, 1, 2],
};

let folder: string;

let withTopologies: string;
let without: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-test-'));
  const recorded = analyzedExample('heat2d-mpi');
  withTopologies = kept(folder, recorded, { topologies: [threads, grid] });
  without = kept(folder, recorded);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the picture, or the message if none exists. */
async function drawn(...words: string[]): Promise<string> {
  const out = join(folder, 'picture.svg');
  const { code, err } = await trimtab(folder, 'picture', ...words, '--out', out);
  return code === 0 ? readFileSync(out, 'utf8') : err;
}

describe('trimtab picture', () => {
  it("draws locations at their coordinates in the program's topology, or in the one that is named", async () => {
    const own = await drawn(withTopologies, '--view', 'topology');
    expect(own).toContain('topology halo, 2 × 3');
    expect(own).toContain('1 location has no coordinates in it; 3 grid points of it have no location');
    const named = await drawn(withTopologies, '--view', 'topology', '--topology', 'Process x Thread');
    expect(named).toContain('topology Process x Thread, 4 × 1');
    expect(named).not.toContain('no coordinates');
    expect(await drawn(withTopologies, '--view', 'topology', '--topology', 'other')).toContain(
      'The experiment has no topology other; it has Process x Thread, halo.',
    );
    expect(await drawn(without, '--view', 'topology')).toContain('The experiment has no topology');
  });

  it('draws a trace that is no experiment, and leaves nothing of it', async () => {
    const project = mkdtempSync(join(tmpdir(), 'trimtab-test-'));
    try {
      const parts = { analyzeArchive: analyzeHere, findProbe: () => project };
      const archive = exampleArchive('heat2d-mpi');
      const words = ['picture', archive, '--from', '1', '--to', '2'];
      expect(await trimtabWith(parts, project, ...words, '--out', 'x.svg')).toMatchObject({ code: 0 });
      const svg = readFileSync(join(project, 'x.svg'), 'utf8');
      expect(svg).toContain('MPI Rank 3');
      expect(svg).toContain('relax_rows');
      expect(readdirSync(project)).toEqual(['x.svg']);
      const refused = await trimtabWith(parts, project, 'picture', 'x.svg', '--out', 'y.svg');
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.err).toContain('x.svg');
    } finally {
      rmSync(project, { recursive: true });
    }
  });

  it('draws messages and collective operations in logical order', async () => {
    const svg = await drawn(without, '--order', 'logical', '--from', '0', '--to', '20');
    expect(svg).toContain('steps 0–20');
    // Collective operations are dashed lines, messages plain ones between rows.
    expect(svg).toMatch(/stroke-dasharray="3 2"/);
    const lines = [...svg.matchAll(/<path d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)" fill="none"/g)];
    expect(lines.filter(([, x, , end]) => Number(end) > Number(x)).length).toBeGreaterThan(10);
  });

  it('bundles messages beyond those that have a line, and prints how many', async () => {
    const recorded = analyzedExample('heat2d-mpi');
    const { timeline } = recorded;
    if (timeline === undefined) throw new Error('there is no timeline');
    const { send, receive, from, to, waiting, bytes } = timeline.messages;
    // Each message several times, in order of time as before.
    const times = Math.ceil(5000 / send.length);
    const at = Array.from({ length: send.length * times }, (_, row) => Math.floor(row / times));
    const floats = (column: Float64Array): Float64Array => Float64Array.from(at, (row) => elementAt(column, row));
    const integers = (column: Int32Array): Int32Array => Int32Array.from(at, (row) => elementAt(column, row));
    const messages = {
      ...{ send: floats(send), receive: floats(receive), waiting: floats(waiting), bytes: floats(bytes) },
      ...{ from: integers(from), to: integers(to) },
    };
    const many = kept(folder, { ...recorded, timeline: { ...timeline, messages } });
    const svg = await drawn(many, '--from', '0', '--to', String(timeline.span));
    const found =
      /2,000 of ([\d,]+) messages are drawn as lines, the longest waiting first, ([\d,]+) in (\d+) bundles\./;
    const [all, bundled, bundles] = (found.exec(svg) ?? []).slice(1).map((text) => Number(text.replace(/,/g, '')));
    expect(all).toBe(at.length);
    expect(bundled).toBe(at.length - 2000);
    // Lines of bundles are transparent as no others are.
    const lines = [...svg.matchAll(/<path [^>]*fill="none"[^>]* opacity="([\d.]+)"/g)].map(([, text]) => Number(text));
    expect(lines.filter((one) => one <= 0.65 && one !== 0.35)).toHaveLength(bundles ?? NaN);
  });

  it('hatches what is uncertain: rows of a timeline, bars and cells of ranks whose records are cut', async () => {
    const copy = join(folder, 'cut');
    cpSync(exampleArchive('heat2d-mpi'), copy, { recursive: true });
    const events = join(copy, 'traces', '3.evt');
    truncateSync(events, Math.floor(statSync(events).size / 2));
    const cut = kept(folder, analyzedArchive(join(copy, 'traces.otf2'), 'heat2d-mpi'));
    const hatched = (svg: string): number => [...svg.matchAll(/fill="url\(#hatch-text\)"/g)].length;
    const svg = await drawn(cut, '--from', '0', '--to', '100');
    expect(svg).toContain('>uncertain<');
    // The row of the rank, and the legend.
    expect(hatched(svg)).toBe(2);
    const bars = await drawn(cut, '--view', 'bars');
    expect(hatched(bars)).toBe(1);
    expect(hatched(await drawn(cut, '--view', 'map'))).toBe(1);
    for (const view of ['timeline', 'bars', 'map']) expect(hatched(await drawn(without, '--view', view))).toBe(0);
  });

  it('draws the timeline of another experiment below, on the same scale of time', async () => {
    const other = kept(folder, analyzedExample('pingpong'));
    const window = ['--from', '1', '--to', '2'];
    const alone = await drawn(without, ...window);
    const both = await drawn(without, ...window, '--compare', other);
    const heightOf = (svg: string): number => Number(/height="(\d+)"/.exec(svg)?.[1]);
    expect(heightOf(both)).toBeGreaterThan(heightOf(alone) + 100);
    expect(both).toMatch(/<title[^>]*>[^<]*; below, on the same scale: /);
    // Ticks of both are at the same places of the same times.
    const ticks = [...both.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>(1\.\d+ s)</g)].map(([, x, y, text]) => ({
      x,
      y,
      text,
    }));
    const rows = [...new Set(ticks.map(({ y }) => y))];
    expect(rows).toHaveLength(2);
    const [first, second] = rows.map((row) => ticks.filter(({ y }) => y === row).map(({ x, text }) => [x, text]));
    expect(first?.length).toBeGreaterThan(2);
    expect(second).toEqual(first);
    expect(await drawn(without, '--order', 'logical', '--compare', other)).toContain('omit --order');
  });

  it('colors a flame graph by the change from another experiment', async () => {
    const same = await drawn(without, '--view', 'flame', '--compare', withTopologies);
    const signs = (svg: string): number => [...svg.matchAll(/>[▲▼] /g)].length;
    // Texts that begin with a sign. Nothing changed: those of the legend only.
    expect(signs(same)).toBe(2);
    expect(signs(await drawn(without, '--view', 'flame'))).toBe(0);
    const other = kept(folder, analyzedExample('sweep-mpi'));
    expect(signs(await drawn(without, '--view', 'flame', '--compare', other))).toBeGreaterThan(4);
    expect(await drawn(without, '--view', 'matrix', '--compare', other)).toContain(
      '--compare belongs to --view timeline, flame, not to matrix.',
    );
  });

  it('are drawn of the experiments of another project', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'trimtab-test-'));
    try {
      const words = ['picture', withTopologies, '--view', 'topology', '--out', 'x.svg'];
      expect((await trimtab(elsewhere, ...words)).code).toBe(1);
      expect(await trimtab(elsewhere, ...words, '--project', folder)).toMatchObject({ code: 0 });
      const here = await drawn(withTopologies, '--view', 'topology');
      expect(readFileSync(join(elsewhere, 'x.svg'), 'utf8')).toBe(here);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  it.skipIf(systemFont() === undefined)('writes PNG with twice the pixels of the SVG, its texts included', async () => {
    const svg = await drawn(without, '--view', 'bars');
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    const out = join(folder, 'picture.PNG');
    expect(await trimtab(folder, 'picture', without, '--view', 'bars', '--out', out)).toMatchObject({ code: 0 });
    const png = readFileSync(out);
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * Number(width), 2 * Number(height)]);
    // Without texts the file is far smaller.
    const font = systemFont();
    if (font === undefined) throw new Error('there is no font');
    const bare = await pngOf(svg.replace(/<text.*<\/text>/g, ''), font);
    expect(bare.length).toBeLessThan(png.length / 2);
  });

  it('refuses options of other pictures, and a metric against itself', async () => {
    expect(await drawn(without, '--view', 'bars', '--against', 'visits')).toContain(
      '--against belongs to --view scatter, not to bars.',
    );
    expect(await drawn(without, '--rows', '0', '--view', 'flame')).toContain(
      '--rows belongs to --view timeline, not to flame.',
    );
    expect(await drawn(without, '--view', 'scatter')).toContain('scatter draws two metrics, and both are time');
    expect(await drawn(without, '--view', 'scatter', '--against', 'nothing')).toContain('has no property nothing');
  });

  it('refuses other formats in a sentence', async () => {
    const { code, err } = await trimtab(folder, 'picture', without, '--out', 'x.jpg');
    expect(code).toBe(2);
    expect(err).toContain('Pictures are SVG or PNG files: end the name of --out with .svg or .png');
  });

  it('finds no font where none is installed, and looks in folders below', () => {
    const fonts = join(folder, 'fonts');
    mkdirSync(join(fonts, 'truetype/noto'), { recursive: true });
    expect(systemFont([fonts, join(folder, 'nothing')])).toBeUndefined();
    writeFileSync(join(fonts, 'truetype/noto/NotoSans-Regular.ttf'), 'regular');
    expect(systemFont([fonts])).toEqual({ family: 'Noto Sans', files: [Buffer.from('regular')] });
  });
});
