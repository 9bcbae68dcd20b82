/**
 * The private channel beside the Language Server Protocol: a socket that only this user can reach (a path in a folder that
 * only they may enter, a named pipe on Windows), over which queries are answered in frames. Who connects says hello with
 * the token that `trimtab/openChannel` gave; whoever does not is cut off.
 */
import * as v from 'valibot';

/** Where the engine listens, and what has to be said first. */
export interface ChannelAddress {
  readonly path: string;
  readonly token: string;
}

const id = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What a client says, as the head of a frame without columns. */
export const channelRequest = v.variant('kind', [
  v.object({ kind: v.literal('hello'), token: v.string() }),
  /** `ask` is what the declaration of the query says. */
  v.object({ kind: v.literal('ask'), id, experiment: v.string(), query: v.string(), ask: v.unknown() }),
  /** Nobody waits for the answer any more; it is answered as cancelled unless it is on its way already. */
  v.object({ kind: v.literal('cancel'), id }),
]);
export type ChannelRequest = v.InferOutput<typeof channelRequest>;

/** What the engine says: each question is answered once, the columns of its answer are those of the frame. */
export const channelReply = v.variant('kind', [
  v.object({ kind: v.literal('answer'), id, head: v.unknown() }),
  /** As an error of JSON-RPC; errors.ts says which codes there are. */
  v.object({ kind: v.literal('failure'), id, code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
]);
export type ChannelReply = v.InferOutput<typeof channelReply>;

/** Bytes of a frame that a client sends at most. */
export const LARGEST_QUESTION = 8 << 20;
/** Bytes of the columns of one answer at most. */
export const LARGEST_ANSWER = 64 << 20;
/** Bytes of a frame that the engine sends at most: columns, and what is said beside them. */
export const LARGEST_REPLY = LARGEST_ANSWER + (64 << 20);
