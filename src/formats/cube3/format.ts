import { toSpace } from '../cube/index.js';
import type { Format } from '../format.js';
import { isCube3, openCube3 } from './openCube3.js';

/** Results of KOJAK and of Scalasca before 2.0, and what converters made of profiles of others. */
export const cube3: Format = {
  title: 'CUBE 3 profile',
  kind: 'profile',
  extensions: ['cube', 'cube.gz'],
  plainNames: ['epitome', 'summary', 'trace', 'profile'],
  recognizes: isCube3,
  open: (path) => {
    const profile = toSpace(openCube3(path));
    return { kind: 'profile', definitions: profile.definitions, profile };
  },
};
