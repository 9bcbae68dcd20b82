/** Contents of an archive according to otf2-print, the reference reader. */
import { execa } from 'execa';
import { join } from 'node:path';
import { elementAt } from '../../src/base/elements.js';

export interface Event {
  readonly kind: string;
  readonly location: string;
  readonly time: bigint;
  /** The record's attributes as printed, without references in angle brackets and names of locations in parentheses. */
  readonly text: string;
  /** The references removed from it, in turn. */
  readonly references: readonly string[];
  /** The line of the call, as FILE:LINE. */
  readonly site?: string;
}

function plain(text: string): string {
  return text
    .replace(/ \("(Master thread|Thread \d+|pool of [^"]*)" <\d+>\)/g, '')
    .replace(/ <\d+>/g, '')
    .trimEnd();
}

/** Runs otf2-print, which must have nothing to complain about. */
async function print(folder: string, ...options: string[]): Promise<string[]> {
  const result = await execa('otf2-print', [...options, join(folder, 'traces.otf2')], { maxBuffer: 1 << 28 });
  if (result.stderr !== '') throw new Error(`otf2-print complains: ${result.stderr}`);
  return result.stdout.split('\n');
}

function withSite(event: Event, attributes: string): Event {
  const site = /"CALL_SITE" <\d+>; SOURCE_CODE_LOCATION; "([^"]*)"/.exec(attributes)?.[1];
  return site === undefined ? event : { ...event, site };
}

/** The events of all locations, or of one, each location's in its order. */
export async function readEvents(folder: string, only?: string): Promise<Map<string, Event[]>> {
  const events = new Map<string, Event[]>();
  let last: Event[] = [];
  for (const line of await print(folder, ...(only === undefined ? [] : ['-L', only]))) {
    const [, kind = '', location = '', time = '0', text = ''] =
      /^([A-Z][A-Z_0-9]*) +(\d+) +(\d+) *(.*)$/.exec(line) ?? [];
    if (kind !== '') {
      last = events.get(location) ?? [];
      events.set(location, last);
      const references = [...text.matchAll(/<(\d+)>/g)].map((match) => elementAt(match, 1));
      last.push({ kind, location, time: BigInt(time), text: plain(text), references });
    } else if (line.includes('ADDITIONAL ATTRIBUTES: ')) {
      const event = last.pop();
      if (event !== undefined) last.push(withSite(event, line));
    }
  }
  return events;
}

/** The global definitions of a kind, as printed. */
export async function readDefinitions(folder: string, kind: string): Promise<string[]> {
  const lines = await print(folder, '-G');
  return lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.replace(/^[A-Z_]+ +/, ''));
}

/** The values of the archive's properties that the measurement writes, by their names. */
export async function readProperties(folder: string): Promise<Map<string, string>> {
  const text = (await print(folder, '-A')).join('\n');
  const found = text.matchAll(/^Property name +TRIMTAB::(\S+)\nProperty value +(.*)$/gm);
  return new Map([...found].map(([, key, value]) => [key ?? '', value ?? '']));
}

/** The name of the region in the text of an ENTER or LEAVE. */
export function regionOf(event: Event): string {
  return /Region: "(.*)"/.exec(event.text)?.[1] ?? '';
}

/** The regions that were entered, in turn. */
export function entered(events: readonly Event[] | undefined): string[] {
  return (events ?? []).filter(({ kind }) => kind === 'ENTER').map(regionOf);
}

/** The events of one MPI call: between its ENTER and its LEAVE, as "KIND text". `nth` counts from 0. */
export function inCall(events: readonly Event[], region: string, nth = 0): string[] {
  const enters = events.flatMap((event, at) => (event.kind === 'ENTER' && regionOf(event) === region ? [at] : []));
  if (nth >= enters.length) return [];
  const from = elementAt(enters, nth);
  const to = events.findIndex((event, at) => at > from && event.kind === 'LEAVE' && regionOf(event) === region);
  return events.slice(from + 1, to).map((event) => `${event.kind} ${event.text}`.trimEnd());
}

/** All calls of a region in turn. */
export function calls(events: readonly Event[], region: string): string[][] {
  const count = events.filter((event) => event.kind === 'ENTER' && regionOf(event) === region).length;
  return Array.from({ length: count }, (_, nth) => inCall(events, region, nth));
}

/** How often each kind of event occurs. */
export function countKinds(events: readonly Event[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of events) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Regions open after the last event, outermost first; throws at a LEAVE that does not match. */
export function openRegions(events: readonly Event[]): string[] {
  const open: string[] = [];
  for (const event of events) {
    if (event.kind === 'ENTER') open.push(regionOf(event));
    if (event.kind === 'LEAVE' && open.pop() !== regionOf(event))
      throw new Error(`LEAVE of ${event.text} does not match`);
  }
  return open;
}

/** Whether times never run backwards. */
export function inOrder(events: readonly Event[]): boolean {
  return events.every((event, at) => at === 0 || event.time >= elementAt(events, at - 1).time);
}
