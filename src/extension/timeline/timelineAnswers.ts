/** What the timeline asks, from queries of the experiment: numbers as they are, calls and waits in words. */
import { duration } from '../../base/text.js';
import { namesOf, RunNames, type ToldWait, type Wait } from '../../pictures/timeline/told.js';
import type { TimelineQuestions } from '../../protocol/pages/timeline.js';
import type { Engine } from '../client/engine.js';
import type { Answerers } from '../pages/questions.js';

/** Callers that are told of a call. */
const MOST_CALLERS = 3;

export function timelineAnswers(engine: Pick<Engine, 'query'>): Answerers<TimelineQuestions> {
  const runs = new KnownRuns(engine);
  const placeOf = async (experiment: string, node: number | undefined) =>
    node === undefined ? undefined : (await engine.query(experiment, 'nodePlace', { node })).head.place;
  const told = async (experiment: string, names: RunNames, wait: Wait): Promise<ToldWait> => {
    const [own, cause] = await Promise.all([placeOf(experiment, wait.node), placeOf(experiment, wait.late?.node)]);
    return names.told(wait, { own, cause });
  };
  return {
    timeline: ({ experiment, ask }, signal) => engine.query(experiment, 'timeline', ask, signal),
    tiles: ({ experiment, ask }, signal) => engine.query(experiment, 'tiles', ask, signal),
    marks: ({ experiment, ask }, signal) => engine.query(experiment, 'marks', ask, signal),
    functions: async ({ experiment }) => {
      const { names, callPaths } = await runs.of(experiment);
      const encoder = new TextEncoder();
      const told = Array.from({ length: callPaths }, (_, node) => encoder.encode(names.functionOf(node)));
      const name = new Uint8Array(told.reduce((sum, { length }) => sum + length, 0));
      const end = new Uint32Array(told.length);
      let at = 0;
      for (const [node, bytes] of told.entries()) {
        name.set(bytes, at);
        end[node] = at += bytes.length;
      }
      return { head: {}, columns: { name, end } };
    },
    worst: async ({ experiment, ask }, signal) => {
      const { wait } = (await engine.query(experiment, 'worst', ask, signal)).head;
      const { names } = await runs.of(experiment);
      return { head: wait === undefined ? {} : { wait: await told(experiment, names, wait) }, columns: {} };
    },
    at: async ({ experiment, ask }, signal) => {
      const { head, columns } = await engine.query(experiment, 'at', ask, signal);
      const { names } = await runs.of(experiment);
      const calls = [...columns.node].reverse();
      const [inner, ...callers] = calls.slice(0, MOST_CALLERS + 1).map((node) => names.functionOf(node));
      const [node] = calls;
      const place = await placeOf(experiment, node);
      const wait = head.wait === undefined ? undefined : await told(experiment, names, head.wait);
      const doing =
        inner === undefined ? 'outside of all calls' : ['in', inner, ...callers.map((name) => `← ${name}`)].join(' ');
      const sentence = [
        `${names.who(ask.location)} at ${duration(ask.time)}: ${doing}`,
        ...(head.isOnPath ? ['on the critical path'] : []),
        ...(wait === undefined ? [] : [wait.sentence]),
        ...(head.inexact === undefined ? [] : [head.inexact]),
      ].join('; ');
      return {
        head: { sentence, ...(wait === undefined ? {} : { wait }), ...(place === undefined ? {} : { place }) },
        columns: {},
      };
    },
  };
}

interface KnownRun {
  readonly names: RunNames;
  readonly callPaths: number;
}

/** What the numbers of experiments stand for: those asked about last. */
class KnownRuns {
  private readonly known = new Map<string, Promise<KnownRun>>();

  constructor(private readonly engine: Pick<Engine, 'query'>) {}

  of(experiment: string): Promise<KnownRun> {
    const known = this.known.get(experiment) ?? this.ask(experiment);
    this.known.delete(experiment);
    this.known.set(experiment, known);
    // One that failed is asked for again.
    known.catch(() => this.known.delete(experiment));
    for (const old of [...this.known.keys()].slice(0, -2)) this.known.delete(old);
    return known;
  }

  private async ask(experiment: string): Promise<KnownRun> {
    const [definitions, tree, timeline] = await Promise.all([
      this.engine.query(experiment, 'definitions', {}),
      this.engine.query(experiment, 'callTree', {}),
      this.engine.query(experiment, 'timeline', {}),
    ]);
    const { metrics, callPaths, definitions: lists } = definitions.head;
    const { columns } = timeline;
    const names = new RunNames({
      ...{ metrics, regions: lists.regions, region: tree.columns.region },
      ...{ locations: columns.location, names: namesOf(columns) },
    });
    return { names, callPaths };
  }
}
