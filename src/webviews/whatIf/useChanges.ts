import { useEffect, useState } from 'preact/hooks';
import type { WhatIfState } from '../../protocol/pages/whatIf.js';
import type { Host } from '../kit/host.js';
import { useKept } from '../kit/kept.js';
import { areKeptChanges, type Change, type KeptChanges, withChange, withFactor } from './changes.js';

export interface Changes {
  /** Without a slider that moves. */
  readonly settled: readonly Change[];
  /** With the present factor of a slider that moves. */
  readonly live: readonly Change[];
  readonly set: (changes: readonly Change[]) => void;
  /** Moves the slider of a change. */
  readonly slide: (key: string, factor: number) => void;
}

const isTurn = (value: unknown): value is number => typeof value === 'number';

/** The changes of an experiment, which are kept while the page is hidden. Those of other views are added once. */
export function useChanges(
  host: Pick<Host<never, never>, 'recall' | 'keep'>,
  { added, turn }: WhatIfState,
  experiment: string,
): Changes {
  const none: KeptChanges = { experiment, changes: [] };
  const [kept, setKept] = useKept(host, 'changes', none, areKeptChanges);
  const [heard, setHeard] = useKept(host, 'turn', 0, isTurn);
  const [moved, setMoved] = useState<{ readonly key: string; readonly factor: number }>();
  const settled = kept.experiment === experiment ? kept.changes : none.changes;
  const set = (changes: readonly Change[]): void => {
    setMoved(undefined);
    setKept({ experiment, changes: [...changes] });
  };
  useEffect(() => {
    if (turn === heard) return;
    setHeard(turn);
    if (added.length > 0) set(added.reduce<readonly Change[]>(withChange, settled));
  }, [turn]);
  return {
    settled,
    live: moved === undefined ? settled : withFactor(settled, moved.key, moved.factor),
    set,
    slide: (key, factor) => setMoved({ key, factor }),
  };
}
