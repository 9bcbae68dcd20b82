/** Messages between threads: a copy is made of each, which fails at run time where it holds a function. */
import type { MessagePort } from 'node:worker_threads';

type Columns =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;
type Leaf = undefined | null | string | number | bigint | boolean | ArrayBufferLike | Columns | MessagePort;

/** A type whose values contain no functions, at any depth: `never` replaces them. */
export type Sendable<T> = T extends Leaf
  ? T
  : T extends (...words: never[]) => unknown
    ? never
    : T extends ReadonlyMap<infer Key, infer Value>
      ? ReadonlyMap<Sendable<Key>, Sendable<Value>>
      : T extends ReadonlySet<infer Value>
        ? ReadonlySet<Sendable<Value>>
        : { readonly [Name in keyof T]: Sendable<T[Name]> };

/** The end of a channel between threads. */
interface Port<Transferred> {
  postMessage(message: unknown, transferred?: readonly Transferred[]): void;
}

/**
 * Sends a message to another thread. The compiler rejects messages that contain functions.
 * @param port nothing is sent without one, as on the main thread
 * @param transferred whose memory changes hands instead of being copied
 */
export function send<Message, Transferred>(
  port: Port<Transferred> | null,
  message: Message & Sendable<Message>,
  transferred: readonly Transferred[] = [],
): void {
  port?.postMessage(message, transferred);
}
