import { describe, expect, it } from 'vitest';
import { selectedBy } from '../../../src/extension/timeline/selectedBy.js';
import { selected } from '../../../src/protocol/selection.js';
import * as v from 'valibot';

const place = { file: '/home/u/main.c', line: 3 };

describe('what is selected in the timeline', () => {
  it('is a wait with its property, call path, location, time and line', () => {
    const wait = { from: 1, to: 2 };
    const found = selectedBy({
      ...{ do: 'select', experiment: 'e', location: 3, node: 5, property: 'mpi_latesender', wait, place },
    });
    expect(v.parse(selected, found)).toEqual({
      ...{ experiment: 'e', property: 'mpi_latesender', nodes: [5], locations: [3], place },
      instance: { location: 3, ...wait },
    });
  });

  it('is a location alone where nothing else is known', () => {
    const found = selectedBy({ do: 'select', experiment: 'e', location: 3 });
    expect(v.parse(selected, found)).toEqual({ experiment: 'e', locations: [3] });
  });
});
