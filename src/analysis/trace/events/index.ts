export { EventTrace, type EventTraceOptions } from './eventTrace.js';
export type { EventType } from './store/eventTypes.js';
export type { Place } from './places.js';
export type { TraceEvent } from './traceEvent.js';
