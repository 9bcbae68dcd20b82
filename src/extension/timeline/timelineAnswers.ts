/** Answers to the timeline, from queries of the experiment: numbers unchanged, calls and waits in words. */
import { present } from '../../base/present.js';
import { l10n } from 'vscode';
import { duration } from '../../base/text.js';
import { namesOf, RunNames, type ShownWait, type Wait } from '../../pictures/timeline/waitSentence.js';
import type { TimelineQuestions } from '../../protocol/pages/timeline.js';
import type { Ask, QueryKind } from '../../protocol/queries/index.js';
import type { Engine } from '../client/engine.js';
import type { Answerers } from '../pages/questions.js';

/** Maximum number of listed callers of a call. */
const MOST_CALLERS = 3;

export function timelineAnswers(engine: Pick<Engine, 'query'>): Answerers<TimelineQuestions> {
  const runs = new KnownRuns(engine);
  const placeOf = async (experiment: string, node: number | undefined) =>
    node === undefined ? undefined : (await engine.query(experiment, 'nodePlace', { node })).head.place;
  const told = async (experiment: string, names: RunNames, wait: Wait): Promise<ShownWait> => {
    const [own, cause] = await Promise.all([placeOf(experiment, wait.node), placeOf(experiment, wait.late?.node)]);
    return names.told(wait, { own, cause });
  };
  const same =
    <K extends QueryKind>(kind: K) =>
    ({ experiment, ask }: { readonly experiment: string; readonly ask: Ask<K> }, signal: AbortSignal) =>
      engine.query(experiment, kind, ask, signal);
  return {
    timeline: same('timeline'),
    tiles: same('tiles'),
    marks: same('marks'),
    messageBundles: same('messageBundles'),
    classTimes: same('classTimes'),
    stepMarks: same('stepMarks'),
    functions: same('functions'),
    counterValues: same('counterValues'),
    nextCall: same('nextCall'),
    uncertain: same('uncertain'),
    worst: async ({ experiment, ask }, signal) => {
      const { wait, ...rest } = (await engine.query(experiment, 'worst', ask, signal)).head;
      const names = await runs.of(experiment);
      const named = wait === undefined ? {} : { wait: await told(experiment, names, wait) };
      return { head: { ...rest, ...named }, columns: {} };
    },
    at: async ({ experiment, ask }, signal) => {
      const { head, columns } = await engine.query(experiment, 'at', ask, signal);
      const names = await runs.of(experiment);
      const calls = [...columns.node].reverse();
      const [inner, ...callers] = calls.slice(0, MOST_CALLERS + 1).map((node) => names.functionOf(node));
      const [node] = calls;
      const place = await placeOf(experiment, node);
      const wait = head.wait === undefined ? undefined : await told(experiment, names, head.wait);
      const { step } = head;
      const sentence = [
        l10n.t('{0} at {1}: {2}', names.who(ask.location), duration(head.time), callText(inner, callers)),
        ...(head.isOnPath ? [l10n.t('on the critical path')] : []),
        ...(step === undefined ? [] : [l10n.t('step {0}, {1} after its first', step.step, duration(step.late))]),
        ...(wait === undefined ? [] : [wait.sentence]),
        ...(head.inexact === undefined ? [] : [head.inexact]),
      ].join('; ');
      return {
        head: {
          sentence,
          ...present({ wait, place, node }),
        },
        columns: {},
      };
    },
  };
}

/** A function with its callers, the innermost first. */
function callText(inner: string | undefined, callers: readonly string[]): string {
  if (inner === undefined) return l10n.t('outside of all calls');
  return ['in', inner, ...callers.map((name) => `← ${name}`)].join(' ');
}

/** Definitions that numbers of experiments refer to: those used last. */
class KnownRuns {
  private readonly known = new Map<string, Promise<RunNames>>();

  constructor(private readonly engine: Pick<Engine, 'query'>) {}

  of(experiment: string): Promise<RunNames> {
    const known = this.known.get(experiment) ?? this.ask(experiment);
    this.known.delete(experiment);
    this.known.set(experiment, known);
    // One that failed is asked for again.
    known.catch(() => this.known.delete(experiment));
    for (const old of [...this.known.keys()].slice(0, -2)) this.known.delete(old);
    return known;
  }

  private async ask(experiment: string): Promise<RunNames> {
    const [definitions, tree, timeline] = await Promise.all([
      this.engine.query(experiment, 'definitions', {}),
      this.engine.query(experiment, 'callTree', {}),
      this.engine.query(experiment, 'timeline', {}),
    ]);
    const { metrics, definitions: lists } = definitions.head;
    const { columns } = timeline;
    return new RunNames({
      ...{ metrics, regions: lists.regions, region: tree.columns.region },
      ...{ locations: columns.location, names: namesOf(columns) },
    });
  }
}
