/** The grammar of `trimtab picture …`. */
import type { Window } from '../pictures/timeline/frame.js';
import { readWords } from './readWords.js';
import { UsageError } from './usageError.js';

export interface PictureRequest {
  readonly command: 'picture';
  /** An experiment, by the beginning of its identifier. */
  readonly run: string;
  readonly view: 'timeline';
  /** Seconds from the trace's start; the worst wait with what is around it when left out. */
  readonly window: Partial<Window>;
  /** Rows by their numbers, from 0; all when left out. */
  readonly rows?: readonly number[];
  /** CSS pixels. */
  readonly width: number;
  readonly theme: 'light' | 'dark';
  readonly out: string;
}

export const PICTURE_HELP = `  trimtab picture [experiment] --out <file.svg>
                                        the timeline about the worst wait, or --from and --to, as a picture (SVG)
`;

export const PICTURE_OPTIONS_HELP = `  --view timeline      what the picture shows (picture)
  --from, --to <s>     the part of the run, in seconds from its start (picture)
  --rows <list>        only these rows, such as 0-3,8 (picture)
  --width <pixels>     how wide the picture is, 1200 otherwise (picture)
  --theme <name>       light or dark (picture)
  --out <file.svg>     where the picture goes (picture)
`;

const options = {
  view: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  rows: { type: 'string' },
  width: { type: 'string' },
  theme: { type: 'string' },
  out: { type: 'string' },
} as const;

/** Rows that a list may name. */
const MOST_ROWS = 4096;

/** @param args the words after `picture` */
export function pictureRequest(args: readonly string[]): PictureRequest {
  const { values, positionals } = readWords(args, options);
  const [run = 'latest', extra] = positionals;
  if (extra !== undefined) throw new UsageError(`picture does not take "${extra}".`);
  const { view = 'timeline', theme = 'light', out } = values;
  if (view !== 'timeline') throw new UsageError(`"${view}" is no view; --view takes timeline.`);
  if (theme !== 'light' && theme !== 'dark') throw new UsageError('--theme takes light or dark.');
  if (out === undefined) throw new UsageError('picture needs a file to write: --out picture.svg.');
  if (!/\.svg$/i.test(out))
    throw new UsageError(`Pictures are written as SVG only: give --out a name that ends with .svg, not "${out}".`);
  const window = { ...moment('from', values.from), ...moment('to', values.to) };
  if (window.from !== undefined && window.to !== undefined && window.from >= window.to)
    throw new UsageError('--from must be before --to.');
  const rows = values.rows === undefined ? {} : { rows: rowsOf(values.rows) };
  return { command: 'picture', run, view, window, ...rows, width: widthOf(values.width ?? '1200'), theme, out };
}

function moment(name: 'from' | 'to', text: string | undefined): Partial<Window> {
  if (text === undefined) return {};
  const time = Number(text);
  if (text.trim() === '' || !Number.isFinite(time) || time < 0)
    throw new UsageError(`--${name} takes seconds from the start of the run, such as 16.2, not "${text}".`);
  return { [name]: time };
}

function widthOf(text: string): number {
  const width = Number(text);
  if (!Number.isInteger(width) || width < 240 || width > 10_000)
    throw new UsageError(`--width takes pixels from 240 to 10000, not "${text}".`);
  return width;
}

function rowsOf(text: string): number[] {
  const rows = text.split(',').flatMap((part) => {
    const [, first, last = first] = /^\s*(\d{1,7})(?:-(\d{1,7}))?\s*$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === undefined || to < from || to - from >= MOST_ROWS)
      throw new UsageError(`--rows takes numbers of rows such as 0-3,8, not "${text}".`);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
  if (rows.length > MOST_ROWS) throw new UsageError(`--rows takes at most ${MOST_ROWS} rows.`);
  return [...new Set(rows)];
}
