/** What results of an experiment are written as: one entry each. */
import { jsonText } from '../../base/plainText.js';
import { pathInside } from '../../base/paths/inside.js';
import { encodeCube } from '../../formats/cube/index.js';
import { foldedStacks } from '../../formats/folded/index.js';
import { pprofBytes } from '../../formats/pprof/index.js';
import { speedscopeLines } from '../../formats/speedscope/index.js';
import { tauFiles } from '../../formats/tau/index.js';
import type { FindingsReport } from '../../model/findings.js';
import { measuredRun, resultsOf, sourcesOf, type RunResults, type RunSources } from '../compare/measuredRun.js';
import type { Experiment } from '../experiment.js';
import { experimentCsv } from './csv.js';
import { experimentMarkdown } from './markdown.js';
import { sarifLog } from './sarif.js';

/** What is written: lines of text, bytes that are not for a terminal, or the files of a folder. */
export type Exported =
  | { readonly lines: Iterable<string> }
  | { readonly bytes: Iterable<Uint8Array> }
  | { readonly files: Iterable<{ readonly path: string; readonly text: string }> };

/** One way to write results. */
interface ExportForm {
  readonly title: string;
  /** @param project absolute path of the project's folder @throws TrimtabError where the experiment has no results */
  readonly write: (experiment: Experiment, project: string) => Exported;
}

const forms = {
  cube: {
    title: 'CUBE 4 file',
    write: (experiment) => ({ bytes: cubeOf(resultsOf(experiment), experiment.report()) }),
  },
  csv: { title: 'table', write: (experiment) => ({ lines: experimentCsv(measuredRun(experiment)) }) },
  json: { title: 'findings as JSON', write: (experiment) => ({ lines: [jsonText(experiment.report())] }) },
  markdown: {
    title: 'report',
    write: (experiment) => ({ lines: experimentMarkdown(experiment.manifest, experiment.report()) }),
  },
  tau: { title: 'text profiles of TAU', write: (experiment) => ({ files: tauFiles(measuredRun(experiment)) }) },
  speedscope: {
    title: 'Speedscope profile',
    write: (experiment) => ({ lines: speedscopeLines(measuredRun(experiment), experiment.manifest.name) }),
  },
  folded: { title: 'folded stacks', write: (experiment) => ({ lines: foldedStacks(measuredRun(experiment)) }) },
  pprof: {
    title: 'pprof profile',
    write: (experiment) => {
      const run = measuredRun(experiment);
      return { bytes: [pprofBytes(run, run.run.program, run.span)] };
    },
  },
  sarif: {
    title: 'findings as SARIF',
    write: (experiment, project) => ({
      lines: [jsonText(sarifLog(experiment.manifest, experiment.report(), sourcesIn(experiment, project)))],
    }),
  },
} as const satisfies Record<string, ExportForm>;

export type ExportFormat = keyof typeof forms;

export const exportForms: Readonly<Record<ExportFormat, ExportForm>> = forms;

export const isExportFormat = (word: string): word is ExportFormat => Object.hasOwn(forms, word);

/** Values as a CUBE 4 file, piece by piece. @param report what was found in them */
export function cubeOf({ space, definitions }: RunResults, { memory }: FindingsReport): Iterable<Uint8Array> {
  const options = { creator: 'Trimtab', ...(memory === undefined ? {} : { memory: memory.processes }) };
  return encodeCube(space, definitions, options);
}

/** Sources of an experiment; files of which no text was kept are told by where they lie too. */
function sourcesIn(experiment: Experiment, project: string): RunSources {
  const sources = sourcesOf(experiment);
  return { ...sources, projectPath: (file) => sources.projectPath(file) ?? pathInside(project, file) };
}
