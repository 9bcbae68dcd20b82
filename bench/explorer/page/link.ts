/** VS Code's interface for a page, over HTTP: its messages to the extension, and the answers with columns in bytes. */

export interface Traffic {
  /** Questions that wait for their answers. */
  pending: number;
  /** Bytes of all answers. */
  bytes: number;
  /** Milliseconds from each question to its answer, by its name; of those that were waited for. */
  readonly latencies: Record<string, number[]>;
  /** Sentences that came in the place of answers. */
  readonly failures: string[];
}

interface Described {
  readonly name: string;
  readonly bytes: number;
  readonly isSigned: boolean;
  readonly length: number;
}

interface Head {
  readonly message: { readonly kind: string; readonly sentence?: string };
  readonly columns: readonly Described[];
}

interface Said {
  readonly kind: string;
  readonly number?: number;
  readonly question?: string;
}

const padded = (length: number): number => (length + 7) & ~7;

/** A message of the extension, from the bytes that it is served as. */
function messageOf(buffer: ArrayBuffer): Head['message'] {
  const length = new DataView(buffer).getUint32(0, true);
  const { message, columns } = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length))) as Head;
  let at = 8 + padded(length);
  const read = columns.map(({ name, bytes, isSigned, length: count }) => {
    const Kind = bytes === 8 ? Float64Array : bytes === 1 ? Uint8Array : isSigned ? Int32Array : Uint32Array;
    const column = new Kind(buffer, at, count);
    at += padded(count * bytes);
    return [name, column] as const;
  });
  return message.kind === 'answer' ? { ...message, ...{ columns: Object.fromEntries(read) } } : message;
}

/** @param state the first state of the page */
export function link(page: string, state: unknown, traffic: Traffic): object {
  const tell = (data: unknown): void => void window.dispatchEvent(new MessageEvent('message', { data }));
  /** Browsers keep six requests under way: one that is dropped makes room at once. */
  const asked = new Map<number, AbortController>();
  const send = async (said: Said): Promise<void> => {
    const began = performance.now();
    const { number = -1, question = '' } = said;
    const dropper = new AbortController();
    asked.set(number, dropper);
    traffic.pending = asked.size;
    const buffer = await fetch(`/ask/${page}`, { method: 'POST', body: JSON.stringify(said), signal: dropper.signal })
      .then((response) => response.arrayBuffer())
      .catch((error: unknown) => {
        if (dropper.signal.aborted) return undefined;
        throw error;
      });
    asked.delete(number);
    traffic.pending = asked.size;
    if (buffer === undefined) return;
    traffic.bytes += buffer.byteLength;
    (traffic.latencies[question] ??= []).push(performance.now() - began);
    const message = messageOf(buffer);
    if (message.sentence !== undefined) traffic.failures.push(message.sentence);
    tell(message);
  };
  let kept: unknown;
  return {
    getState: () => kept,
    setState: (next: unknown) => (kept = next),
    postMessage: (said: Said) => {
      if (said.kind === 'ready') tell({ kind: 'state', state, number: 1 });
      if (said.kind === 'drop') asked.get(said.number ?? -1)?.abort();
      if (said.kind === 'ask') void send(said);
    },
  };
}
