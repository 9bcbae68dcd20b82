/** Writes results of an experiment in the export formats. */
import { jsonText } from '../../base/plainText.js';
import { pathInside } from '../../base/files/inside.js';
import { encodeCube } from '../../formats/cube/index.js';
import { foldedStacks } from '../../formats/folded/index.js';
import { pprofBytes } from '../../formats/pprof/index.js';
import { speedscopeLines } from '../../formats/speedscope/index.js';
import { tauFiles } from '../../formats/tau/index.js';
import type { Picture } from '../../pictures/drawing/drawList.js';
import { measuredRun, resultsOf, sourcesOf, type RunSources } from '../compare/measuredRun.js';
import type { Experiment } from '../store/experiment.js';
import { apartOf } from './apart.js';
import type { ExportFormat } from './formats.js';
import { experimentCsv } from './csv.js';
import { experimentHtml } from './html.js';
import { experimentMarkdown } from './markdown.js';
import { sarifLog } from './sarif.js';

/** Exported data: lines of text, binary data, or the files of a folder. */
export type Exported =
  | { readonly lines: Iterable<string> }
  | { readonly bytes: Iterable<Uint8Array> }
  | { readonly files: Iterable<{ readonly path: string; readonly text: string }> };

/** Facts that an experiment does not contain. */
export interface ExportAbout {
  /** Absolute path of the project's folder. */
  readonly project: string;
  /** Draws the pictures of a report. */
  readonly picturesOf: (experiment: Experiment) => readonly Picture[];
}

/**
 * Writes results in each format.
 * @throws TrimtabError where the experiment has no results
 */
export const exportWriters: Readonly<Record<ExportFormat, (experiment: Experiment, about: ExportAbout) => Exported>> = {
  cube: (experiment) => ({ bytes: cubeOf(experiment) }),
  csv: (experiment) => ({ lines: experimentCsv(measuredRun(experiment)) }),
  json: (experiment) => ({ lines: [jsonText(experiment.report())] }),
  markdown: (experiment) => ({ lines: experimentMarkdown(experiment.manifest, experiment.report()) }),
  html: (experiment, { picturesOf }) => ({
    lines: experimentHtml(experiment.manifest, experiment.report(), picturesOf(experiment)),
  }),
  tau: (experiment) => ({ files: tauFiles(measuredRun(experiment)) }),
  speedscope: (experiment) => ({ lines: speedscopeLines(measuredRun(experiment), experiment.manifest.name) }),
  folded: (experiment) => ({ lines: foldedStacks(measuredRun(experiment)) }),
  pprof: (experiment) => {
    const run = measuredRun(experiment);
    return { bytes: [pprofBytes(run, run.run.program, run.span)] };
  },
  sarif: (experiment, { project }) => ({
    lines: [jsonText(sarifLog(experiment.manifest, experiment.report(), sourcesIn(experiment, project)))],
  }),
};

/** Values of an experiment as a CUBE 4 file, piece by piece. @throws TrimtabError where it has no results */
export function cubeOf(experiment: Experiment): Iterable<Uint8Array> {
  const { space, definitions } = resultsOf(experiment);
  const { memory } = experiment.report();
  return encodeCube(space, definitions, {
    creator: 'Trimtab',
    ...(memory === undefined ? {} : { memory: memory.processes }),
    apart: apartOf(experiment, space),
  });
}

/** Returns the sources of an experiment; files without stored text are also identified by their path. */
function sourcesIn(experiment: Experiment, project: string): RunSources {
  const sources = sourcesOf(experiment);
  return { ...sources, projectPath: (file) => sources.projectPath(file) ?? pathInside(project, file) };
}
