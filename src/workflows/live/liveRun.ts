/**
 * Connection to a run on a target while it runs: by the socket of its folder if it is reachable, by its loopback port
 * if enabled, by the files of its folder otherwise.
 */
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { type LiveView, parseLiveView } from '../../measurement/live/view.js';
import type { Target } from '../../targets/target.js';
import { ChannelLost, checked, isQuestion, type LiveChannel, type ReportedState } from './channel.js';
import { liveEnds, type LiveEnds } from './ends.js';
import { ABSENT, ENDED, FileChannel } from './fileChannel.js';
import { StreamChannel } from './streamChannel.js';

/** Location of a run's records. */
export interface LivePlace {
  /** Name of the target. */
  readonly target: string;
  /** Folder of the records there. */
  readonly folder: string;
}

/** Answer of a run to a request. */
export type LiveAnswer =
  | { readonly kind: 'done'; readonly iteration: number; readonly note: string }
  | { readonly kind: 'refused'; readonly column: number; readonly why: string };

/** @throws TrimtabError where the answer makes no sense */
function answerIn(line: string): LiveAnswer {
  const [, iteration, note = ''] = /^ok (\d+)(?: (.*))?$/.exec(line) ?? [];
  if (iteration !== undefined) return { kind: 'done', iteration: Number(iteration), note };
  const [, column, why = ''] = /^error (\d+) (.*)$/.exec(line) ?? [];
  if (column !== undefined) return { kind: 'refused', column: Number(column), why };
  throw new TrimtabError(`The run sent an invalid answer: "${line.slice(0, 200)}".`);
}

const NO_PORT = 'its node can be reached through a port only, which "measure: { live: tcp }" opens';

/** A run with a control channel. Requests are sent one after the other. */
export class LiveRun {
  private last: Promise<unknown> = Promise.resolve();
  private channel: LiveChannel | undefined;
  private readonly seen = new Map<string, { readonly number: number; readonly view: LiveView }>();
  private hasAnswered = false;
  private hasReportedWay = false;

  /**
   * @param folder of its records, on the target
   * @param log receives one message with the reason if the connection uses files
   */
  constructor(
    private readonly target: Target,
    readonly folder: string,
    private readonly log: (sentence: string) => void = () => undefined,
  ) {}

  /** Sends a request and returns its outcome. @throws TrimtabError when the run does not answer or has ended */
  async ask(request: string, signal?: AbortSignal): Promise<LiveAnswer> {
    return answerIn((await this.exchange(request, signal)).answer);
  }

  /**
   * Returns the data of its ranks; only changes since the last call are requested. @param request `get flat` or `get
   * tree`, with further words
   */
  async look(request = 'get flat', signal?: AbortSignal): Promise<LiveView> {
    const before = this.seen.get(request);
    const since = before === undefined ? '' : ` since ${before.number}`;
    const { answer, view: text } = await this.exchange(`${request}${since}`, signal);
    const told = answerIn(answer);
    if (told.kind === 'refused')
      throw new TrimtabError(`The run refused the request: ${told.why} (column ${told.column}).`);
    const view = parseLiveView(text, before?.view);
    this.seen.set(request, { number: told.iteration, view });
    return view;
  }

  /** Disconnects from the run, which continues. */
  close(): void {
    this.channel?.close();
    this.channel = undefined;
  }

  private exchange(request: string, signal?: AbortSignal): Promise<ReportedState> {
    const mine = this.last.then(() => this.exchangeNow(checked(request), signal));
    this.last = mine.catch(() => undefined);
    return mine;
  }

  private async exchangeNow(request: string, signal?: AbortSignal): Promise<ReportedState> {
    for (let tries = 0; ; tries++) {
      const channel = (this.channel ??= await this.way(signal));
      try {
        const told = await channel.exchange(request, signal);
        this.hasAnswered = true;
        return told;
      } catch (error) {
        if (error instanceof CancelledError) this.close();
        if (!(error instanceof ChannelLost)) throw error;
        this.close();
        await this.demandRunning(signal);
        if (tries > 0 || !isQuestion(request))
          throw new TrimtabError(
            `The run on ${this.target.name} disconnected before it answered (${error.message}); check whether the request took effect.`,
            { cause: error },
          );
      }
    }
  }

  /** @throws TrimtabError where it does not listen, any more or yet */
  private async demandRunning(signal?: AbortSignal): Promise<LiveEnds> {
    const ends = await liveEnds(this.target, this.folder, signal);
    if (ends.state === 'listens') return ends;
    // A run that received no requests through its files removes them at its end.
    throw new TrimtabError(ends.state === 'ended' || this.hasAnswered ? ENDED : ABSENT);
  }

  /** The best of the ways that there are. */
  private async way(signal?: AbortSignal): Promise<LiveChannel> {
    const ends = await this.demandRunning(signal);
    const reasons: string[] = [];
    const attempt = async (open: () => Promise<LiveChannel>): Promise<LiveChannel | undefined> => {
      try {
        return await open();
      } catch (error) {
        if (!(error instanceof TrimtabError || error instanceof ChannelLost)) throw error;
        reasons.push(error.message.replace(/\.$/, ''));
        return undefined;
      }
    };
    const { hasSocket, port } = ends;
    const found =
      (hasSocket && !this.target.isScheduled ? await attempt(() => this.bySocket(signal)) : undefined) ??
      (port === undefined ? undefined : await attempt(() => this.byPort(port, signal)));
    if (found !== undefined) return found;
    if (reasons.length === 0) reasons.push(this.target.isScheduled ? NO_PORT : 'it has no socket');
    if (!this.hasReportedWay)
      this.log(`The control channel to the run on ${this.target.name} uses files: ${reasons.join('; ')}.`);
    this.hasReportedWay = true;
    return new FileChannel(this.target, this.folder);
  }

  private async bySocket(signal?: AbortSignal): Promise<LiveChannel> {
    const stream = await this.target.connect({ kind: 'socket', path: `${this.folder}/live/socket` }, signal);
    return StreamChannel.over(stream, undefined, signal);
  }

  private async byPort({ listener, token }: NonNullable<LiveEnds['port']>, signal?: AbortSignal): Promise<LiveChannel> {
    return StreamChannel.over(await this.target.connect(listener, signal), token, signal);
  }
}
