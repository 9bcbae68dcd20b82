/** `trimtab picture`: a run as a picture, without a browser. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeForPerson } from '../../base/files/index.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/text.js';
import { openedRun, type OpenedRun } from '../../engine/pictures/openedRun.js';
import { timelineData } from '../../engine/pictures/timelineData.js';
import { palettes } from '../../pictures/colors/inks.js';
import { severityScales } from '../../pictures/colors/severity.js';
import type { Picture } from '../../pictures/drawing/drawList.js';
import { svgOf } from '../../pictures/drawing/svgPen.js';
import { dynamicsPicture } from '../../pictures/dynamics/picture.js';
import { type TimelineData, timelinePictures } from '../../pictures/timeline/picture.js';
import { type Context, storeFor } from '../services/context.js';
import { find } from './experiments.js';
import { explorerPicture } from './explorerPictures.js';
import { dynamicsData } from './dynamicsData.js';
import { pngOf } from './png.js';
import { type SystemFont, systemFont } from './systemFonts.js';
import type { PictureRequest } from '../arguments/picture.js';

/**
 * Draws the requested picture into a file.
 * @throws TrimtabError where the experiment has no timeline or not these rows, or no font is installed for PNG
 */
export async function picture({ terminal, folder, signal }: Context, request: PictureRequest): Promise<void> {
  const out = resolve(folder, request.out);
  const font = request.format === 'png' ? fontForPng() : undefined;
  const open = (run: string): OpenedRun => {
    if (existsSync(resolve(folder, run)))
      throw new TrimtabError(
        `${plainLine(run)} is a file or a folder: pictures are drawn of experiments; open it in the editor, or run the program with trimtab run.`,
      );
    const experiment = find(storeFor(resolve(folder, request.project)), run);
    return openedRun(experiment, true, () => {
      if (signal.aborted) throw new CancelledError();
    });
  };
  const first = open(request.run);
  const compared = request.compare === undefined ? undefined : open(request.compare);
  const svg = svgOf(drawnOf(first, request, compared), palettes[request.theme]);
  writeForPerson(out, Buffer.from(font === undefined ? svg : await pngOf(svg, font)));
  terminal.status(`Wrote ${out}.\n`);
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
