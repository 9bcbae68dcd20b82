/** Finding calls of functions, one after the other. */
import { useMemo, useRef } from 'preact/hooks';
import { timelinePage } from '../../protocol/pages/timeline.js';
import { askOnce } from '../kit/questions.js';
import type { Found } from './found.js';
import type { Run } from './run.js';
import type { Named, TimelineHost } from './useTimeline.js';

interface Finding extends Pick<Named, 'functions' | 'regionNames'> {
  readonly goToCall: (call: { readonly location: number; readonly from: number; readonly to: number }) => void;
  readonly tell: (sentence: string | undefined) => void;
}

const MOST_LOCATIONS = 1 << 16;

export function useFind(host: TimelineHost, run: Run, finding: Finding) {
  const { functions, regionNames, goToCall, tell } = finding;
  const last = useRef<{ readonly region: number; readonly name: string; readonly after: number }>(undefined);
  const drop = useRef<() => void>(undefined);
  const findable = useMemo(() => {
    // Only those that are called.
    const called = [...new Set(Array.from(functions.region))];
    return {
      rows: run.locations.map((location, at) => ({ location, name: run.names[at] ?? '' })),
      functions: called.map((region) => ({
        ...{ region, name: regionNames[region] ?? '', seconds: functions.seconds[region] ?? 0 },
      })),
    };
  }, [run, functions, regionNames]);
  const go = (region: number, name: string, after: number): void => {
    drop.current?.();
    tell(`Looking for ${name}…`);
    const ask = { regions: [region], locations: run.locations.slice(0, MOST_LOCATIONS), after };
    const asked = { experiment: run.experiment, ask };
    drop.current = askOnce(host.questions, 'nextCall', timelinePage.questions.nextCall, asked, (outcome) => {
      if (outcome.is === 'failed') tell(outcome.sentence);
      if (outcome.is !== 'answered') return;
      const { call } = outcome.head;
      if (call === undefined) {
        tell(
          after < 0
            ? `${name} is not called.`
            : `${name} is not called after this; the next search begins at the start.`,
        );
        last.current = { region, name, after: -1 };
        return;
      }
      tell(undefined);
      last.current = { region, name, after: call.from };
      goToCall(call);
    });
  };
  return {
    findable,
    /** The first call after the start of the run. */
    first: ({ region, name }: Extract<Found, { is: 'function' }>): void => go(region, name, -1),
    next(): void {
      const { current } = last;
      if (current === undefined) tell('Nothing was looked for yet: / finds a function.');
      else go(current.region, current.name, current.after);
    },
  };
}
