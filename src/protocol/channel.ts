/**
 * Private channel next to the Language Server Protocol: a socket over which queries are answered in frames. Only this
 * user can reach it: a path in a folder with restricted access, or a named pipe on Windows. A client identifies itself
 * with the token that `trimtab/openChannel` returned; the engine disconnects all others.
 */
import * as v from 'valibot';

/** Address on which the engine listens, and the token that a client sends first. */
export interface ChannelAddress {
  readonly path: string;
  readonly token: string;
}

const id = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Message of a client: the head of a frame without columns. */
export const channelRequest = v.variant('kind', [
  v.object({ kind: v.literal('hello'), token: v.string() }),
  /** `ask` conforms to the declaration of the query. */
  v.object({ kind: v.literal('ask'), id, experiment: v.string(), query: v.string(), ask: v.unknown() }),
  /**
   * The client no longer waits for the answer. The request is answered as cancelled unless its answer is already on its
   * way.
   */
  v.object({ kind: v.literal('cancel'), id }),
]);
export type ChannelRequest = v.InferOutput<typeof channelRequest>;

/** Message of the engine: each question is answered once; the columns of its answer are those of the frame. */
export const channelReply = v.variant('kind', [
  v.object({ kind: v.literal('answer'), id, head: v.unknown() }),
  /** Like an error of JSON-RPC; errors.ts lists the codes. */
  v.object({ kind: v.literal('failure'), id, code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
]);
export type ChannelReply = v.InferOutput<typeof channelReply>;

/** Bytes of a frame that a client sends at most. */
export const LARGEST_QUESTION = 8 << 20;
/** Bytes of the columns of one answer at most. */
export const LARGEST_ANSWER = 64 << 20;
/** Maximum size in bytes of a frame sent by the engine: the columns and the other data of the reply. */
export const LARGEST_REPLY = LARGEST_ANSWER + (64 << 20);
