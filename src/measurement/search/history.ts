/**
 * The history of a search on a running program: hypotheses why (property), where (call path, ranks) and when (iterations),
 * each below the one that it refines, with what became of it (Miller et al. 1995, the Performance Consultant's search graph).
 */
import { present } from '../../base/present.js';
import * as v from 'valibot';
import type { StoredFormat } from '../../base/storedFormat.js';
import { elementAt } from '../../base/elements.js';
import { finding } from '../../experiments/report/findingSchema.js';
import type { CallPathStep, Finding } from '../../model/findings/findings.js';
import type { SearchGraph, SearchOutcome } from '../../model/findings/searchGraph.js';

/** `pruned`: the one above is false by now, so that this cannot be true; `over budget`: testing it would cost too much. */
const HYPOTHESIS_STATES = ['untested', 'testing', 'true', 'false', 'pruned', 'over budget'] as const;
export type HypothesisState = (typeof HYPOTHESIS_STATES)[number];

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const share = v.pipe(v.number(), v.finite());

const hypothesis = v.object({
  /** Its number; the root has 0. */
  number: whole,
  parents: v.array(whole),
  /** Unique name of a metric, or of a property of changes. */
  property: v.string(),
  /** Names from the progress loop on; empty for all of it. */
  path: v.array(v.string()),
  /** Empty for all. */
  ranks: v.array(whole),
  /** Iterations it applies to, from 0, both ends included; omitted for all. */
  extent: v.optional(v.object({ first: whole, last: whole })),
  state: v.picklist(HYPOTHESIS_STATES),
  /** Share of the loop's time in the iterations that it was tested in. */
  severity: v.optional(share),
  /** Standard error of the severity, as a share of it. */
  standardError: v.optional(share),
  /** Iterations that it was tested in last. */
  tested: v.optional(v.object({ first: whole, count: whole })),
  /** One sentence more, such as why it was not tested. */
  note: v.optional(v.string()),
});
export type Hypothesis = v.InferOutput<typeof hypothesis>;

const wait: v.GenericSchema<Finding> = finding;

const experiment = v.object({
  kind: v.picklist(['functions', 'burst']),
  /** The first iteration, from 0, and how many. */
  first: whole,
  count: whole,
  /** Functions that were on. */
  functions: v.array(v.string()),
  /** Events × cost as a share of the time of these iterations, and how much longer they took than those before. */
  cost: share,
  slowdown: v.optional(share),
  /** Of a burst: waiting by property and call path, and the seconds of all calls of MPI by `pathKey`. */
  waits: v.optional(v.array(wait)),
  called: v.optional(v.record(v.string(), share)),
});
export type Experiment = v.InferOutput<typeof experiment>;

const history = v.object({
  format: v.literal('trimtab-search'),
  version: v.literal(1),
  threshold: share,
  budget: share,
  /** Complete iterations at the time of writing, and those that were merged with others. */
  iterations: whole,
  joined: whole,
  missing: v.array(whole),
  /** Iterations in which changes shorter than a bin could not be searched; omitted for none. */
  coarse: v.optional(whole),
  /** Rows that count only in the sums of their metrics; omitted for none. */
  summed: v.optional(whole),
  /** Ranks whose further call paths count for their callers; omitted for none. */
  full: v.optional(v.array(whole)),
  hypotheses: v.array(hypothesis),
  experiments: v.array(experiment),
  /** Of the loop's time that recording took, by the number of events. */
  cost: share,
  /** Advice for the user if there is nothing to search; omitted otherwise. */
  hint: v.optional(v.string()),
  /** Reason why it ended; omitted while it runs. */
  ended: v.optional(v.string()),
});
export type SearchHistory = v.InferOutput<typeof history>;

export const SEARCH_FORMAT: StoredFormat<SearchHistory> = {
  format: 'trimtab-search',
  version: 1,
  upgraders: {},
  schema: history,
};

/** Returns a key that identifies a call path in traces and profiles of one program. */
export const pathKey = (path: readonly CallPathStep[]): string =>
  JSON.stringify(
    path
      .filter(({ inlined }) => inlined !== true)
      .map(({ region, callSite }) => [region, callSite?.file ?? '', callSite?.line ?? 0]),
  );

/** Its file, next to the records of a run and in its experiment. */
export const SEARCH_FILE = 'search.json';

/** Smallest severity to find: 1 % of the loop's time; measured with 5 % of it. */
export const THRESHOLD = 0.01;
export const BUDGET = 0.05;

export const emptyHistory = (): SearchHistory => ({
  format: 'trimtab-search',
  version: 1,
  ...{ threshold: THRESHOLD, budget: BUDGET, iterations: 0, joined: 0, missing: [], experiments: [], cost: 0 },
  hypotheses: [{ number: 0, parents: [], property: 'time', path: [], ranks: [], state: 'untested' }],
});

const outcomeOf = (state: HypothesisState): SearchOutcome =>
  state === 'true' ? 'true' : state === 'false' || state === 'pruned' ? 'false' : 'untested';

/** Remarks on states other than true, false and untested. */
const REMARKS: Readonly<Partial<Record<HypothesisState, string>>> = {
  testing: 'it is being tested',
  pruned: 'what it refines is false',
  'over budget': 'testing it would cost too much',
};

function remarkOf({ state, note }: Hypothesis): { readonly note?: string } {
  const texts = [REMARKS[state], note].filter((text) => text !== undefined);
  return texts.length === 0 ? {} : { note: texts.join('; ') };
}

/** For the graph of searches, which every page draws alike; `locations` of a focus are ranks. */
export function searchGraphOf({ hypotheses, threshold }: SearchHistory): SearchGraph {
  const order = new Map(hypotheses.map(({ number }, index) => [number, index]));
  return {
    steps: hypotheses.map((hypothesis) => {
      const { parents, property, path, ranks, state, severity, extent, tested } = hypothesis;
      return {
        parents: parents.flatMap((number) => order.get(number) ?? []),
        metric: property,
        focus: { ...(path.length > 0 ? { path } : {}), ...(ranks.length > 0 ? { locations: ranks } : {}) },
        ...present({ iterations: extent }),
        ...(tested === undefined ? {} : { tested: { first: tested.first, last: tested.first + tested.count - 1 } }),
        ...(severity === undefined || outcomeOf(state) === 'untested' ? {} : { value: severity }),
        threshold,
        outcome: outcomeOf(state),
        ...remarkOf(hypothesis),
      };
    }),
  };
}

/** Returns the key that identifies a hypothesis. */
const keyOf = ({ property, path, ranks }: Pick<Hypothesis, 'property' | 'path' | 'ranks'>): string =>
  JSON.stringify([property, path, ranks]);

/** State of a search in progress. */
export class SearchBook {
  private readonly byKey = new Map<string, Hypothesis>();
  constructor(readonly history: SearchHistory) {
    // A test that was interrupted is repeated.
    for (const [index, one] of history.hypotheses.entries())
      if (one.state === 'testing') history.hypotheses[index] = { ...one, state: 'untested', note: undefined };
    for (const one of history.hypotheses) this.byKey.set(keyOf(one), one);
  }

  get root(): Hypothesis {
    return elementAt(this.history.hypotheses, 0);
  }

  get all(): readonly Hypothesis[] {
    return this.history.hypotheses;
  }

  find(about: Pick<Hypothesis, 'property' | 'path' | 'ranks'>): Hypothesis | undefined {
    return this.byKey.get(keyOf(about));
  }

  /** The hypothesis about this, made below `parent` where it is new. */
  below(parent: Hypothesis, about: Pick<Hypothesis, 'property' | 'path' | 'ranks'>): Hypothesis {
    const known = this.find(about);
    if (known !== undefined) return known;
    const made: Hypothesis = { ...about, number: this.all.length, parents: [parent.number], state: 'untested' };
    this.history.hypotheses.push(made);
    this.byKey.set(keyOf(made), made);
    return made;
  }

  /** Sets the result of one. */
  set(
    number: number,
    change: Partial<Omit<Hypothesis, 'number' | 'parents' | 'property' | 'path' | 'ranks'>>,
  ): Hypothesis {
    const changed = { ...elementAt(this.history.hypotheses, number), ...change };
    this.history.hypotheses[number] = changed;
    this.byKey.set(keyOf(changed), changed);
    return changed;
  }

  childrenOf(number: number): Hypothesis[] {
    return this.all.filter(({ parents }) => parents.includes(number));
  }
}
