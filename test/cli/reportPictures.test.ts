/** Reports with pictures of the recorded runs. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import { addMeasured } from '../experiments/measured.js';
import { analyzedExample, kept } from './recordedExample.js';
import { trimtab } from './support.js';

let folder: string;
let recorded: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-test-'));
  recorded = kept(folder, analyzedExample('heat2d-mpi'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const textsOf = (html: string): string[] =>
  [...html.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);

describe('a report as HTML', () => {
  it('of an experiment has the timeline that trimtab picture draws', async () => {
    const out = join(folder, 'report.html');
    const { code, err } = await trimtab(folder, 'experiments', 'export', recorded, '--to', 'html', '--output', out);
    expect({ code, err }).toMatchObject({ code: 0 });
    const svg = join(folder, 'timeline.svg');
    await trimtab(folder, 'picture', recorded, '--width', '1000', '--out', svg);
    const texts = textsOf(readFileSync(out, 'utf8'));
    expect(texts).toEqual(textsOf(readFileSync(svg, 'utf8')));
    expect(texts.some((text) => text.includes(' waited '))).toBe(true);
  });

  it('of a comparison has the flame graph with the change, also where no run has a timeline', async () => {
    const store = new ExperimentStore(folder);
    const made = [4, 6].map((comp, at) =>
      addMeasured(store, new Date(2026, 0, 1 + at), [
        { region: 'main', line: 0, comp: 1, calls: [{ region: 'solve', line: 2, comp }] },
      ]),
    );
    const { out, code } = await trimtab(folder, 'experiments', 'compare', ...made, '--format', 'html');
    expect(code).toBe(0);
    expect(textsOf(out).slice(1, 3)).toEqual(['▲ main, +2.00 s', '▲ solve, +2.00 s']);
    expect(out.match(/<svg/g)).toHaveLength(1);
    expect(out).toContain('<h2>Time lost</h2>');
    const both = await trimtab(folder, 'experiments', 'compare', recorded, recorded, '--format', 'html');
    expect(both.out.match(/<svg/g)).toHaveLength(2);
  });
});
