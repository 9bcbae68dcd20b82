/**
 * How a run changes from iteration to iteration, as the rows of the language's classes (Oleynik 2014, 5.4 and 6.4): what
 * was found in series, before anything is judged. `library/dynamics.asl` judges it.
 */
import { absent } from '../../base/elements.js';
import type { DynamicsPattern } from '../../model/dynamics/dynamics.js';
import type { Seconds } from '../../base/units.js';
import { type Column, isMany, type Many, manyFrom, type Table, type Texts } from '../data.js';

/**
 * One metric at one call path on ranks that change alike; or on all of them, if only movement between them is reported.
 */
export interface SeriesEvidence {
  readonly metric: string;
  /** Its call path; NaN where there is none. */
  readonly node: number;
  /** Display name, such as `mpi_latesender on ranks 2, 3`. */
  readonly name: string;
  readonly locations: readonly number[];
  /** Whether it is long enough to have a shape, and not only energies. */
  readonly isJudged: boolean;
  /** Seconds of the metric at the call path on all ranks. */
  readonly total: Seconds;
  /** Seconds by iteration, summed over its ranks. */
  readonly samples: () => Float64Array;
  /** Energies of their mean from one iteration to another, both included; in s². */
  readonly energies: (first: number, last: number) => SeriesEnergies;
  readonly peaks: readonly DynamicsPattern[];
  readonly rises: readonly DynamicsPattern[];
  readonly falls: readonly DynamicsPattern[];
  /** Total cost of all rises, and the total savings of the falls: each iteration counts once. */
  readonly risesExcess: Seconds;
  readonly fallsExcess: Seconds;
  /** Number of sequences found in the series, without those added by properties. */
  readonly moving?: Seconds;
  readonly recursEvery?: number;
  readonly episodes: readonly ShapeEpisode[];
}

/** Energy of all, and of what changes within few iterations and over many. */
export interface SeriesEnergies {
  readonly total: number;
  readonly short: number;
  readonly wide: number;
}

/** A piece of one shape, by its letter. */
interface ShapeEpisode {
  readonly letter: string;
  readonly from: number;
  readonly to: number;
  /** Octaves of scale over which it lasts. */
  readonly stability: number;
}

export interface ChangesEvidence {
  /** Seconds of all iterations on all locations. */
  readonly loopTime: Seconds;
  /** Iterations, which count from 0. */
  readonly count: number;
  /** Call path around the loop; NaN where none is known. */
  readonly loop: number;
  readonly regionOf: (node: number) => number;
  readonly series: readonly SeriesEvidence[];
}

/** The classes that changes are seen through. */
export const CHANGE_CLASSES: ReadonlySet<string> = new Set([
  ...['Property', 'StaticContext', 'DC', 'Change', 'qualSequence', 'SSF', 'DWT', 'pdb'],
]);

/** The tables that changes are seen through, by class. */
export function changesTables(evidence: ChangesEvidence, texts: Texts): ReadonlyMap<string, Table> {
  const { series } = evidence;
  const sequences = new Sequences(evidence, texts);
  const property = seriesTable(evidence, sequences, texts);
  const own = (count: number, member: Table['member'], relation?: Table['relation']): Table => ({
    ...{ rows: count, member },
    ...(relation === undefined ? {} : { relation }),
  });
  const itself = (name: string) => (member: string, rows: Float64Array) => (member === name ? rows : undefined);
  const pdb = own(1, () => undefined, relationsOf(evidence));
  return new Map<string, Table>([
    ['Property', property],
    ['StaticContext', own(series.length, contextMember(evidence))],
    ['DC', own(1, sequences.extent)],
    ['Change', own(sequences.found, sequences.member)],
    ['qualSequence', own(sequences.found, sequences.member)],
    ['SSF', own(series.length, itself('mSL'), sequences.search)],
    ['DWT', own(series.length, energyMember(evidence))],
    ['pdb', pdb],
  ]);
}

type Member = Table['member'];

/** Returns a value for each row; NaN for missing rows. */
const single =
  (of: (row: number) => number | undefined) =>
  (rows: Float64Array): Float64Array =>
    rows.map((row) => (Number.isNaN(row) ? NaN : (of(row) ?? NaN)));

const several =
  (of: (row: number) => readonly number[]) =>
  (rows: Float64Array): Many =>
    manyFrom(Array.from(rows, (row) => (Number.isNaN(row) ? [] : of(row))));

function membersFrom(columns: Readonly<Record<string, (rows: Float64Array) => Column>>): Member {
  return (name, rows) => (Object.hasOwn(columns, name) ? columns[name]?.(rows) : undefined);
}

/** Returns series as static properties; the row after them represents the loop that they are in. */
function seriesTable({ series }: ChangesEvidence, sequences: Sequences, texts: Texts): Table {
  const of =
    (value: (one: SeriesEvidence) => number | undefined) =>
    (row: number): number | undefined => {
      const one = series[row];
      return one === undefined ? undefined : value(one);
    };
  const member = membersFrom({
    name: single(of(({ name }) => texts.number(name))),
    id: single(of(({ metric }) => texts.number(metric))),
    metric: single(of(({ metric }) => texts.number(metric))),
    path: single(of(({ node }) => node)),
    staticContext: single((row) => row),
    phaseContext: single(() => series.length),
    rankC: single(of(({ locations }) => locations.length)),
    isJudged: single(of(({ isJudged }) => Number(isJudged))),
    total: single(of(({ total }) => total)),
    risesExcess: single(of(({ risesExcess }) => risesExcess)),
    fallsExcess: single(of(({ fallsExcess }) => fallsExcess)),
    moving: single(of(({ moving }) => moving)),
    recursEvery: single(of(({ recursEvery }) => recursEvery)),
    peaks: several((row) => sequences.of(row, 'peaks')),
    rises: several((row) => sequences.of(row, 'rises')),
    falls: several((row) => sequences.of(row, 'falls')),
  });
  return { rows: series.length, member };
}

function contextMember({ series, loop, regionOf }: ChangesEvidence): Member {
  const nodeOf = (row: number): number | undefined => (row === series.length ? loop : series[row]?.node);
  return membersFrom({
    path: single(nodeOf),
    region: single((row) => {
      const node = nodeOf(row);
      return node === undefined ? undefined : regionOf(node);
    }),
    location: single((row) => series[row]?.locations[0]),
  });
}

function energyMember({ series, count }: ChangesEvidence): Member {
  const of = (value: (energies: SeriesEnergies) => number) =>
    single((row) => {
      const energies = series[row]?.energies(0, count - 1);
      return energies === undefined ? undefined : value(energies);
    });
  return membersFrom({
    dynEnergy: of(({ short, wide }) => short + wide),
    totalEnergy: of(({ total }) => total),
    shortScalesEnergy: of(({ short }) => short),
    wideScalesEnergy: of(({ wide }) => wide),
  });
}

/** Returns the relations of a context: its wavelets, its scale space and its seconds; all of whole loops. */
function relationsOf({ series, loopTime }: ChangesEvidence): NonNullable<Table['relation']> {
  return (name, [, contexts, extents]) => {
    if (contexts === undefined || extents === undefined || isMany(contexts) || isMany(extents)) return undefined;
    const row = (at: number): number => (extents[at] === 0 ? (contexts[at] ?? NaN) : NaN);
    switch (name) {
      case 'getDWT':
      case 'getSSF':
        return contexts.map((_, at) => row(at));
      case 'getSum':
        return contexts.map((_, at) => {
          if (row(at) === series.length) return loopTime;
          return series[row(at)]?.samples().reduce((sum, value) => sum + value, 0) ?? NaN;
        });
      default:
        return undefined;
    }
  };
}

type Kind = 'peaks' | 'rises' | 'falls';

/** Changes of all series as rows, and behind them what was searched by letters. */
class Sequences {
  private readonly all: (Partial<DynamicsPattern> & {
    readonly first: number;
    readonly last: number;
    readonly accumulated: number;
    readonly series: number;
  })[] = [];
  private readonly rows = new Map<string, readonly number[]>();
  /** Number of automatically found ones. */
  readonly found: number;

  constructor(
    private readonly evidence: ChangesEvidence,
    private readonly texts: Texts,
  ) {
    for (const [series, one] of evidence.series.entries())
      for (const kind of ['peaks', 'rises', 'falls'] as const)
        this.rows.set(
          `${series} ${kind}`,
          one[kind].map((pattern) => this.all.push({ ...pattern, series }) - 1),
        );
    this.found = this.all.length;
  }

  of(series: number, kind: Kind): readonly number[] {
    return this.rows.get(`${series} ${kind}`) ?? [];
  }

  readonly member: Member = membersFrom({
    name: single((row) => this.texts.number(this.nameOf(row))),
    kind: single((row) => this.textOf(this.all[row]?.kind)),
    sP: single((row) => this.all[row]?.series),
    dynamicContext: single((row) => row + 1),
    sum: single((row) => this.all[row]?.accumulated),
    excess: single((row) => this.all[row]?.excess),
    before: single((row) => this.all[row]?.before),
    after: single((row) => this.all[row]?.after),
  });

  /** Of the whole loop, and of each sequence. */
  readonly extent: Member = membersFrom({
    name: single((row) => this.texts.number(row === 0 ? 'the loop' : this.nameOf(row - 1))),
    from: single((row) => (row === 0 ? 0 : this.all[row - 1]?.first)),
    to: single((row) => (row === 0 ? this.evidence.count - 1 : this.all[row - 1]?.last)),
  });

  /**
   * Pieces whose shapes follow each other like letters of a text, which last over so many octaves; or a row of pieces each
   * of which has one of three shapes.
   */
  readonly search: NonNullable<Table['relation']> = (name, [rows, ...others]) => {
    if (name !== 'searchSequence' || rows === undefined || isMany(rows)) return undefined;
    const given = others.map((column) => (isMany(column) ? undefined : column));
    return manyFrom(
      Array.from(rows, (row, at) => {
        const values = given.map((column) => column?.[at] ?? NaN);
        if (values.length !== 2)
          return this.searched(
            row,
            'any',
            values.map((value) => this.texts.text(value) ?? ''),
            0,
          );
        const letters = this.texts.text(values[0] ?? NaN) ?? '';
        return this.searched(row, 'each', Array.from(letters), values[1] ?? NaN);
      }),
    );
  };

  private searched(row: number, how: 'each' | 'any', letters: readonly string[], stability: number): readonly number[] {
    const key = `${row} ${how} ${letters.join('')} ${stability}`;
    const known = this.rows.get(key);
    if (known !== undefined) return known;
    const one = this.evidence.series[row];
    const extents = one === undefined ? [] : how === 'each' ? inTurn(one, letters, stability) : inARow(one, letters);
    const rows = extents.map(({ from, to }) => {
      const [first, last] = [Math.max(0, Math.ceil(from)), Math.min(this.evidence.count - 1, Math.floor(to))];
      const sum =
        one
          ?.samples()
          .subarray(first, last + 1)
          .reduce((all, value) => all + value, 0) ?? 0;
      return this.all.push({ first, last, accumulated: sum, series: row }) - 1;
    });
    this.rows.set(key, rows);
    return rows;
  }

  private textOf(text: string | undefined): number | undefined {
    return text === undefined ? undefined : this.texts.number(text);
  }

  private nameOf(row: number): string {
    const { kind = 'sequence', first, last } = this.all[row] ?? absent(row);
    return first === last ? `${kind} at iteration ${first}` : `${kind} from iteration ${first} to ${last}`;
  }
}

interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Pieces with these letters one after the other, each lasting over so many octaves. */
function inTurn({ episodes }: SeriesEvidence, letters: readonly string[], stability: number): Extent[] {
  return episodes.flatMap(({ from }, at) => {
    const part = episodes.slice(at, at + letters.length);
    const isFound = letters.length > 0 && letters.every((letter, place) => part[place]?.letter === letter);
    const last = part.at(-1);
    return isFound && last !== undefined && part.every((one) => one.stability >= stability)
      ? [{ from, to: last.to }]
      : [];
  });
}

/** The longest rows of pieces that all have one of these letters. */
function inARow({ episodes }: SeriesEvidence, letters: readonly string[]): Extent[] {
  const found: Extent[] = [];
  let begin: number | undefined;
  for (const [at, { letter, from, to }] of episodes.entries()) {
    if (!letters.includes(letter)) continue;
    begin ??= from;
    const next = episodes[at + 1];
    if (next !== undefined && letters.includes(next.letter)) continue;
    found.push({ from: begin, to });
    begin = undefined;
  }
  return found;
}
