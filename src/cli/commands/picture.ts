/** `trimtab picture`: a run as a picture, without a browser. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeForPerson } from '../../base/files/index.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { openedRun, type OpenedRun } from '../../engine/pictures/openedRun.js';
import { timelineData } from '../../engine/pictures/timelineData.js';
import { palettes } from '../../pictures/colors/inks.js';
import { severityScales } from '../../pictures/colors/severity.js';
import type { Picture } from '../../pictures/drawing/drawList.js';
import { svgOf } from '../../pictures/drawing/svgPen.js';
import { dynamicsPicture } from '../../pictures/dynamics/picture.js';
import { type TimelineData, timelinePictures } from '../../pictures/timeline/picture.js';
import { type Experiment, ExperimentStore } from '../../experiments/index.js';
import { openTrace } from '../../workflows/measuring/openTrace.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import { ProgressLine } from '../terminal/progress.js';
import { find } from './experiments.js';
import { explorerPicture } from './explorerPictures.js';
import { dynamicsData } from './dynamicsData.js';
import { pngOf } from './png.js';
import { type SystemFont, systemFont } from './systemFonts.js';
import type { PictureRequest } from '../arguments/picture.js';

/**
 * Draws the requested picture into a file. A trace or profile is analyzed first; nothing is kept of it.
 * @throws TrimtabError where the experiment has no timeline or not these rows, or no font is installed for PNG
 */
export async function picture(context: Context, request: PictureRequest): Promise<void> {
  const { folder, terminal } = context;
  const out = resolve(folder, request.out);
  const font = request.format === 'png' ? fontForPng() : undefined;
  const files = new PictureFiles(context);
  try {
    const first = await opened(context, files, request, request.run);
    const compared = request.compare === undefined ? undefined : await opened(context, files, request, request.compare);
    const svg = svgOf(drawnOf(first, request, compared), palettes[request.theme]);
    writeForPerson(out, Buffer.from(font === undefined ? svg : await pngOf(svg, font)));
  } finally {
    files.remove();
  }
  terminal.status(`Wrote ${out}.\n`);
}

/** The run that a word of the command line names: an experiment, or the path of a trace or profile. */
async function opened(context: Context, files: PictureFiles, request: PictureRequest, run: string): Promise<OpenedRun> {
  const path = resolve(context.folder, run);
  const experiment = existsSync(path)
    ? await files.open(path)
    : find(storeFor(resolve(context.folder, request.project)), run);
  return openedRun(experiment, true, () => {
    if (context.signal.aborted) throw new CancelledError();
  });
}

/** Experiments of files that are opened for one picture, in a temporary folder. */
class PictureFiles {
  private project: string | undefined;

  constructor(private readonly context: Context) {}

  /** Analyzes a trace or profile. @throws TrimtabError where it cannot be read */
  async open(path: string): Promise<Experiment> {
    const progress = new ProgressLine(this.context.terminal);
    try {
      this.project ??= mkdtempSync(join(tmpdir(), 'trimtab-picture-'));
      const store = new ExperimentStore(this.project);
      const { experiment } = await openTrace(path, {
        store,
        analyzeArchive: this.context.analyzeArchive,
        signal: this.context.signal,
        onProgress: (_, message, fraction) => progress.show(message, fraction),
      });
      return store.get(experiment);
    } finally {
      progress.clear();
    }
  }

  remove(): void {
    if (this.project !== undefined) rmSync(this.project, { recursive: true, force: true });
  }
}

/** Looked for before anything is drawn. @throws TrimtabError where there is none */
function fontForPng(): SystemFont {
  const font = systemFont();
  if (font !== undefined) return font;
  throw new TrimtabError(
    'Cannot write PNG: no font was found for the texts of the picture. Install one, such as the package fonts-dejavu-core, or write SVG: --out picture.svg.',
  );
}

function drawnOf(first: OpenedRun, request: PictureRequest, compared: OpenedRun | undefined): Picture {
  const { view } = request;
  if (view === 'timeline') return timelinePictures(timelines(first, request, compared), request);
  if (view !== 'dynamics') return explorerPicture(first, view, request, compared);
  const scale = severityScales[request.theme];
  return dynamicsPicture(dynamicsData(first.ask, request), { ...request, scale }).picture;
}

/** The timeline, and the same part of another experiment from its start; nothing is drawn behind its end. */
function timelines(first: OpenedRun, request: PictureRequest, other: OpenedRun | undefined): TimelineData[] {
  const data = timelineData(first.ask, first.experiment.manifest.name, request);
  if (other === undefined) return [data];
  const { rows: _, ...rest } = request;
  const { name } = other.experiment.manifest;
  return [data, timelineData(other.ask, name, { ...rest, window: data.window }, false)];
}
