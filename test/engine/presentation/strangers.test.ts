import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeHover } from '../../../src/engine/presentation/changes.js';
import { functionLenses } from '../../../src/engine/presentation/codeLens.js';
import { lineHover } from '../../../src/engine/presentation/hover.js';
import { digestByFile } from '../../../src/engine/presentation/lineDigest.js';
import { lineMarks } from '../../../src/engine/presentation/lineMarks.js';
import { placeLines } from '../../../src/engine/presentation/placedLine.js';
import { comparedValue } from '../../../src/experiments/compare/statistics.js';
import { LineMap } from '../../../src/experiments/files/lineMap.js';
import type { FindingsReport } from '../../../src/model/findings/findings.js';
import { foreignText, hidden, liveIcon, liveLink } from '../../model/foreignText.js';
import { kindsOf, previewKinds } from '../../model/markdownKinds.js';
import { finding, report } from './fixtures.js';
import { shippedProperties } from '../../../src/properties/index.js';

const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);

/** A report in which every name and sentence is the same text. */
function strange(text: string): FindingsReport {
  const place = { file: '/src/heat.c', line: 10 };
  const step = { region: text, definition: place, callSite: place };
  const wait = { location: 1, name: text, enter: 1, leave: 2, seconds: 1, callPath: [step] };
  const worst = { ...wait, seconds: 0.5 };
  const property = { property: text, title: text, severity: 0.2, own: 0 };
  const spread = { count: 2, sum: 1, mean: 1, standardDeviation: 0, minimum: 0, lowerQuartile: 0, median: 0 };
  return report({
    program: text,
    locations: [text, text, text, text],
    findings: [
      finding({
        title: text,
        // No name of a property, so that the hover has no separate link.
        property: `?${text}`,
        explanation: text,
        advice: text,
        callPath: [step],
        place,
        locations: [{ location: 1, name: text, seconds: 1 }],
        worst,
        parts: [{ property: text, title: text, seconds: 1, severity: 0.1, explanation: text, advice: text }],
        rootCauses: [
          { region: text, callPath: [step], place: { file: text, line: 3 }, seconds: 1, share: 0.5, locations: [] },
        ],
      }),
    ],
    functions: [
      {
        region: text,
        place: { ...place, line: 5 },
        visits: 1,
        inclusive: 1,
        exclusive: 1,
        share: 1,
        properties: [property],
      },
    ],
    lines: [{ place, seconds: 7, share: 0.7, properties: [property] }],
    statistics: [{ property: `?${text}`, title: text, ...spread, upperQuartile: 1, maximum: 1, worst: [worst] }],
  });
}

const placed = (run: FindingsReport) =>
  placeLines(digestByFile(run).get('/src/heat.c') ?? [], new LineMap(lines, lines));

const ownLink = /\[(?:\\.|[^[\]\\])*\]\(command:trimtab\.showFinding\?[\w%.~-]*\)/g;

const ownPicture = /!\[(?:\\.|[^[\]\\])*\]\(data:image\/svg\+xml;base64,([\w+/=]*)\)/g;

/** Pictures have shapes and text, and nothing that loads or runs. */
function isDrawing(svg: string): void {
  const tags = [...svg.matchAll(/<([^\s>/]+)/g)].map(([, tag]) => tag);
  expect(['svg', 'title', 'desc', 'style', 'rect', 'path', 'text']).toEqual(expect.arrayContaining(tags));
  expect(svg).not.toMatch(hidden);
}

function isText(markdown: string): void {
  const allowed = ['table', 'paragraph', 'text', 'escape', 'space', 'strong', 'em', 'br'];
  expect(allowed).toEqual(expect.arrayContaining([...kindsOf(markdown)]));
  for (const kind of ['link_open', 'image', 'html_block', 'html_inline', 'code_inline', 'heading_open', 'hr'])
    expect(previewKinds(markdown)).not.toContain(kind);
  expect(markdown).not.toMatch(hidden);
}

describe('untrusted text stays text', () => {
  it('in hovers', () => {
    fc.assert(
      fc.property(foreignText, (text) => {
        const run = strange(text);
        for (const line of placed(run)) {
          const label = { name: text, created: text };
          isText(String(lineHover([line], run, label)));
          // The remainder without our links and pictures, whose labels and arguments are text too.
          const linked = String(lineHover([line], run, label, shippedProperties));
          isText(linked.replace(ownLink, '').replace(ownPicture, ''));
          for (const [, base64 = ''] of linked.matchAll(ownPicture)) isDrawing(String(Buffer.from(base64, 'base64')));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('in hovers over changes', () => {
    fc.assert(
      fc.property(foreignText, (text) => {
        const change = { property: text, title: text, seconds: comparedValue([[1], [2]]), shares: [0.1, 0.2] as const };
        const place = { file: text, line: 1 };
        const line = { before: place, after: place, line: 1, stale: false, properties: [change] };
        isText(String(changeHover([line], { before: text, after: text })));
      }),
      { numRuns: 200 },
    );
  });

  it('in lenses and marks', () => {
    fc.assert(
      fc.property(foreignText, (text) => {
        const run = strange(text);
        const titles = functionLenses(placed(run), run).map(({ command }) => command?.title ?? '');
        expect(titles).toHaveLength(1);
        for (const shown of [...titles, ...lineMarks(placed(run), run).map((mark) => mark.text)]) {
          expect(shown).not.toMatch(hidden);
          expect(shown).not.toMatch(/\n/);
          expect(shown).not.toMatch(liveIcon);
          expect(shown).not.toMatch(liveLink);
        }
      }),
      { numRuns: 200 },
    );
  });
});
