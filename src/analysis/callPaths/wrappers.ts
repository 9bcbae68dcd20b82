import { elementAt } from '../../base/elements.js';
import type { CallTree } from '../../model/callTree.js';
import { type Definitions, isBetweenCalls } from '../../model/definitions.js';
import { mpiName } from '../trace/metrics/operations.js';

/**
 * Functions of the program that only pass a call on to MPI, such as `hypre_MPI_Allreduce`: nothing but that one MPI
 * function is called in them, and their name contains its name. The line of a finding is that of their caller.
 * @returns 1 by region
 */
export function wrappersOf({ size, parent, region }: CallTree, { regions }: Definitions): Uint8Array {
  const callees = new Map<number, Set<number>>();
  for (let node = 0; node < size; node++) {
    const own = regions.at(elementAt(region, node));
    if (elementAt(parent, node) < 0 || (own !== undefined && isBetweenCalls(own))) continue;
    const caller = elementAt(region, elementAt(parent, node));
    let called = callees.get(caller);
    if (called === undefined) callees.set(caller, (called = new Set()));
    called.add(elementAt(region, node));
  }
  const wrappers = new Uint8Array(regions.length);
  for (const [caller, called] of callees) {
    const [only] = called;
    const operation = only !== undefined && called.size === 1 ? mpiName(regions.at(only)?.name ?? '') : undefined;
    const name = regions.at(caller)?.name ?? '';
    if (operation === undefined || mpiName(name) !== undefined) continue;
    if (letters(withoutParameters(name)).includes(letters(`mpi${operation}`))) wrappers[caller] = 1;
  }
  return wrappers;
}

function withoutParameters(name: string): string {
  return name.replace(/\(.*$/s, '');
}

function letters(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}
