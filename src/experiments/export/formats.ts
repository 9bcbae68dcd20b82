/** Export formats of an experiment's results: one entry each, without the code that writes them. */

interface ExportForm {
  readonly title: string;
  /** Programs that read it. */
  readonly readers: string;
  /** File extension; omitted for a folder. */
  readonly ending?: string;
}

const forms = {
  cube: { title: 'CUBE 4 file', readers: 'Cube, Score-P, Scalasca', ending: 'cubex' },
  csv: { title: 'table', readers: 'spreadsheets, statistics', ending: 'csv' },
  json: { title: 'findings as JSON', readers: 'scripts', ending: 'json' },
  markdown: { title: 'report', readers: 'people, as Markdown', ending: 'md' },
  html: { title: 'report with pictures', readers: 'browsers, as one HTML file', ending: 'html' },
  tau: { title: 'text profiles of TAU', readers: 'paraprof, pprof of TAU, PerfExplorer' },
  speedscope: { title: 'Speedscope profile', readers: 'speedscope', ending: 'speedscope.json' },
  folded: { title: 'folded stacks', readers: 'flame graphs', ending: 'folded' },
  pprof: { title: 'pprof profile', readers: 'go tool pprof', ending: 'pb.gz' },
  sarif: { title: 'findings as SARIF', readers: 'code hosts and CI systems, at lines', ending: 'sarif' },
} as const satisfies Record<string, ExportForm>;

export type ExportFormat = keyof typeof forms;

export const exportForms: Readonly<Record<ExportFormat, ExportForm>> = forms;

export const isExportFormat = (word: string): word is ExportFormat => Object.hasOwn(forms, word);
