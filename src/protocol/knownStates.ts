/** Client-side store of answers that are requested repeatedly, of which the engine sends only the changes. */
import type { Requests } from './messages.js';
import { changedBy } from './pages/delta.js';
import { type RequestMethod, type RequestSender, send } from './requests.js';
import { type StateAnswer, type StateMethod, stateMethods } from './states.js';

interface Known<State> {
  readonly number: number;
  readonly state: State;
}

/** The answers to one question, asked one after the other. */
class Asked<M extends StateMethod, Token> {
  private known: Known<Requests[M]['result']> | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly connection: RequestSender<Token>,
    private readonly method: M,
    private readonly params: unknown,
  ) {}

  /** Of two questions at once the second waits: its answer changes the first one's. */
  next(token?: Token): Promise<Requests[M]['result']> {
    const answer = this.last.then(() => this.ask(token));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async ask(token: Token | undefined): Promise<Requests[M]['result']> {
    const { known, method, params } = this;
    const have = known?.number ?? null;
    const question: Requests['trimtab/changes']['params'] = { of: method, params, have };
    const answer = await this.connection.sendRequest<StateAnswer<Requests[M]['result']>>(
      'trimtab/changes',
      question,
      token,
    );
    const state =
      'whole' in answer ? answer.whole : known === undefined ? undefined : changedBy(known.state, answer.delta);
    if (state === undefined) throw new Error(`${method}: the engine sent a change of an answer that it never sent.`);
    this.known = { number: answer.number, state };
    return state;
  }
}

type Questions<Token> = { readonly [M in StateMethod]: Map<string, Asked<M, Token>> };

/** How many questions of one kind are remembered, such as trends of several measures. */
const MOST = 8;

/** Asks an engine, and keeps the answers that may be asked for again. */
export class KnownStates<Token> {
  private questions: Questions<Token> = noQuestions();

  constructor(private readonly connection: RequestSender<Token>) {}

  /** As `send`, for every request. */
  request<M extends RequestMethod>(
    method: M,
    params: Requests[M]['params'],
    token?: Token,
  ): Promise<Requests[M]['result']> {
    return isStateMethod(method) ? this.ask(method, params, token) : send(this.connection, method, params, token);
  }

  /** To be called when another engine answers: its numbers are others. */
  forget(): void {
    this.questions = noQuestions();
  }

  private ask<M extends StateMethod>(
    method: M,
    params: unknown,
    token: Token | undefined,
  ): Promise<Requests[M]['result']> {
    const asked = this.questions[method];
    const key = JSON.stringify(params);
    const question = asked.get(key) ?? new Asked<M, Token>(this.connection, method, params);
    // The one asked last is forgotten last.
    asked.delete(key);
    asked.set(key, question);
    for (const old of asked.keys()) {
      if (asked.size <= MOST) break;
      asked.delete(old);
    }
    return question.next(token);
  }
}

function isStateMethod<M extends RequestMethod>(method: M): method is M & StateMethod {
  return stateMethods.some((known) => known === method);
}

function noQuestions<Token>(): Questions<Token> {
  return {
    'trimtab/listExperiments': new Map(),
    'trimtab/findings': new Map(),
    'trimtab/shownOnLines': new Map(),
    'trimtab/history': new Map(),
    'trimtab/trend': new Map(),
    'trimtab/workflows': new Map(),
    'trimtab/workflowRuns': new Map(),
    'trimtab/listTargets': new Map(),
    'trimtab/compare': new Map(),
    'trimtab/scalability': new Map(),
  };
}
