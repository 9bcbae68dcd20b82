import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Link, linkTo, linkViews, readLink } from '../../src/protocol/link.js';

function read(text: string): Link | undefined {
  const { pathname, search } = new URL(text);
  return readLink(pathname, search.slice(1));
}

describe('links', () => {
  it('describe the current view', () => {
    const selection = {
      ...{
        experiment: '20261125-160102-heat2d-1a2b',
        property: 'mpi_latesender',
        nodes: [12],
        locations: [3, 0, 2, 8],
      },
      window: { from: 16.18, to: 16.82 },
    };
    const link = linkTo({ view: 'explorer', selection }, 'vscode', 'trimtab.trimtab');
    expect(link).toBe(
      'vscode://trimtab.trimtab/open?experiment=20261125-160102-heat2d-1a2b&view=explorer&from=16.180000000&to=16.820000000&rows=0%2C2-3%2C8&property=mpi_latesender&node=12',
    );
    expect(read(link)).toEqual({ view: 'explorer', selection: { ...selection, locations: [0, 2, 3, 8] } });
  });

  it('lead back to what they were made of', () => {
    const window = fc
      .tuple(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }))
      .map(([from, length]) => ({ from: from / 1e6, to: (from + length) / 1e6 }));
    const selection = fc.record(
      {
        experiment: fc.string({ unit: fc.constantFrom(...Array.from('abz059-_.')), minLength: 1, maxLength: 40 }),
        property: fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
        nodes: fc.array(fc.nat(1e6), { minLength: 1, maxLength: 1 }),
        locations: fc.uniqueArray(fc.nat(5000), { minLength: 1, maxLength: 50 }),
        window,
      },
      { requiredKeys: ['experiment'] },
    );
    fc.assert(
      fc.property(selection, fc.constantFrom(...linkViews), (given, view) => {
        const { locations, window: shown, ...rest } = given;
        const sorted = locations === undefined ? {} : { locations: [...locations].sort((a, b) => a - b) };
        // The timeline's link has what is visible, whatever is selected.
        const isTimeline = view === 'timeline';
        const visible = isTimeline && shown !== undefined ? { visible: shown } : {};
        const selected = isTimeline ? { ...given, window: { from: 1, to: 2 } } : given;
        const found = read(linkTo({ view, selection: selected, ...visible }, 'vscode', 'trimtab.trimtab'));
        const close =
          shown === undefined
            ? undefined
            : { from: expect.closeTo(shown.from, 8) as number, to: expect.closeTo(shown.to, 8) as number };
        expect(found).toEqual({
          view,
          ...(close !== undefined && isTimeline ? { visible: close } : {}),
          selection: { ...{ ...rest, ...sorted }, ...(close === undefined || isTimeline ? {} : { window: close }) },
        });
      }),
    );
  });

  it.each([
    ['another path', '/run', 'experiment=a'],
    ['nothing', '/open', ''],
    ['a path in place of an experiment', '/open', 'experiment=../../etc'],
    ['a view that there is not', '/open', 'experiment=a&view=terminal'],
    ['half a window', '/open', 'experiment=a&from=1'],
    ['a window that ends first', '/open', 'experiment=a&from=2&to=1'],
    ['times that are none', '/open', 'experiment=a&from=NaN&to=Infinity'],
    ['rows without end', '/open', 'experiment=a&rows=0-9999999'],
    ['rows in the wrong order', '/open', 'experiment=a&rows=5-1'],
    ['a word that there is not', '/open', 'experiment=a&command=rm'],
    ['a word twice', '/open', 'experiment=a&experiment=b'],
    ['more than is read', '/open', `experiment=a&property=${'x'.repeat(5000)}`],
  ])('are none with %s', (_, path, query) => {
    expect(readLink(path, query)).toBeUndefined();
  });

  it('read anything without failing', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const link = readLink('/open', query);
        expect(link === undefined || link.selection.experiment.length > 0).toBe(true);
      }),
    );
  });
});
