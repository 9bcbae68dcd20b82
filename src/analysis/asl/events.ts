/** The enhanced event model as patterns of properties see it. */
import { elementAt } from '../../base/elements.js';
import { type Column, manyFrom, type Table } from '../../asl/data.js';
import { type AslEvents, type EventClass, isEventClass } from '../../asl/events.js';
import type { CallTree } from '../../model/callTree.js';
import type { Region } from '../../model/definitions.js';
import type { EventTrace, EventType, TraceEvent } from '../trace/events/index.js';

/** Views of events that are kept: those of a block and of what it points to. */
const MOST_KEPT = 8192;

type Attribute = (event: TraceEvent) => number | undefined;
type Relation = (event: TraceEvent) => readonly TraceEvent[];

/** @param callTree that call paths are told in; `trace` must be of the same run */
export function aslEvents(trace: EventTrace, callTree: CallTree): AslEvents {
  const kept = new Map<number, TraceEvent>();
  const eventAt = (index: number): TraceEvent => {
    const known = kept.get(index);
    if (known !== undefined) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const event = trace.event(index);
    kept.set(index, event);
    return event;
  };
  const rowOf = rowsOfPaths(trace, callTree);
  const paths = new Map<number, number>();
  return {
    *roots(types) {
      for (const event of trace.events(...typesOf(types))) {
        kept.set(event.index, event);
        if (isEventClass(event.type)) yield { index: event.index, type: event.type };
      }
    },
    table: eventTable(trace, eventAt),
    visitOf: (index) => {
      const visit = Number.isNaN(index) ? undefined : visitOf(eventAt(index));
      if (visit === undefined) return NaN;
      // While the event is new, its way up the stack is at hand.
      if (!paths.has(visit)) paths.set(visit, rowOf(eventAt(visit)));
      return visit;
    },
    locationOf: (index) => (Number.isNaN(index) ? NaN : eventAt(index).location),
    pathOf: (visit) => paths.get(visit) ?? NaN,
  };
}

function typesOf(types: ReadonlySet<EventClass>): EventType[] {
  return [...types].filter((type) => type !== 'Event');
}

/** The first event that visited the call path in which an event happened; of an Enter the one that it enters. */
function visitOf(event: TraceEvent): number | undefined {
  return (event.type === 'Enter' ? event : event.enterptr)?.cnodeptr?.index;
}

function eventTable(trace: EventTrace, eventAt: (index: number) => TraceEvent): Table {
  const regions = new Map<Region, number>(trace.definitions.regions.map((region, index) => [region, index]));
  const region: Attribute = ({ region: entered }) => (entered === undefined ? undefined : regions.get(entered));
  const attributes: Readonly<Record<string, Attribute | undefined>> = {
    time: ({ time }) => time,
    timestamp: ({ time }) => time,
    location: ({ location }) => location,
    process_id: ({ location }) => location,
    region,
    reg: region,
    enterptr: (event) => event.enterptr?.index,
    callerptr: (event) => event.callerptr?.index,
    cnodeptr: (event) => event.cnodeptr?.index,
    cedgeptr: (event) => event.cedgeptr?.index,
    sendptr: (event) => event.sendptr?.index,
    lockptr: (event) => event.lockptr?.index,
    requestptr: (event) => event.requestptr?.index,
    len: ({ len }) => len,
    tag: ({ tag }) => tag,
    sent: ({ sent }) => sent,
    recvd: ({ recvd }) => recvd,
    lock: ({ lock }) => lock,
  };
  const relations: Readonly<Record<string, Relation | undefined>> = {
    Rs: ({ location, index }) => trace.regionStack(location, index),
    mpicoll: (event) => trace.mpicoll(event),
    ompcoll: (event) => trace.ompcoll(event),
  };
  return {
    rows: 0,
    member: (name, rows): Column | undefined => {
      const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
      if (attribute !== undefined)
        return rows.map((index) => (Number.isNaN(index) ? NaN : (attribute(eventAt(index)) ?? NaN)));
      const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
      if (relation === undefined) return undefined;
      return manyFrom(
        Array.from(rows, (index) => (Number.isNaN(index) ? [] : relation(eventAt(index)).map((event) => event.index))),
      );
    },
  };
}

/** Finds the row of the call path that an Enter enters: the model and the tree have the same steps. */
function rowsOfPaths(trace: EventTrace, { size, parent, region, site }: CallTree): (enter: TraceEvent) => number {
  const { regions, sourceCodeLocations } = trace.definitions;
  const regionNumbers = new Map(regions.map((each, index) => [each, index]));
  const siteNumbers = new Map(sourceCodeLocations.map((each, index) => [each, index + 1]));
  const key = (above: number, of: number, at: number): string => `${above}/${of}/${at}`;
  const known = new Map<string, number>();
  for (let node = 0; node < size; node++)
    known.set(key(elementAt(parent, node), elementAt(region, node), elementAt(site, node)), node);
  return (enter) => {
    let row = -1;
    for (const { region: entered, csite } of trace.callPath(enter)) {
      const of = entered === undefined ? undefined : regionNumbers.get(entered);
      const at = csite === undefined ? 0 : (siteNumbers.get(csite) ?? 0);
      const found = of === undefined ? undefined : known.get(key(row, of, at));
      if (found === undefined) return NaN;
      row = found;
    }
    return row < 0 ? NaN : row;
  };
}
