/** Ranges that the user marked in the picture. */
import type { Window } from '../../pictures/timeline/frame.js';
import { useKept } from '../kit/kept.js';
import type { Run } from './run.js';
import type { TimelineHost } from './useTimeline.js';

interface Mark extends Window {
  readonly isKept: boolean;
}

const MOST_MARKED = 50;

export function useMarked(host: TimelineHost, run: Run) {
  const [all, setAll] = useKept<readonly Mark[]>(host, `marked ${run.experiment}`, [], areMarks);
  return {
    all,
    /** One that is not kept gives way to the next. */
    add(window: Window, isKept: boolean): void {
      const others = all.filter((one) => one.isKept);
      setAll([...others, { ...window, isKept }].slice(-MOST_MARKED));
    },
    clear: () => setAll([]),
  };
}

function areMarks(value: unknown): value is readonly Mark[] {
  return Array.isArray(value) && value.every(isMark);
}

function isMark(value: unknown): value is Mark {
  if (typeof value !== 'object' || value === null || !('from' in value) || !('to' in value)) return false;
  return typeof value.from === 'number' && typeof value.to === 'number' && 'isKept' in value;
}
