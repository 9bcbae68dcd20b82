import type { Format } from '../format.js';
import { isTau, openTau, profileIn } from './open.js';

/** Profiles of TAU: text files of each thread, packed by ParaProf, merged, or snapshots of each thread. */
export const tau: Format = {
  title: 'TAU profile',
  kind: 'profile',
  extensions: ['ppk'],
  fileNames: ['profile.*.*.*', 'tauprofile.xml', 'tauprofile.xml.gz'],
  plainNames: [],
  recognizes: isTau,
  fileOf: profileIn,
  open: (path) => {
    const profile = openTau(path);
    return { kind: 'profile', definitions: profile.definitions, profile };
  },
};
