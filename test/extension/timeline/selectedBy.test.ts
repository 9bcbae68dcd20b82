import { describe, expect, it } from 'vitest';
import { selectedBy, withWindow } from '../../../src/extension/timeline/selectedBy.js';
import { selected } from '../../../src/protocol/selection.js';
import * as v from 'valibot';

const place = { file: '/home/u/main.c', line: 3 };

describe('what is selected in the timeline', () => {
  it('is a wait with its property, call path, location, time and line', () => {
    const wait = { from: 1, to: 2 };
    const found = selectedBy(
      { do: 'select', experiment: 'e', location: 3, node: 5, property: 'mpi_latesender', wait, place },
      undefined,
    );
    expect(v.parse(selected, found)).toEqual({
      ...{ experiment: 'e', property: 'mpi_latesender', nodes: [5], locations: [3], place },
      instance: { location: 3, ...wait },
    });
  });

  it('is a location alone where nothing else is known', () => {
    const found = selectedBy({ do: 'select', experiment: 'e', location: 3 }, undefined);
    expect(v.parse(selected, found)).toEqual({ experiment: 'e', locations: [3] });
  });

  it('leaves a part of the run selected, but none of another run', () => {
    const window = { from: 1, to: 2 };
    const current = { experiment: 'e', property: 'time', window };
    const action = { do: 'select', experiment: 'e', location: 3 } as const;
    expect(selectedBy(action, current)).toEqual({ experiment: 'e', locations: [3], window });
    expect(selectedBy(action, { ...current, experiment: 'other' })).toEqual({ experiment: 'e', locations: [3] });
  });

  it('is a part of the run in addition to the selection, in place of a single wait', () => {
    const window = { from: 1, to: 2 };
    const current = { experiment: 'e', property: 'time', instance: { location: 0, from: 3, to: 4 } };
    const found = withWindow({ do: 'selectWindow', experiment: 'e', window }, current);
    expect(v.parse(selected, found)).toEqual({ experiment: 'e', property: 'time', window });
    expect(withWindow({ do: 'selectWindow', experiment: 'e', window: null }, found)).toEqual({
      ...{ experiment: 'e', property: 'time' },
    });
    expect(withWindow({ do: 'selectWindow', experiment: 'e', window }, undefined)).toEqual({ experiment: 'e', window });
  });
});
