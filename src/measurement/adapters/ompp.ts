/**
 * ompP: `kinst-ompp` precedes the compiler and lets OPARI rewrite the directives of OpenMP. (ompP user guide, "Usage";
 * OMPP_OUTDIR would change the program's working folder, so that the report is named instead.)
 */
import { COMPILER, type MeasurementSystem } from './system.js';

const REPORT = 'report.ompp.txt';

export const ompp: MeasurementSystem = {
  name: 'ompp',
  title: 'ompP',
  programs: [{ name: 'kinst-ompp' }],
  modules: ['ompp'],
  modes: ['profile'],
  understands: [],
  needsBuild: true,
  compile: () => ['kinst-ompp', COMPILER],
  launch: () => [],
  environment: (_, { folder }) => ({ OMPP_OUTFORMAT: 'PLAIN', OMPP_REPORTFILE: `${folder}/${REPORT}` }),
  finish: () => [],
  // With MPI, the rank follows the name; the report of one leads to those of all.
  results: [REPORT, `${REPORT}:0`],
  mayOverwrite: true,
  nothing:
    'ompP writes its report when a program with OpenMP regions ends normally; put trimtab-cc in front of the compiler in build.command, for compiling and for linking',
};
