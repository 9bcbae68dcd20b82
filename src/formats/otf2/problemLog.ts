import type { Problem, ProblemLevel, ProblemNote } from '../../base/problem.js';

const NAMED_AT_MOST = 3;

/** Makes the sentence of a kind of problem from the places (`'A', 'B' and 3 more`) and the details of all its cases. */
export type Tell = (places: string, details: readonly string[]) => string;

interface Category {
  readonly level: ProblemLevel;
  readonly cases: Map<string, string>;
}

/**
 * Collects what was found wrong, one sentence a kind of problem however many locations have it. A place is counted
 * once per kind, so that reading a location twice does not report it twice.
 */
export class ProblemLog {
  private readonly categories = new Map<string, Category>();

  constructor(
    private readonly where: string,
    private readonly sentences: ReadonlyMap<string, Tell>,
  ) {}

  /** Adds a problem of the whole archive. */
  add(level: ProblemLevel, message: string): void {
    this.note({ level, kind: message, place: '', detail: '' });
  }

  /** Adds a case of a kind of problem. */
  note({ level, kind, place, detail }: ProblemNote): void {
    let category = this.categories.get(kind);
    if (category === undefined) this.categories.set(kind, (category = { level, cases: new Map<string, string>() }));
    if (!category.cases.has(place)) category.cases.set(place, detail);
  }

  /**
   * All cases so far, which are forgotten here. Noted by another log of the same archive, in order of the locations,
   * they give the same problems.
   */
  take(): ProblemNote[] {
    const notes = [...this.categories].flatMap(([kind, { level, cases }]) =>
      [...cases].map(([place, detail]) => ({ level, kind, place, detail })),
    );
    this.categories.clear();
    return notes;
  }

  /** The details of all cases of a kind so far, by place. */
  casesOf(kind: string): ReadonlyMap<string, string> {
    return this.categories.get(kind)?.cases ?? NO_CASES;
  }

  /** All problems so far. */
  get problems(): readonly Problem[] {
    return [...this.categories].map(([kind, { level, cases }]) => ({
      level,
      message: this.sentences.get(kind)?.(listPlaces([...cases.keys()]), [...cases.values()]) ?? kind,
      where: this.where,
    }));
  }
}

const NO_CASES: ReadonlyMap<string, string> = new Map();

/** A number with its noun, such as `1 event` and `2 events`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function listPlaces(places: readonly string[]): string {
  const named = places.slice(0, NAMED_AT_MOST).join(', ');
  return places.length <= NAMED_AT_MOST ? named : `${named} and ${places.length - NAMED_AT_MOST} more`;
}
