import type { Problem, ProblemLevel } from '../../model/problem.js';

const NAMED_AT_MOST = 3;

interface Category {
  readonly level: ProblemLevel;
  readonly cases: Map<string, string>;
  readonly tell: (places: string, cases: readonly string[]) => string;
  readonly where: string;
}

/**
 * Collects what was found wrong, one sentence a kind of problem however many locations have it. A place is counted
 * once per kind, so that reading a location twice does not report it twice.
 */
export class ProblemLog {
  private readonly categories = new Map<string, Category>();

  constructor(private readonly where: string) {}

  /** Adds a problem of the whole archive. */
  add(level: ProblemLevel, message: string): void {
    this.note(level, message, '', '', () => message);
  }

  /**
   * Adds a case of a kind of problem.
   * @param kind what makes cases belong together
   * @param place where it occurred, such as the name of a location
   * @param detail what is told about this case when it is the only one
   * @param tell makes the sentence from the places ("'A', 'B' and 3 more") and all details
   */
  note(
    level: ProblemLevel,
    kind: string,
    place: string,
    detail: string,
    tell: (places: string, details: readonly string[]) => string,
  ): void {
    const category = this.categories.get(kind) ?? { level, cases: new Map<string, string>(), tell, where: this.where };
    if (!category.cases.has(place)) category.cases.set(place, detail);
    this.categories.set(kind, category);
  }

  /** All problems so far. */
  get problems(): readonly Problem[] {
    return [...this.categories.values()].map((category) => ({
      level: category.level,
      message: category.tell(listPlaces([...category.cases.keys()]), [...category.cases.values()]),
      where: category.where,
    }));
  }
}

/** A number with its noun, such as `1 event` and `2 events`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function listPlaces(places: readonly string[]): string {
  const named = places.slice(0, NAMED_AT_MOST).join(', ');
  return places.length <= NAMED_AT_MOST ? named : `${named} and ${places.length - NAMED_AT_MOST} more`;
}
