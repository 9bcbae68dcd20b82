/** Python lines of a profile, whose samples are stored as text (src/probe/finish/otf2/python-lines.c). */
import { type CallingContext, type Definitions, NO_INDEX, type SourceCodeLocation } from '../../model/definitions.js';

/** More lines are not written, and not believed. */
const MOST_LINES = 1000;

/** Definitions with the lines that were sampled, and how many samples each has, by its calling context. */
export interface SampledLines {
  readonly definitions: Definitions;
  readonly sampled: ReadonlyMap<number, number>;
}

/** @returns undefined where no line of Python was sampled */
export function sampledLines(definitions: Definitions): SampledLines | undefined {
  const text = definitions.properties.get('TRIMTAB::PYTHON_LINES') ?? '';
  const lines = text.split('\n', MOST_LINES).flatMap(sampledLineIn);
  if (lines.length === 0) return undefined;
  const regions = new Map(definitions.regions.map(({ name, file }, index) => [`${name}\t${file ?? ''}`, index]));
  const sourceCodeLocations: SourceCodeLocation[] = [...definitions.sourceCodeLocations];
  const callingContexts = new Map<number, CallingContext>();
  const sampled = new Map<number, number>();
  for (const { samples, line, region, file } of lines) {
    const context = callingContexts.size;
    callingContexts.set(context, {
      region: regions.get(`${region}\t${file}`) ?? NO_INDEX,
      sourceCodeLocation: sourceCodeLocations.push({ file, line }) - 1,
    });
    sampled.set(context, samples);
  }
  return { definitions: { ...definitions, sourceCodeLocations, callingContexts }, sampled };
}

interface SampledLine {
  readonly samples: number;
  readonly line: number;
  readonly region: string;
  readonly file: string;
}

/** @param text `SAMPLES LINE`, then after tabs function and file; other lines are ignored */
function sampledLineIn(text: string): SampledLine[] {
  const [, samples, line, region = '', file = ''] = /^(\d{1,15}) (\d{1,9})\t([^\t]+)\t([^\t]+)$/.exec(text) ?? [];
  return file === '' ? [] : [{ samples: Number(samples), line: Number(line), region, file }];
}
