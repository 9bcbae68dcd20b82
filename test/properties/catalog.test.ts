import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { buildReport } from '../../src/analysis/report/index.js';
import { analyzeTrace, total } from '../../src/analysis/trace/index.js';
import { costMetrics, Kind, kindOfState } from '../../src/analysis/trace/waits/waitStates.js';
import { PropertyCatalog, type PropertyGroup, shippedProperties } from '../../src/properties/index.js';
import { TraceBuilder } from '../support/traceBuilder.js';

const folder = join(root, 'src/properties');
const declared = shippedProperties.metrics.map(({ name }) => shippedProperties.get(name)!);

describe('the catalog of properties', () => {
  it('has every folder, one line each', () => {
    const folders = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
    const lines = [...readFileSync(join(folder, 'folders.ts'), 'utf8').matchAll(/'\.\/(\w+)\/index\.js'/g)];
    expect(lines.map(([, name]) => name).sort()).toEqual(folders.sort());
  });

  it('has a page for each folder that names one, which is that of its name', () => {
    for (const page of shippedProperties.pageNames) {
      expect(existsSync(join(folder, page, `${page}.md`)), page).toBe(true);
    }
  });

  it('gives the tables of the analysis everything that is declared for them', () => {
    for (const { name, waitKind, costOf, isNoWork } of declared) {
      expect(kindOfState(waitKind) !== undefined, name).toBe(waitKind !== undefined);
      expect(costMetrics.flat().includes(name), name).toBe(costOf !== undefined);
      if (isNoWork === true) expect(shippedProperties.work()).not.toContain(name);
    }
    expect(costMetrics).toHaveLength(Object.keys(Kind).length - 1);
    const told = [...shippedProperties.waiting, ...declared.flatMap(({ name }) => shippedProperties.partsOf(name))];
    expect(told.map(({ metric }) => metric).sort()).toEqual(
      declared.flatMap(({ name, finding }) => (finding === undefined ? [] : [name])).sort(),
    );
  });

  it('names no folder twice, no circle, no unknown parent or neighbor, and no other unit than the parent', () => {
    const wrong = (properties: PropertyGroup['properties']) => () => shippedProperties.with([{ properties }]);
    const base = { name: 'x', title: 'X', unit: 'seconds', description: '' };
    expect(wrong([{ ...base, name: 'mpi' }])).toThrow('Two properties have the name mpi');
    expect(wrong([{ ...base, parent: 'nothing' }])).toThrow('The parent nothing of the property x is not declared');
    expect(wrong([{ ...base, parent: 'time', unit: 'J' }])).toThrow('has the unit J, but its parent time has seconds');
    expect(wrong([{ ...base, after: 'y' }])).toThrow('follows y, which is not a sibling');
    expect(
      wrong([
        { ...base, parent: 'y' },
        { ...base, name: 'y', parent: 'x' },
      ]),
    ).toThrow('cycle');
  });

  it('orders properties by their tree, each behind the one it names', () => {
    const property = (name: string, more = {}) => ({ name, title: name, unit: 'J', description: '', ...more });
    const { metrics } = new PropertyCatalog([
      { properties: [property('c', { parent: 'a', after: 'b' }), property('d', { parent: 'a' }), property('a')] },
      { properties: [property('b', { parent: 'a' })] },
    ]);
    expect(metrics.map(({ name }) => name)).toEqual(['a', 'd', 'b', 'c']);
  });
});

describe('a property that another source adds', () => {
  const tiny: PropertyGroup = {
    properties: [
      {
        name: 'tiny_messages',
        title: 'Tiny Messages',
        parent: 'mpi_point2point',
        unit: 'seconds',
        description: 'Time in sends of little data',
        finding: { explanation: 'These messages are small.', advice: 'Send fewer and larger ones.' },
      },
      { name: 'energy', title: 'Energy', unit: 'J', description: 'Energy used' },
    ],
  };

  it('is in the metric tree and the findings of a report', () => {
    const builder = new TraceBuilder();
    const [writer] = builder.process();
    writer.enter(0, 'main').enter(1, 'MPI_Send').leave(4, 'MPI_Send').leave(10, 'main');
    const trace = builder.build();
    const { space, report } = analyzeTrace(trace, { program: 'test' });
    const properties = shippedProperties.with([tiny]);
    const found = { ...space, metrics: properties.metrics, severities: new Map(space.severities) };
    const sends = space.severities.get('mpi_point2point')!;
    found.severities.set('tiny_messages', sends).set('energy', { ...sends, value: sends.value.map((s) => 50 * s) });
    const { findings, metrics } = buildReport(found, trace.definitions, {
      ...report,
      isWhole: true,
      properties,
      doubts: [],
    });
    expect(findings.map(({ property, title, seconds }) => ({ property, title, seconds }))).toEqual([
      { property: 'tiny_messages', title: 'Tiny Messages', seconds: 3 },
    ]);
    expect(findings[0]).toMatchObject({ advice: 'Send fewer and larger ones.', confidence: 1 });
    expect(metrics.find(({ name }) => name === 'tiny_messages')).toMatchObject({
      parent: 'mpi_point2point',
      share: 0.3,
    });
    expect(metrics.find(({ name }) => name === 'energy')).toMatchObject({ unit: 'J', value: 150 });
    expect(total(found, 'energy')).toBe(150);
    expect(properties.pageOf('tiny_messages')).toBe('tiny_messages');
    expect(shippedProperties.get('tiny_messages')).toBeUndefined();
  });
});
