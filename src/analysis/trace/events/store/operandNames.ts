import { EventKind, OPERANDS } from '../../../../model/events.js';

const byKindName: Readonly<Record<string, readonly string[] | undefined>> = OPERANDS;

/** Names of the operands of each EventKind that has some, in their order. */
export const operandNames: ReadonlyMap<number, readonly string[]> = new Map(
  Object.entries(EventKind).map(([name, kind]) => [kind, byKindName[name] ?? []]),
);
