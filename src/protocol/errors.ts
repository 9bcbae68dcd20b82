/**
 * Contents of `data` in an error response of the engine, in addition to the message. `problem`: the message is one
 * sentence the user can act on. `defect`: the message is two lines that report an internal error of Trimtab.
 */
export type ErrorData = { readonly kind: 'problem'; readonly details?: string } | { readonly kind: 'defect' };

/** Error codes of the engine, all defined by the Language Server Protocol. */
export const ErrorCode = {
  /** The person's input or program is at fault; `data` is a `problem`. */
  requestFailed: -32803,
  /** The client cancelled; not to be shown to the user. */
  requestCancelled: -32800,
  /** The parameters of a request are malformed. */
  invalidParams: -32602,
  /** A defect of Trimtab; `data` is a `defect` and the engine's log holds the stack. */
  internalError: -32603,
} as const;

/** Reads the `data` of an engine's error; undefined where it is not ours. */
export function readErrorData(data: unknown): ErrorData | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined;
  if (data.kind === 'defect') return { kind: 'defect' };
  if (data.kind !== 'problem') return undefined;
  return 'details' in data && typeof data.details === 'string'
    ? { kind: 'problem', details: data.details }
    : { kind: 'problem' };
}
