import { randomInt } from 'node:crypto';
import type { RequestHandlers } from '../../protocol/requests.js';
import { deltaOf } from '../../protocol/pages/delta.js';
import type { StateAnswer, StateMethod } from '../../protocol/states.js';
import type { RequestContext } from './dispatch.js';
import { checkParameters } from './parameters.js';

type Handlers = RequestHandlers<RequestContext>;

interface Sent {
  readonly number: number;
  /** A copy through JSON, as the client has it. */
  readonly state: unknown;
}

/** The number of answers that are remembered; older ones are sent whole again. */
const MOST = 24;

/** Remembers the states that the client has, to send only changes. */
export class AnnouncedStates {
  private readonly sent = new Map<string, Sent>();
  /** A random start in each engine: states of one engine are no base for changes of another. */
  private number = randomInt(2 ** 40);

  /** @param have the number of the answer that the client has; null for none */
  answer(question: string, have: number | null, answer: unknown): StateAnswer<unknown> {
    const state: unknown = JSON.parse(JSON.stringify(answer));
    const before = this.sent.get(question);
    const number = ++this.number;
    this.sent.delete(question);
    this.sent.set(question, { number, state });
    for (const old of this.sent.keys()) {
      if (this.sent.size <= MOST) break;
      this.sent.delete(old);
    }
    return before?.number === have ? { number, delta: deltaOf(before.state, state) } : { number, whole: state };
  }
}

/** Answers requests for states with the changes since the last answer. */
export function changesHandler(handlers: Pick<Handlers, StateMethod>): Pick<Handlers, 'trimtab/changes'> {
  const sent = new AnnouncedStates();
  return {
    'trimtab/changes': async ({ of, params, have }, context) =>
      sent.answer(JSON.stringify([of, params]), have, await ask(handlers, of, params, context)),
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
