import { randomInt } from 'node:crypto';
import type { RequestHandlers } from '../protocol/requests.js';
import { deltaOf } from '../protocol/pages/delta.js';
import type { StateAnswer, StateMethod } from '../protocol/states.js';
import type { RequestContext } from './dispatch.js';
import { checkParameters } from './parameters.js';

type Handlers = RequestHandlers<RequestContext>;

interface Told {
  readonly number: number;
  /** As the client has it: through JSON, and nothing that goes on changing. */
  readonly state: unknown;
}

/** How many answers are remembered; a client that asks for more is told the whole of them. */
const MOST = 24;

/** Remembers what the client was told, to tell it what changed. */
export class ToldStates {
  private readonly told = new Map<string, Told>();
  /** Another beginning in each engine: what one engine told is nothing that another can tell changes of. */
  private number = randomInt(2 ** 40);

  /** @param have the number of the answer that the client has; null for none */
  answer(question: string, have: number | null, answer: unknown): StateAnswer<unknown> {
    const state: unknown = JSON.parse(JSON.stringify(answer));
    const before = this.told.get(question);
    const number = ++this.number;
    this.told.delete(question);
    this.told.set(question, { number, state });
    for (const old of this.told.keys()) {
      if (this.told.size <= MOST) break;
      this.told.delete(old);
    }
    return before?.number === have ? { number, delta: deltaOf(before.state, state) } : { number, whole: state };
  }
}

/** Answers any of the requests for states with what changed since the last answer. */
export function changesHandler(handlers: Pick<Handlers, StateMethod>): Pick<Handlers, 'trimtab/changes'> {
  const told = new ToldStates();
  return {
    'trimtab/changes': async ({ of, params, have }, context) =>
      told.answer(JSON.stringify([of, params]), have, await ask(handlers, of, params, context)),
  };
}

function ask<M extends StateMethod>(
  handlers: Pick<Handlers, M>,
  method: M,
  params: unknown,
  context: RequestContext,
): unknown {
  return handlers[method](checkParameters(method, params), context);
}
