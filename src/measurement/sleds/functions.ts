/**
 * The functions of a program that was built with sleds, and which of them are measured from the start: what the runtime
 * decides when the program starts (`probe/components/functions/switches.c`), read from the file. The layout is that of
 * `probe/format/sleds.h`.
 */
import { present } from '../../base/present.js';
import { type Section, withSections } from '../elf/sections.js';

/** A function of a measured program. */
export interface SledFunction {
  /** As the linker knows it; undefined where the symbols are gone. */
  readonly linkageName?: string;
  /** Its address in the file's memory. */
  readonly address: number;
  readonly instructions: number;
  /** Number of switchable sleds: its entry and its exits. */
  readonly sleds: number;
  readonly reason: MeasuringReason;
}

/** Why a function is measured from the start, or is not. */
export type MeasuringReason = MeasuredReason | UnmeasuredReason;
export type MeasuredReason = 'begins the program' | 'parallel' | 'loop' | 'large' | 'asked for';
export type UnmeasuredReason = 'tiny' | 'excluded' | 'unselected' | 'outlined' | 'system' | 'short';

const FUNCTION_BYTES = 24;
const SLED_BYTES = 12;
const CALL_BYTES = 16;
const FLAGS = { loops: 1, parallel: 2, system: 4, small: 8, leftOut: 16 } as const;
/** XRay's threshold, as in the runtime. */
const MANY_INSTRUCTIONS = 200;

const HASH_START = 14695981039346656037n;
const HASH_PRIME = 1099511628211n;

/** FNV-1a, 64 bits, of the name of a function that other units know. */
export function identityOf(name: string): bigint {
  let hash = HASH_START;
  for (const byte of Buffer.from(name, 'latin1')) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * HASH_PRIME);
  return hash;
}

interface Facts {
  readonly address: number;
  readonly instructions: number;
  readonly flags: number;
  readonly identity: bigint;
}

/** The records of a section, each by what is read at its beginning. */
function* recordsOf(
  section: Section | undefined,
  size: number,
): Generator<{ bytes: Buffer; at: number; address: number }> {
  if (section === undefined) return;
  for (let at = 0; at + size <= section.bytes.length; at += size)
    yield { bytes: section.bytes, at, address: section.address + at };
}

function factsOf(section: Section | undefined): Facts[] {
  return Array.from(recordsOf(section, FUNCTION_BYTES), ({ bytes, at, address }) => ({
    address: address + bytes.readInt32LE(at),
    instructions: bytes.readUInt32LE(at + 4),
    flags: bytes.readUInt32LE(at + 8),
    identity: bytes.readBigUInt64LE(at + 16),
  }));
}

/** The addresses of callers by the identity of what they call. */
function callersOf(section: Section | undefined): Map<bigint, number[]> {
  const callers = new Map<bigint, number[]>();
  for (const { bytes, at, address } of recordsOf(section, CALL_BYTES)) {
    const callee = bytes.readBigUInt64LE(at + 8);
    const known = callers.get(callee) ?? [];
    known.push(address + bytes.readInt32LE(at));
    callers.set(callee, known);
  }
  return callers;
}

/** The addresses of all functions from which MPI or OpenMP is reached by calls that are seen. */
function reaching(functions: readonly Facts[], callers: ReadonlyMap<bigint, readonly number[]>): Set<number> {
  const byAddress = new Map(functions.map((each) => [each.address, each]));
  const reached = new Set<number>();
  const open = functions.filter((each) => (each.flags & FLAGS.parallel) !== 0);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next.address)) continue;
    reached.add(next.address);
    for (const caller of callers.get(next.identity) ?? []) {
      const found = byAddress.get(caller);
      if (found !== undefined) open.push(found);
    }
  }
  return reached;
}

const BEGINNINGS: ReadonlySet<bigint> = new Set([identityOf('main'), identityOf('MAIN__')]);

function reasonOf(facts: Facts, sleds: number, reaches: boolean): MeasuringReason {
  if ((facts.flags & FLAGS.small) !== 0) return 'tiny';
  if ((facts.flags & FLAGS.leftOut) !== 0) return 'excluded';
  if (sleds === 0) return 'outlined';
  if ((facts.flags & FLAGS.system) !== 0) return 'system';
  if (BEGINNINGS.has(facts.identity)) return 'begins the program';
  if (reaches) return 'parallel';
  if ((facts.flags & FLAGS.loops) !== 0) return 'loop';
  return facts.instructions >= MANY_INSTRUCTIONS ? 'large' : 'short';
}

/** Whether a reason is one for measuring. */
export function isMeasured(reason: MeasuringReason): reason is MeasuredReason {
  const reasons: readonly MeasuringReason[] = ['begins the program', 'parallel', 'loop', 'large', 'asked for'];
  return reasons.includes(reason);
}

/**
 * Returns the functions of an executable or a shared library, in the order of their addresses. Calls from other files
 * are unknown here, and may cause a function to be measured in addition.
 * @param path a regular file
 * @returns empty if it was built without sleds; undefined if it is no 64-bit little-endian ELF file
 */
export function sledFunctions(path: string): SledFunction[] | undefined {
  return withSections(path, ({ section, functionNames }) => {
    const functions = factsOf(section('trimtab_functions'));
    const sleds = new Map<number, number>();
    for (const { bytes, at, address } of recordsOf(section('trimtab_sleds'), SLED_BYTES)) {
      const owner = address + 4 + bytes.readInt32LE(at + 4);
      sleds.set(owner, (sleds.get(owner) ?? 0) + 1);
    }
    const reached = reaching(functions, callersOf(section('trimtab_calls')));
    const names = functions.length === 0 ? new Map<number, string>() : functionNames();
    return functions
      .map((facts): SledFunction => {
        const { address, instructions } = facts;
        const count = sleds.get(address) ?? 0;
        const linkageName = names.get(address);
        const reason = reasonOf(facts, count, reached.has(address));
        return { ...present({ linkageName }), address, instructions, sleds: count, reason };
      })
      .sort((left, right) => left.address - right.address);
  });
}
