/** A line that names a region: `R00002 main.c (181-262) PARALLEL`, in older versions `R00003 LOOP main.c (1518)`. */
import { type OmppRegion, type OmppType, TYPES } from './report.js';

const NUMBER = /^R\d{1,9}$/;
const LINES = /\((\d{1,9})(?:-(\d{1,9}))?\)/;

/** Undefined where it names none. */
export function regionLine(text: string): OmppRegion | undefined {
  const line = text.trim();
  const blank = line.search(/\s/);
  const id = blank < 0 ? line : line.slice(0, blank);
  if (!NUMBER.test(id) || blank < 0) return undefined;
  const typed = withoutType(line.slice(blank).trim());
  if (typed === undefined) return undefined;
  const { type, rest } = typed;
  const lines = LINES.exec(rest);
  if (lines === null) return { id, type, file: '', begin: 0, end: 0, label: rest };
  const begin = Number(lines[1]);
  return {
    id,
    type,
    file: rest.slice(0, lines.index).trim(),
    begin,
    end: lines[2] === undefined ? begin : Number(lines[2]),
    label: rest.slice(lines.index + lines[0].length).trim(),
  };
}

function withoutType(text: string): { type: OmppType; rest: string } | undefined {
  const last = TYPES.find((type) => text.endsWith(` ${type}`));
  if (last !== undefined) return { type: last, rest: text.slice(0, -last.length).trim() };
  const first = TYPES.find((type) => text.startsWith(`${type} `) || text.startsWith(`${type}\t`));
  return first === undefined ? undefined : { type: first, rest: text.slice(first.length).trim() };
}
