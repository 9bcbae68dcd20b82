/** `trimtab picture`: a run as a picture, without a browser. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeForPerson } from '../base/files/index.js';
import { CancelledError, TrimtabError } from '../base/problem.js';
import { plainLine } from '../base/text.js';
import { answerers, type Answerers } from '../engine/measurements/answers/index.js';
import { OpenMeasurement } from '../engine/measurements/openMeasurement.js';
import { Room } from '../engine/measurements/room.js';
import { palettes } from '../pictures/colors/inks.js';
import { severityScales } from '../pictures/colors/severity.js';
import type { Picture } from '../pictures/drawing/drawList.js';
import { svgOf } from '../pictures/drawing/svgPen.js';
import { dynamicsPicture } from '../pictures/dynamics/picture.js';
import { type TimelineData, timelinePictures } from '../pictures/timeline/picture.js';
import type { Answer, Ask, QueryKind } from '../protocol/queries/index.js';
import { type Context, storeFor } from './context.js';
import { find } from './experiments.js';
import { explorerPicture } from './explorerPictures.js';
import { dynamicsData } from './dynamicsData.js';
import { pngOf } from './png.js';
import { type SystemFont, systemFont } from './systemFonts.js';
import type { PictureRequest } from './pictureArguments.js';
import { type AskRun, timelineData } from './timelineData.js';

/** Bytes that columns of numbers may take. */
const MEMORY = 2 ** 31;

/**
 * Draws the requested picture into a file.
 * @throws TrimtabError where the experiment has no timeline or not these rows, or no font is installed for PNG
 */
export async function picture({ terminal, folder, signal }: Context, request: PictureRequest): Promise<void> {
  const out = resolve(folder, request.out);
  const font = request.format === 'png' ? fontForPng() : undefined;
  const opened = (run: string): Opened => {
    if (existsSync(resolve(folder, run)))
      throw new TrimtabError(
        `${plainLine(run)} is a file or a folder: pictures are drawn of experiments; open it in the editor, or run the program with trimtab run.`,
      );
    const experiment = find(storeFor(resolve(folder, request.project)), run);
    const measurement = OpenMeasurement.read(experiment, true, new Room(MEMORY));
    const ask = <K extends QueryKind>(kind: K, asked: Ask<K>): Answer<K> => {
      const answerer: Answerers[K] = answerers[kind];
      return answerer(measurement, asked, () => {
        if (signal.aborted) throw new CancelledError();
      });
    };
    return { ask, title: experiment.manifest.name };
  };
  const first = opened(request.run);
  const drawn =
    request.view === 'timeline'
      ? timelinePictures(timelines(first, request, opened), request)
      : drawnOf(first.ask, request.view, request);
  const svg = svgOf(drawn, palettes[request.theme]);
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

function drawnOf(ask: AskRun, view: Exclude<PictureRequest['view'], 'timeline'>, request: PictureRequest): Picture {
  if (view !== 'dynamics') return explorerPicture(ask, view, request);
  const scale = severityScales[request.theme];
  return dynamicsPicture(dynamicsData(ask, request), { ...request, scale }).picture;
}

interface Opened {
  readonly ask: AskRun;
  readonly title: string;
}

/** The timeline, and the same part of another experiment from its start; nothing is drawn behind its end. */
function timelines(first: Opened, request: PictureRequest, open: (run: string) => Opened): TimelineData[] {
  const data = timelineData(first.ask, first.title, request);
  if (request.compare === undefined) return [data];
  const other = open(request.compare);
  const { rows: _, ...rest } = request;
  return [data, timelineData(other.ask, other.title, { ...rest, window: data.window }, false)];
}
