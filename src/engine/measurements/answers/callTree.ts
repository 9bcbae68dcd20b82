import type { Answerer } from './answerer.js';

export const callTree: Answerer<'callTree'> = ({ space, room }) => {
  const { size, parent, region, site } = space.callTree;
  room.check(3 * 4 * size);
  // Columns of a call tree may be longer than its size.
  return {
    head: {},
    columns: { parent: parent.slice(0, size), region: region.slice(0, size), site: site.slice(0, size) },
  };
};
