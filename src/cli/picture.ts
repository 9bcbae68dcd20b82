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
import { svgOf } from '../pictures/drawing/svgPen.js';
import { timelinePicture } from '../pictures/timeline/picture.js';
import type { Answer, Ask, QueryKind } from '../protocol/queries/index.js';
import { type Context, storeFor } from './context.js';
import { find } from './experiments.js';
import type { PictureRequest } from './pictureArguments.js';
import { timelineData } from './timelineData.js';

/** Bytes that columns of numbers may take. */
const MEMORY = 2 ** 31;

/** Draws what is asked for into a file. @throws TrimtabError where the experiment has no timeline, or rows are asked for that it has not */
export function picture({ terminal, folder, signal }: Context, request: PictureRequest): void {
  const out = resolve(folder, request.out);
  const path = resolve(folder, request.run);
  if (existsSync(path))
    throw new TrimtabError(
      `${plainLine(request.run)} is a file or a folder: pictures are drawn of experiments; open it in the editor, or run the program with trimtab run.`,
    );
  const experiment = find(storeFor(folder), request.run);
  const measurement = OpenMeasurement.read(experiment, true, new Room(MEMORY));
  const ask = <K extends QueryKind>(kind: K, asked: Ask<K>): Answer<K> => {
    const answerer: Answerers[K] = answerers[kind];
    return answerer(measurement, asked, () => {
      if (signal.aborted) throw new CancelledError();
    });
  };
  const data = timelineData(ask, experiment.manifest.name, request);
  writeForPerson(out, Buffer.from(svgOf(timelinePicture(data, request), palettes[request.theme])));
  terminal.status(`Wrote ${out}.\n`);
}
