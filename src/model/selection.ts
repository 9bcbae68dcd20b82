/** The current selection, shared by all views, and the history of earlier selections. */
import type { Seconds } from '../base/units.js';
import type { SourcePlace } from './findings/findings.js';

/** One wait, operation or the like: on a location, from and to seconds from the trace's start. */
export interface SelectedInstance {
  /** Index in the trace's order, from 0. */
  readonly location: number;
  readonly from: Seconds;
  readonly to: Seconds;
}

/** Omitted dimensions are not narrowed: without nodes the whole program is meant, without locations all of them. */
export interface Selected {
  /** Identifier of the experiment that all numbers are of. */
  readonly experiment: string;
  /** Unique name of a metric. */
  readonly property?: string;
  /** Call paths, by their numbers in the experiment's call tree. */
  readonly nodes?: readonly number[];
  /** By their index in the trace's order, from 0. */
  readonly locations?: readonly number[];
  /** Seconds from the trace's start. */
  readonly window?: { readonly from: Seconds; readonly to: Seconds };
  readonly instance?: SelectedInstance;
  /** The line that belongs to it, as it was measured. */
  readonly place?: SourcePlace;
}

/** The part of the run that is selected; undefined where that is all of it, or a moment. */
export function windowIn(selection: Selected | null | undefined): Selected['window'] {
  const window = selection?.window;
  return window !== undefined && window.from < window.to ? window : undefined;
}

/** The call paths through a line of the source, and the line as it was measured. */
export interface LineCallPaths {
  readonly experiment: string;
  readonly place: SourcePlace;
  readonly nodes: readonly number[];
}

/**
 * The present selection, narrowed to the call paths through a line. Property, locations and window stay: the line names
 * neither of them, so the same question is asked of other code. A single wait is dropped, because it is at another line.
 */
export function narrowedToLine(present: Selected | null, { experiment, place, nodes }: LineCallPaths): Selected {
  if (present?.experiment !== experiment) return { experiment, nodes, place };
  const { instance: _, ...kept } = present;
  return { ...kept, nodes, place };
}

/** Another experiment, as far as it may have what is selected of one. */
export interface OtherExperiment {
  readonly experiment: string;
  readonly hasProperty: (name: string) => boolean;
  /** Its call path that is the same as one of the first experiment; -1 where it has none. */
  readonly nodeOf: (node: number) => number;
  readonly locationCount: number;
}

/**
 * The part of a selection that another experiment has as well. Times are those of one run only, and so is the line, which
 * may be another one by then.
 */
export function carriedOver(
  { property, nodes = [], locations = [] }: Selected,
  { experiment, hasProperty, nodeOf, locationCount }: OtherExperiment,
): Selected {
  const there = [...new Set(nodes.map(nodeOf))].filter((node) => node >= 0);
  const known = locations.filter((location) => location < locationCount);
  return {
    experiment,
    ...(property === undefined || !hasProperty(property) ? {} : { property }),
    ...(there.length === 0 ? {} : { nodes: there }),
    ...(known.length === 0 ? {} : { locations: known }),
  };
}

/** Steps back that are kept. */
const MOST_KEPT = 100;

/** Reports whether both selections are the same, regardless of order. */
export function isSameSelection(one: Selected, other: Selected): boolean {
  return textOf(one) === textOf(other);
}

const textOf = ({ experiment, property, nodes, locations, window, instance, place }: Selected): string =>
  JSON.stringify([
    ...[experiment, property ?? null, nodes ?? null, locations ?? null],
    ...[window?.from, window?.to, instance?.location, instance?.from, instance?.to, place?.file, place?.line],
  ]);

/** Sequence of selections: one of them is current, those after it can be restored by going forward. */
export class SelectionHistory {
  private readonly kept: Selected[] = [];
  private at = -1;
  /** Those that follow the cursor of an editor. */
  private readonly followed = new WeakSet<Selected>();

  get current(): Selected | undefined {
    return this.kept[this.at];
  }

  /** How many steps back, and how many forward again. */
  get steps(): { readonly back: number; readonly forward: number } {
    return { back: Math.max(0, this.at), forward: this.kept.length - 1 - this.at };
  }

  /**
   * Makes it the current one; what was gone back from is forgotten.
   * @param isFollowed whether it follows the cursor of an editor: it replaces a current one that does so too, because
   *   moving through code would otherwise fill the history
   * @returns whether it is another one than before
   */
  push(selected: Selected, isFollowed = false): boolean {
    const { current } = this;
    if (current !== undefined && isSameSelection(current, selected)) return false;
    const replaces = isFollowed && current !== undefined && this.followed.has(current);
    this.kept.splice(replaces ? this.at : this.at + 1, Infinity, selected);
    if (isFollowed) this.followed.add(selected);
    if (this.kept.length > MOST_KEPT) this.kept.shift();
    this.at = this.kept.length - 1;
    return true;
  }

  /**
   * Goes back or forward to the next one that can still be shown; those that cannot are forgotten.
   * @returns undefined where there is none, and nothing changed
   */
  step(by: -1 | 1, canBeShown: (selected: Selected) => boolean): Selected | undefined {
    for (;;) {
      const next = this.at + by;
      const found = this.kept[next];
      if (found === undefined) return undefined;
      if (canBeShown(found)) {
        this.at = next;
        return found;
      }
      this.kept.splice(next, 1);
      if (by < 0) this.at--;
    }
  }
}
