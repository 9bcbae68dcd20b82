/** The enhanced event model as patterns of properties see it. */
import { elementAt } from '../../base/elements.js';
import { type Column, isMany, manyFrom, type Table, type Texts } from '../../asl/data.js';
import { type AslEvents, type EventClass, isEventClass } from '../../asl/events.js';
import type { CallTree } from '../../model/callTree.js';
import type { Region } from '../../model/definitions.js';
import { CollectiveOperation } from '../../model/events.js';
import type { EventTrace, EventType, TraceEvent } from '../trace/events/index.js';
import { MESSAGE_EVENTS, Messages } from './messages.js';
import { mpiName, Operation, operationOf } from '../trace/metrics/operations.js';

/** Views of events that are kept: those of a block and of what it points to. */
const MOST_KEPT = 8192;
/** So many receives know those that their call completed before them: of calls that were looked at long ago none do. */
const MOST_CHAINED = 65_536;

type Attribute = (event: TraceEvent) => number | undefined;
type Relation = (event: TraceEvent) => readonly TraceEvent[];

/**
 * @param callTree call tree of the reported call paths; `trace` must be of the same run; @param texts that the run's
 * names are in
 */
export function aslEvents(trace: EventTrace, callTree: CallTree, texts: Texts): AslEvents {
  const kept = new Map<number, TraceEvent>();
  const messages = new Messages();
  const eventAt = (index: number): TraceEvent => {
    const known = messages.event(index) ?? kept.get(index);
    if (known !== undefined) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const event = trace.event(index);
    kept.set(index, event);
    return event;
  };
  const rowOf = rowsOfPaths(trace, callTree);
  /** An event, or the one that entered the region in which it happened where that is held. */
  const entered = (index: number): TraceEvent => {
    const enter = messages.pointer(index, 'enterptr');
    return eventAt(enter ?? index);
  };
  const paths = new Map<number, number>();
  const chain = new ReceiveChain();
  return {
    *roots(types) {
      const isWanted = new Set<string>(types);
      for (const event of trace.events(...typesOf(types))) {
        const { index, type } = event;
        if (isWanted.has(type) || isWanted.has('Event')) kept.set(index, event);
        if (isWanted.has('Event')) yield { index, type: 'Event' };
        if (isWanted.has(type) && isEventClass(type)) {
          if (type === 'Receive') chain.add(event);
          yield { index, type };
        }
        if (!isWanted.has('Message')) continue;
        for (const message of messages.take(event)) yield { index: message.index, type: 'Message' };
      }
    },
    table: eventTable(trace, eventAt, texts, { chain, messages }),
    visitOf: (index) => {
      const visit = Number.isNaN(index) ? undefined : visitOf(entered(index));
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
  if (types.has('Event')) return [];
  const recorded = [...types].flatMap((type) => (type === 'Event' || type === 'Message' ? [] : [type]));
  return types.has('Message') ? [...new Set([...recorded, ...MESSAGE_EVENTS])] : recorded;
}

/** The first event that visited the call path in which an event happened; of an Enter the one that it enters. */
function visitOf(event: TraceEvent): number | undefined {
  return (event.type === 'Enter' ? event : event.enterptr)?.cnodeptr?.index;
}

/** Chain of receives that were completed by one call, such as MPI_Waitall, in their order. */
class ReceiveChain {
  /** The receive that its call completed just before. */
  private readonly before = new Map<number, number>();
  private readonly last = new Map<number, { readonly call: number; readonly receive: number }>();

  add({ index, location, enterptr }: TraceEvent): void {
    if (enterptr === undefined) return;
    const last = this.last.get(location);
    this.last.set(location, { call: enterptr.index, receive: index });
    if (last?.call !== enterptr.index) return;
    this.before.set(index, last.receive);
    if (this.before.size <= MOST_CHAINED) return;
    for (const oldest of this.before.keys()) {
      this.before.delete(oldest);
      break;
    }
  }

  earlier(receive: number): number[] {
    const found: number[] = [];
    for (let at = this.before.get(receive); at !== undefined; at = this.before.get(at)) found.push(at);
    return found;
  }
}

const OPERATION_NAMES = new Map<number, string>(
  Object.entries(CollectiveOperation).map(([name, value]) => [value, name]),
);
const CALL_NAMES = new Map<number, string>(Object.entries(Operation).map(([name, value]) => [value, name]));

/** The kinds of calls of MPI as texts. */
function callNames(texts: Texts): { text: (name: string | undefined) => number | undefined; call: Attribute } {
  const text = (name: string | undefined): number | undefined => (name === undefined ? undefined : texts.number(name));
  const calls = new Map<Region, number | undefined>();
  const call: Attribute = (event) => {
    const of = event.type === 'Enter' ? event.region : event.enterptr?.region;
    if (of === undefined) return undefined;
    if (!calls.has(of)) calls.set(of, text(CALL_NAMES.get(operationOf(mpiName(of.name) ?? ''))));
    return calls.get(of);
  };
  return { text, call };
}

/** Returns the single-valued attributes of an event. */
function attributesOf(
  trace: EventTrace,
  texts: Texts,
  messages: Messages,
): Readonly<Record<string, Attribute | undefined>> {
  const regions = new Map<Region, number>(trace.definitions.regions.map((region, index) => [region, index]));
  const region: Attribute = ({ region: entered }) => (entered === undefined ? undefined : regions.get(entered));
  const { text, call } = callNames(texts);
  return {
    time: ({ time }) => time,
    type: ({ type }) => text(type),
    timestamp: ({ time }) => time,
    location: ({ location }) => location,
    process_id: ({ location }) => location,
    region,
    reg: region,
    enterptr: (event) => messages.pointer(event.index, 'enterptr') ?? event.enterptr?.index,
    callerptr: (event) => event.callerptr?.index,
    cnodeptr: (event) => event.cnodeptr?.index,
    cedgeptr: (event) => event.cedgeptr?.index,
    sendptr: (event) => messages.pointer(event.index, 'sendptr') ?? event.sendptr?.index,
    lockptr: (event) => event.lockptr?.index,
    requestptr: (event) => event.requestptr?.index,
    len: ({ len }) => len,
    tag: ({ tag }) => tag,
    sent: ({ sent }) => sent,
    recvd: ({ recvd }) => recvd,
    lock: ({ lock }) => lock,
    call,
    operation: (event) => text(OPERATION_NAMES.get(event.operand('operation') ?? NaN)),
    rootptr: (event) => trace.mpicoll(event)[event.root ?? NaN]?.index,
    postptr: (event) => {
      const known = messages.pointer(event.index, 'postptr');
      if (known !== undefined || event.type !== 'Receive') return known;
      return (event.requestptr?.enterptr ?? event.enterptr)?.index;
    },
    completeptr: ({ index }) => messages.completing(index)?.enter,
    until: ({ index }) => messages.completing(index)?.until,
  };
}

function eventTable(
  trace: EventTrace,
  eventAt: (index: number) => TraceEvent,
  texts: Texts,
  { chain, messages }: { readonly chain: ReceiveChain; readonly messages: Messages },
): Table {
  const attributes = attributesOf(trace, texts, messages);
  const relations: Readonly<Record<string, Relation | undefined>> = {
    Rs: ({ location, index }) => trace.regionStack(location, index),
    mpicoll: (event) => trace.mpicoll(event),
    ompcoll: (event) => trace.ompcoll(event),
  };
  return {
    rows: 0,
    relation: (name, [enters, afters]) => {
      if (name === 'PRED' && enters !== undefined && !isMany(enters))
        return enters.map((index) => (index > 0 ? index - 1 : NaN));
      if (name !== 'isOpen' || enters === undefined || afters === undefined || isMany(enters) || isMany(afters))
        return undefined;
      return enters.map((enter, at) => {
        const after = afters[at] ?? NaN;
        return Number.isNaN(enter) || Number.isNaN(after) ? NaN : Number(trace.isOpen(eventAt(enter), after));
      });
    },
    member: (name, rows): Column | undefined => {
      const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
      if (attribute !== undefined)
        return rows.map((index) => (Number.isNaN(index) ? NaN : (attribute(eventAt(index)) ?? NaN)));
      if (name === 'earlier') return manyFrom(Array.from(rows, (index) => chain.earlier(index)));
      if (name === 'received') return manyFrom(Array.from(rows, (index) => messages.received(index)));
      if (name === 'before') return manyFrom(Array.from(rows, (index) => messages.before(index)));
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
