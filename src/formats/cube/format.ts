import type { Format } from '../format.js';
import { isCube } from './tarReader.js';
import { openCube } from './openCube.js';
import { toSpace } from './toSpace.js';

/** Profiles and results of CUBE, Score-P, Scalasca and of Trimtab itself. */
export const cube: Format = {
  title: 'CUBE profile',
  kind: 'profile',
  extensions: ['cubex'],
  plainNames: ['profile', 'summary', 'trace', 'scout'],
  recognizes: isCube,
  open: (path) => {
    const profile = toSpace(openCube(path));
    return { kind: 'profile', definitions: profile.definitions, profile };
  },
};
