import { present } from '../../base/present.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { Finding, FindingPart, FindingsReport } from '../../model/findings/findings.js';
import type { PropertyCatalog } from '../../properties/index.js';
import { MEMORY_IMBALANCE, type MemoryReport, listedMemoryImbalance } from '../../model/findings/memory.js';
import { shownDynamics } from './dynamics.js';
import type { ShownFinding, ShownMemory, ShownPart, ShownReport } from '../../protocol/report.js';

/** How many locations of a finding are shown. */
const LOCATIONS = 16;
/** How many causes of a finding are shown. */
const CAUSES = 3;
/** How many processes are shown with what they held. */
const PROCESSES = 8;
/** How many metrics that are no times are shown, and functions of each. */
const METRICS = 32;
const ROWS = 12;
/** How many entities are shown. */
const ENTITIES = 100;

/**
 * Returns a report, as views receive it.
 * @param properties name the page about each property
 * @param dynamics how it changes by iteration, or why that cannot be read
 */
export function shownReport(
  report: FindingsReport,
  properties: PropertyCatalog,
  dynamics?: DynamicsReport | string,
): ShownReport {
  const { program, measurement, span, totalTime, events, processes, locations, entities, doubts, problems } = report;
  const { efficiency, main } = report;
  const memory = report.memory === undefined ? undefined : shownMemory(report.memory, properties);
  return {
    program,
    span,
    totalTime,
    events,
    processes,
    locations,
    problems,
    ...present({ measurement, main, doubts }),
    ...(entities === undefined ? {} : { entities: entities.slice(0, ENTITIES) }),
    ...present({ efficiency, memory }),
    ...(dynamics === undefined ? {} : { dynamics: shownDynamics(dynamics, report, properties) }),
    ...shownOtherMetrics(report),
    findings: report.findings.map((finding) => shownFinding(finding, properties)),
  };
}

function shownOtherMetrics({ counters = [], beside }: FindingsReport): Pick<ShownReport, 'counters' | 'beside'> {
  const { quantities = [], ranges = [], events = [], groups = [], slices = [], moments = [] } = beside ?? {};
  const all = [...counters, ...quantities]
    .slice(0, METRICS)
    .map(({ functions, ...counter }) => ({ ...counter, functions: functions.slice(0, ROWS) }));
  const shown = {
    ranges: ranges.map(({ functions, ...range }) => ({ ...range, functions: functions.slice(0, ROWS) })),
    events: events.slice(0, ENTITIES),
    groups,
    slices: slices.slice(0, ENTITIES),
    moments,
  };
  return {
    ...(all.length === 0 ? {} : { counters: all }),
    ...(beside === undefined ? {} : { beside: shown }),
  };
}

function shownFinding(finding: Finding, properties: PropertyCatalog): ShownFinding {
  const { kind, property, title, unit, callPath, place, seconds, severity, confidence, explanation, advice } = finding;
  const { gain } = finding;
  const hidden = finding.locations.slice(LOCATIONS);
  return {
    property,
    page: properties.pageOf(property),
    title,
    callPath,
    seconds,
    severity,
    confidence,
    explanation,
    advice,
    locations: finding.locations.slice(0, LOCATIONS),
    ...present({ kind, unit, place, gain }),
    ...(hidden.length === 0
      ? {}
      : { more: { locations: hidden.length, seconds: hidden.reduce((sum, share) => sum + share.seconds, 0) } }),
    ...(finding.parts === undefined ? {} : { parts: finding.parts.map((part) => shownPart(part, properties)) }),
    ...(finding.rootCauses === undefined ? {} : { rootCauses: finding.rootCauses.slice(0, CAUSES) }),
  };
}

/** Undefined where memory is spread evenly. */
function shownMemory(memory: MemoryReport, properties: PropertyCatalog): ShownMemory | undefined {
  const property = properties.ofProcess(MEMORY_IMBALANCE);
  const imbalance = listedMemoryImbalance(memory);
  if (property === undefined || imbalance === undefined) return undefined;
  const { name, title, explanation, advice } = property;
  const { mean, measured } = memory;
  const processes = memory.processes.slice(0, PROCESSES);
  return {
    property: name,
    page: properties.pageOf(name),
    title,
    explanation,
    advice,
    imbalance,
    processes,
    mean,
    measured,
  };
}

function shownPart(part: FindingPart, properties: PropertyCatalog): ShownPart {
  return { ...part, page: properties.pageOf(part.property) };
}
