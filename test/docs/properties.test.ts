import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { declaredProperties, propertyFiles } from '../../scripts/lib/propertyFiles.mjs';
import { characterWidth, palettes, span, x } from '../../scripts/lib/timelineSvg.mjs';
import { absent, elementAt } from '../../src/base/elements.js';
import { shippedProperties } from '../../src/properties/index.js';
import { contrast } from '../extension/contrast.js';

const { metrics } = shippedProperties;

const folder = join(root, 'src/properties');
const { pictures } = await declaredProperties(root);
const timelines = Object.entries(pictures).map(([property, picture]) => ({ property, ...picture }));
const pageOfMetric = (name: string): string => shippedProperties.pageOf(name);
const properties = [...shippedProperties.waiting, ...metrics.flatMap(({ name }) => shippedProperties.partsOf(name))];
/** Metrics of time but those of devices, which have no page yet. */
const timed = metrics.filter(
  ({ name, unit }) => unit === 'seconds' && !/^(accelerator$|acc_(kernel|transfer|idle)$)/.test(name),
);
const names = [
  ...new Set([
    ...properties.map(({ metric }) => metric),
    ...timed.map(({ name }) => pageOfMetric(name)),
    ...shippedProperties.ofProcesses.map(({ name }) => name),
    ...shippedProperties.ofIterations.map(({ name }) => name),
  ]),
].sort();
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const pageOf = (name: string) => join(name, `${name}.md`);
const pictureOf = (name: string) => join(name, `${name}.svg`);
/** The files of all folders with an ending, below the folder of properties. */
const filesOf = (ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.includes('/') && file.endsWith(ending),
  );
const themes = { light: palettes.light, dark: palettes.dark };

/** The text of each element by name, as a screen reader or browser would parse it; throws where it is not well-formed. */
function parse(svg: string): ReadonlyMap<string, { readonly text: string; readonly id: string | undefined }> {
  const found = new Map<string, { text: string; id: string | undefined }>();
  const open: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    open.push(tag.name);
    if (!found.has(tag.name)) found.set(tag.name, { text: '', id: tag.attributes.id });
  });
  parser.on('text', (text) => {
    const entry = found.get(open.at(-1) ?? '');
    if (entry !== undefined) entry.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(svg).close();
  return found;
}

describe('property pages', () => {
  it('exist for every waiting property and metric of time, and for nothing else', () => {
    expect(filesOf('.md').sort()).toEqual(names.map(pageOf));
  });

  it('are their own for waiting properties, and shared only by metrics that are none', () => {
    for (const { metric } of properties) expect(pageOfMetric(metric)).toBe(metric);
    expect(pageOfMetric('visits')).toBe('visits');
  });

  it.each(timed.filter(({ name }) => pageOfMetric(name) !== name))('mention $name, which shares one', ({ name }) => {
    const page = read(pageOf(pageOfMetric(name)));
    const told = [...page.matchAll(/[a-z0-9_]+/g)].map(([word]) => word);
    expect(told.includes(name) || told.includes(name.replace(/_(longterm|aggregate)$/, ''))).toBe(true);
  });

  it('are all listed in the overview', () => {
    const listed = [...read('overview.md').matchAll(/\]\(([\w/]+\.md)\) \| `(\w+)`/g)];
    expect(listed.map((match) => match[2]).sort()).toEqual(names);
    for (const [, page, name] of listed) expect(page).toBe(pageOf(name ?? absent('name')));
  });

  it.each(names)('%s has a title, a picture, its formula, causes and advice', (name) => {
    const page = read(pageOf(name));
    const timeline = timelines.find(({ property }) => property === name);
    expect(page.split('\n')[0]).toBe(`# ${timeline?.title} (\`${name}\`)`);
    expect(page).toContain(`![${timeline?.description}](${name}.svg)`);
    const headings = [...page.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
    expect(headings.slice(0, 3)).toEqual(['How it is computed', 'Typical causes', 'Advice']);
    expect(['', 'Differences from Scalasca']).toContain(headings.slice(3).join());
    for (const section of page.split(/^## .+$/m)) expect(section.trim()).not.toBe('');
  });

  it('lead only to files that are shipped with them', () => {
    const shipped = new Set([...filesOf('.md'), ...filesOf('.svg')]);
    for (const file of ['overview.md', ...filesOf('.md')])
      for (const [, target] of read(file).matchAll(/\]\(([^)]+)\)/g))
        expect(shipped, `${file}: ${target}`).toContain(
          relative(folder, join(folder, dirname(file), target ?? absent('target'))),
        );
  });
});

const derived = await propertyFiles(root);
describe('what is derived from the folders of properties', () => {
  it.each(derived.map(({ path, content }) => ({ name: relative(root, path), path, content })))(
    '$name matches its generated text: npm run properties',
    ({ path, content }) => {
      expect(readFileSync(path, 'utf8')).toBe(content);
    },
  );

  it('is a picture a page, the overview, and the table of docs/findings-and-marks.md', () => {
    expect(derived.map(({ path }) => relative(root, path)).sort()).toEqual(
      [
        ...names.map((name) => join('src/properties', pictureOf(name))),
        'src/properties/overview.md',
        'docs/findings-and-marks.md',
      ].sort(),
    );
  });
});

describe('pictures of the property pages', () => {
  it('are those of the pages', () => {
    expect(timelines.map(({ property }) => property).sort()).toEqual(names);
    expect(filesOf('.svg').sort()).toEqual(names.map(pictureOf));
  });

  it.each(timelines)('$property is well-formed and has a description for screen readers', (timeline) => {
    const svg = read(pictureOf(timeline.property));
    const elements = parse(svg);
    const labels = /role="img" aria-labelledby="([^"]+)"/.exec(svg)?.[1]?.split(' ');
    expect(labels).toEqual([elements.get('title')?.id, elements.get('desc')?.id]);
    expect(elements.get('title')?.text).toBe(timeline.title);
    expect(elements.get('desc')?.text).toBe(timeline.description);
    expect(timeline.description.length).toBeGreaterThan(60);
  });

  it.each(timelines)('$property shows lost time, and only inside of calls', ({ lanes, marks = [], arrows = [] }) => {
    const bars = lanes.flatMap((lane) => lane.bars);
    expect(bars.some(({ lost }) => lost !== undefined)).toBe(true);
    for (const { from, to, call, lost } of bars) {
      expect(from).toBeLessThan(to);
      if (lost === undefined) continue;
      expect(call).toBeDefined();
      expect(lost[0]).toBeLessThan(lost[1]);
      expect(lost[0]).toBeGreaterThanOrEqual(from);
      expect(lost[1]).toBeLessThanOrEqual(to);
    }
    // Messages never arrive before they are sent.
    for (const { from, to } of arrows) expect(to[1]).toBeGreaterThanOrEqual(from[1]);
    for (const { at } of marks)
      expect(bars.some(({ from, to, lost }) => [from, to, ...(lost ?? [])].includes(at))).toBe(true);
  });

  it.each(timelines)('$property has bars and labels that do not overlap', ({ lanes, marks = [] }) => {
    const end = (at: number, text: string) => x(at) + text.length * characterWidth;
    for (const { name, bars } of lanes) {
      expect(end(0, name) - x(0) + 12).toBeLessThan(x(0));
      bars.slice(1).forEach((bar, index) => expect(bar.from).toBeGreaterThanOrEqual(elementAt(bars, index).to));
      expect(bars[0]?.from).toBeGreaterThanOrEqual(0);
      expect(bars[bars.length - 1]?.to).toBeLessThanOrEqual(span);
      const labels = bars.flatMap(({ from, call }) => (call === undefined ? [] : [{ from, call }]));
      labels.forEach(({ from, call }, index) => {
        const next = labels.at(index + 1);
        expect(end(from, call), call).toBeLessThanOrEqual(next === undefined ? x(span) + 24 : x(next.from));
      });
    }
    const sorted = [...marks].sort((one, other) => one.at - other.at);
    sorted.slice(1).forEach(({ at, label }, index) => {
      const before = elementAt(sorted, index);
      const gap = x(at) - x(before.at) - ((label.length + before.label.length) * characterWidth) / 2;
      expect(gap, label).toBeGreaterThanOrEqual(0);
    });
  });
});

describe('the formulas in pictures in which all lanes take part in one operation', () => {
  const calls = (property: string) => {
    const lanes = timelines.find((timeline) => timeline.property === property)?.lanes ?? [];
    return lanes.flatMap(({ bars }) => bars.filter(({ call }) => call !== undefined));
  };
  const lostTimes = (property: string) =>
    calls(property).map(({ lost }) => (lost === undefined ? 0 : lost[1] - lost[0]));
  const latestBegin = (property: string) => Math.max(...calls(property).map(({ from }) => from));

  const waits = names.filter((name) =>
    /^(mpi_(barrier_wait|wait_nxn|finalize_wait|rma_wait_at_)|omp_[ei]barrier)/.test(name),
  );
  it.each(waits)('%s: min(latest begin, own end) − own begin', (name) => {
    const expected = calls(name).map(({ from, to }) => Math.min(latestBegin(name), to) - from);
    expect(lostTimes(name)).toEqual(expected);
  });

  it.each(names.filter((name) => name.endsWith('_completion')))(
    '%s: own end − max(earliest end, latest begin)',
    (name) => {
      const earliestEnd = Math.min(...calls(name).map(({ to }) => to));
      const expected = calls(name).map(({ to }) => to - Math.max(earliestEnd, latestBegin(name)));
      expect(lostTimes(name)).toEqual(expected);
    },
  );
});

describe('colors of the pictures', () => {
  it.each(Object.entries(themes))(
    'have sufficient contrast in %s themes',
    (_, { background, text, call, lost, line, work }) => {
      // WCAG 2.2: 4.5 for text, 3 for graphics. Work is the quiet ground of a lane.
      expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5);
      for (const color of [call, lost, line]) expect(contrast(color, background)).toBeGreaterThanOrEqual(3);
      expect(contrast(call, work)).toBeGreaterThanOrEqual(3);
    },
  );
});
