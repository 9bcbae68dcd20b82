/** Ways to speak to a run: what they have in common. */
import { TrimtabError } from '../../base/problem.js';

/** What a run says to one request. */
export interface Told {
  /** Its answer, a line without the tag. */
  readonly answer: string;
  /** To `get`, where it was not refused: what the ranks tell, line by line. */
  readonly view: string;
}

/** A way to speak to one run. One request at a time. */
export interface LiveChannel {
  /** @throws TrimtabError when the run does not answer; ChannelLost when the way is there no more */
  exchange(request: string, signal?: AbortSignal): Promise<Told>;
  close(): void;
}

/** The way is gone: whether what was asked came about is not known. */
export class ChannelLost extends Error {
  override readonly name = 'ChannelLost';
}

/** Requests that change nothing, and may be repeated. */
export const isQuestion = (request: string): boolean => request.startsWith('get ');

/** The number of an answer that was not refused; undefined where it was. */
export function numberOf(answer: string): string | undefined {
  return /^ok (\d+)/.exec(answer)?.[1];
}

/**
 * The answer to a tagged request as to the request alone; undefined where it is another one's.
 * @param tag with what stands before and behind it: `@x `
 */
export function untagged(tag: string, line: string): string | undefined {
  if (!line.startsWith(tag)) return undefined;
  return line
    .slice(tag.length)
    .replace(/^error (\d+)/, (_, column) => `error ${Math.max(1, Number(column) - tag.length)}`);
}

/** Longer than any wait of the ranks for each other, in seconds. */
export const ANSWER_PATIENCE = 90;

export const SILENT = 'The run does not answer.';

/** A request is one line. @throws TrimtabError */
export function checked(request: string): string {
  // oxlint-disable-next-line no-control-regex -- what ends a line, and what no request holds
  if (!/[\x00-\x1f\x7f]/.test(request)) return request;
  throw new TrimtabError('A request to a run is one line of text.');
}
