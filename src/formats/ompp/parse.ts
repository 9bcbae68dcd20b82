/** The text of a report of ompP, section by section. */
import { regionLine } from './regionLine.js';
import type { OmppRegion, OmppReport, OmppTable } from './report.js';

/** Maximum number of invalid lines that are reported. */
const MOST_WRONG = 100;
/** Regions within each other are read to this depth. */
const DEEPEST = 200;

type Section = 'general' | 'graph' | 'flat' | 'graph-profiles' | 'other';

interface State {
  section: Section;
  /** The way to the region whose table is read, with it; the program itself has no region. */
  path: (OmppRegion | undefined)[];
  table: Writable | undefined;
}

interface Writable {
  readonly region: OmppRegion;
  readonly callers: readonly OmppRegion[];
  readonly columns: string[];
  readonly rows: { thread: number; values: number[] }[];
  sum: number[] | undefined;
}

interface FoundSection {
  readonly general: Map<string, string>;
  program: OmppReport['program'];
  readonly flat: OmppTable[];
  readonly callGraph: OmppTable[];
  readonly wrong: number[];
}

export function parseReport(text: string): OmppReport {
  const found: FoundSection = { general: new Map(), program: undefined, flat: [], callGraph: [], wrong: [] };
  const state: State = { section: 'flat', path: [], table: undefined };
  text.split('\n').forEach((line, index) => {
    if (isBanner(line)) {
      const section = sectionOf(line);
      if (section !== undefined) Object.assign(state, { section, path: [], table: undefined });
    } else if (line.trim() !== '' && !readLine(line, state, found) && found.wrong.length < MOST_WRONG)
      found.wrong.push(index + 1);
  });
  return found;
}

const isBanner = (line: string): boolean => line.startsWith('----');

/** Undefined for the lines above and below its title. */
function sectionOf(line: string): Section | undefined {
  const title = line.replaceAll('-', ' ').trim().toLowerCase();
  if (title === '') return undefined;
  if (title.includes('general information')) return 'general';
  if (title.includes('callgraph region profiles')) return 'graph-profiles';
  if (title.includes('flat region profile')) return 'flat';
  return title.includes('callgraph') ? 'graph' : 'other';
}

/** Whether the line could be read. */
function readLine(line: string, state: State, found: FoundSection): boolean {
  switch (state.section) {
    case 'general':
      return readFact(line, found.general);
    case 'graph':
      readProgram(line, found);
      return true;
    case 'flat': {
      const region = regionLine(line);
      if (region === undefined) return readTable(line, state, found.flat);
      state.path = [region];
      state.table = undefined;
      return true;
    }
    case 'graph-profiles':
      return readStep(line, state) || readTable(line, state, found.callGraph);
    case 'other':
      return true;
  }
}

function readFact(line: string, general: Map<string, string>): boolean {
  const colon = line.indexOf(':');
  if (colon < 0) return false;
  general.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  return true;
}

/** `7.39 (100.0%)    0.01 ( 0.10%)           [toci: 4 threads]`: the other lines follow from the profiles. */
function readProgram(line: string, found: FoundSection): void {
  const open = line.indexOf('[');
  const close = line.lastIndexOf(':');
  if (found.program !== undefined || open < 0 || close < open) return;
  const numbers = line.slice(0, open).match(/\d{1,12}\.\d{1,9}(?=\s*\()/g);
  const exclusive = numbers?.[1];
  if (exclusive !== undefined)
    found.program = { name: line.slice(open + 1, close).trim(), exclusive: Number(exclusive) };
}

/** `[+02] R00003 main.c (184-260) LOOP`: a region at a depth, in the one named before. */
function readStep(line: string, state: State): boolean {
  const step = /^\s*\[.(\d{1,4})\]\s/.exec(line);
  if (step === null) return false;
  const depth = Number(step[1]);
  const region = regionLine(line.slice(step[0].length));
  // Only the program has no number, and a skipped depth is no valid path.
  if ((region === undefined) !== (depth === 0) || depth > Math.min(state.path.length, DEEPEST)) return false;
  state.path = [...state.path.slice(0, depth), region];
  state.table = undefined;
  return true;
}

function readTable(line: string, state: State, tables: OmppTable[]): boolean {
  const words = line.trim().split(/\s+/);
  const region = state.path.at(-1);
  if (words[0] === 'TID') {
    if (region === undefined || state.table !== undefined) return false;
    const callers = state.path.slice(0, -1).filter((one) => one !== undefined);
    state.table = { region, callers, columns: words.slice(1), rows: [], sum: undefined };
    tables.push(state.table);
    return true;
  }
  const { table } = state;
  if (table === undefined || words.length !== table.columns.length + 1) return false;
  const values = words.slice(1).map((word, at) => numberOf(word, table.columns[at] ?? ''));
  if (values.some((value) => value === undefined)) return false;
  const known = values.filter((value) => value !== undefined);
  if (words[0] === 'SUM' || words[0] === '*') table.sum = known;
  else if (/^\d{1,7}$/.test(words[0] ?? '')) table.rows.push({ thread: Number(words[0]), values: known });
  else return false;
  return true;
}

/** Times have a point before their decimals; in counts points group digits: `11.110.956.406`. */
function numberOf(word: string, column: string): number | undefined {
  const isTime = /T(\/[IE])?$/.test(column) && !column.includes('_');
  if (isTime) return /^-?\d{1,15}(\.\d{1,9})?$/.test(word) ? Number(word) : undefined;
  if (/^-?\d{1,3}(\.\d{3}){1,6}$/.test(word)) return Number(word.replaceAll('.', ''));
  return /^-?\d{1,18}(\.\d{1,9})?(e[+-]?\d{1,3})?$/i.test(word) ? Number(word) : undefined;
}
