/** Criterion of the colors in the timeline. */
import { useMemo, useState } from 'preact/hooks';
import { functionInks } from '../../pictures/colors/inks.js';
import {
  type Coloring,
  coloringByClass,
  coloringByFocus,
  coloringByLateness,
  type Focused,
  mainFunctions,
} from '../../pictures/timeline/coloring.js';
import { isOneOf, useKept } from '../kit/kept.js';
import type { Run } from './run.js';
import type { Named, TimelineHost } from './useTimeline.js';

const WAYS = ['class', 'function', 'lateness', 'focus', 'selection'] as const;
export type ColorBy = (typeof WAYS)[number];
const isWay = isOneOf(WAYS);

interface Wanted extends Pick<Named, 'functions' | 'regionNames'> {
  /** Call paths that are selected. */
  readonly nodes: readonly number[] | undefined;
  /** Whether waiting is hatched, if colors represent classes. */
  readonly showsWaiting: boolean;
  /** Whether steps of logical order are drawn, which differ in lateness only. */
  readonly isSteps: boolean;
}

export function useColoring(host: TimelineHost, run: Run, wanted: Wanted) {
  const { functions, regionNames, nodes = [], showsWaiting, isSteps } = wanted;
  const [kept, setBy] = useKept(host, 'color', 'class', isWay);
  const [focus, setFocus] = useState<readonly Focused[]>([]);
  const ways = WAYS.filter(
    (way) =>
      (way !== 'lateness' || run.steps !== undefined) &&
      (way !== 'focus' || focus.length > 0) &&
      (way !== 'selection' || nodes.length > 0) &&
      (way !== 'function' || functions.seconds.length > 0),
  );
  const by: ColorBy = ways.includes(kept) ? kept : 'class';
  const coloring = useMemo<Coloring>(() => {
    const nameOf = (region: number): string => regionNames[region] ?? 'an unknown function';
    const colored = { classes: run.classes, functions, nameOf };
    if (isSteps || by === 'lateness') return coloringByLateness(colored, run.latest);
    if (by === 'focus') return coloringByFocus(colored, focus);
    if (by === 'selection') return coloringByFocus(colored, [{ nodes: [...nodes], own: false }]);
    return by === 'function'
      ? coloringByFocus(colored, mainFunctions(functions))
      : coloringByClass(colored, showsWaiting);
  }, [run, by, focus, by === 'selection' ? nodes : undefined, functions, regionNames, showsWaiting, isSteps]);
  return {
    ...{ by, ways, coloring, setBy },
    /** Shows a function, or call paths, separately; the least recently chosen ones are removed. */
    focusOn(one: Focused): void {
      const others = focus.filter(({ region, nodes }) => region !== one.region || String(nodes) !== String(one.nodes));
      setFocus([...others, one].slice(-functionInks.length));
      setBy('focus');
    },
    next(): void {
      setBy(ways[(ways.indexOf(by) + 1) % ways.length] ?? 'class');
    },
  };
}

export type ColorView = ReturnType<typeof useColoring>;
