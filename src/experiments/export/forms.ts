/** Export formats of an experiment's results: one entry each. */
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

/** One way to write results. */
interface ExportForm {
  readonly title: string;
  /** Programs that read it. */
  readonly readers: string;
  /** File extension; omitted for a folder. */
  readonly ending?: string;
  /** @throws TrimtabError where the experiment has no results */
  readonly write: (experiment: Experiment, about: ExportAbout) => Exported;
}

const forms = {
  cube: {
    title: 'CUBE 4 file',
    readers: 'Cube, Score-P, Scalasca',
    ending: 'cubex',
    write: (experiment) => ({ bytes: cubeOf(experiment) }),
  },
  csv: {
    title: 'table',
    readers: 'spreadsheets, statistics',
    ending: 'csv',
    write: (experiment) => ({ lines: experimentCsv(measuredRun(experiment)) }),
  },
  json: {
    title: 'findings as JSON',
    readers: 'scripts',
    ending: 'json',
    write: (experiment) => ({ lines: [jsonText(experiment.report())] }),
  },
  markdown: {
    title: 'report',
    readers: 'people, as Markdown',
    ending: 'md',
    write: (experiment) => ({ lines: experimentMarkdown(experiment.manifest, experiment.report()) }),
  },
  html: {
    title: 'report with pictures',
    readers: 'browsers, as one HTML file',
    ending: 'html',
    write: (experiment, { picturesOf }) => ({
      lines: experimentHtml(experiment.manifest, experiment.report(), picturesOf(experiment)),
    }),
  },
  tau: {
    title: 'text profiles of TAU',
    readers: 'paraprof, pprof of TAU, PerfExplorer',
    write: (experiment) => ({ files: tauFiles(measuredRun(experiment)) }),
  },
  speedscope: {
    title: 'Speedscope profile',
    readers: 'speedscope',
    ending: 'speedscope.json',
    write: (experiment) => ({ lines: speedscopeLines(measuredRun(experiment), experiment.manifest.name) }),
  },
  folded: {
    title: 'folded stacks',
    readers: 'flame graphs',
    ending: 'folded',
    write: (experiment) => ({ lines: foldedStacks(measuredRun(experiment)) }),
  },
  pprof: {
    title: 'pprof profile',
    readers: 'go tool pprof',
    ending: 'pb.gz',
    write: (experiment) => {
      const run = measuredRun(experiment);
      return { bytes: [pprofBytes(run, run.run.program, run.span)] };
    },
  },
  sarif: {
    title: 'findings as SARIF',
    readers: 'code hosts and CI systems, at lines',
    ending: 'sarif',
    write: (experiment, { project }) => ({
      lines: [jsonText(sarifLog(experiment.manifest, experiment.report(), sourcesIn(experiment, project)))],
    }),
  },
} as const satisfies Record<string, ExportForm>;

export type ExportFormat = keyof typeof forms;

export const exportForms: Readonly<Record<ExportFormat, ExportForm>> = forms;

export const isExportFormat = (word: string): word is ExportFormat => Object.hasOwn(forms, word);

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
