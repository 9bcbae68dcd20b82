/** Common parts of the connections to a run. */
import { TrimtabError } from '../../base/problem.js';

/** Reply of a run to one request. */
export interface ReportedState {
  /** Its answer, a line without the tag. */
  readonly answer: string;
  /** Reply to `get`, unless it was refused: the lines reported by the ranks. */
  readonly view: string;
}

/** A connection to one run. One request at a time. */
export interface LiveChannel {
  /** @throws TrimtabError when the run does not answer; ChannelLost when the connection is lost */
  exchange(request: string, signal?: AbortSignal): Promise<ReportedState>;
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
 * Returns the answer to a tagged request without its tag; undefined if it belongs to another one.
 * @param tag with the surrounding characters: `@x `
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
