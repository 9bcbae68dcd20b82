import { openRegular } from '../../base/files/index.js';
import { NO_INDEX } from '../../model/definitions.js';
import { TrimtabError } from '../../base/problem.js';
import { placesLeftOut } from '../../model/topology.js';
import type { Anchor } from './anchor.js';
import { readAnchor } from './anchor.js';
import { ArchiveFiles, findAnchor } from './archiveFiles.js';
import { readGlobalDefinitions } from './globalDefinitions.js';
import { locationProblems, placeOf } from './eventProblems.js';
import { ContextFactory } from './locationContext.js';
import { counted, ProblemLog } from './problemLog.js';
import type { RawDefinitions } from './rawDefinitions.js';
import { resolveDefinitions } from './resolveDefinitions.js';
import { Otf2Trace } from './otf2Trace.js';

export interface OpenOptions {
  /** Events a batch holds at most; 32768 if not given. */
  readonly batchSize?: number;
}

const BATCH_SIZE = 1 << 15;
/** Locations of a trace. Each takes some 8 kB in the analysis even where nothing happens in it. */
const MOST_LOCATIONS = 1 << 17;

/**
 * Opens an OTF2 archive of version 1.0 to 3.1: reads its anchor and global definitions; events are read on demand.
 * Missing or damaged data that is not essential is listed in the trace's `problems`.
 * @param path the anchor file (`*.otf2`), or a folder with exactly one at its top level
 * @throws TrimtabError when the anchor or the global definitions cannot be read, or define more locations than are
 * analyzed here
 */
export function openArchive(path: string, options: OpenOptions = {}): Otf2Trace {
  const files = new ArchiveFiles(findAnchor(path));
  const anchor = readAnchor(files.anchor);
  const raw = globalDefinitions(files, anchor);
  const { definitions, index, placesLeft } = resolveDefinitions(anchor, raw);
  const log = new ProblemLog(files.anchor, locationProblems);
  tellDefinitionProblems(log, files, anchor, raw);
  if (placesLeft > 0) log.add('information', placesLeftOut(placesLeft));
  const batchSize = Math.max(1, Math.floor(options.batchSize ?? BATCH_SIZE));
  // The raw definitions are not kept: they would double what the model takes.
  const contexts = new ContextFactory(raw, index, definitions.clock);
  return new Otf2Trace({
    files,
    anchor,
    definitions,
    contexts,
    announcedEvents: index.announcedEvents,
    log,
    batchSize,
  });
}

function globalDefinitions(files: ArchiveFiles, anchor: Anchor): RawDefinitions {
  const { definitionChunkSize: chunkSize, compressed } = anchor;
  const path = files.globalDefinitions;
  const raw = readGlobalDefinitions({ path, storage: { chunkSize, compressed }, open: () => openRegular(path) });
  if (raw.locations.size > MOST_LOCATIONS) throw tooManyLocations(files, raw.locations.size);
  const emptyRun = raw.endsEarly === undefined && anchor.locationCount === 0n;
  if (raw.locations.size > 0 || emptyRun) return raw;
  throw new TrimtabError(
    `The definitions ${files.globalDefinitions} of the trace cannot be used: ` +
      `the file ${raw.endsEarly ?? 'defines no location'}; copy the trace again or repeat the measurement.`,
  );
}

function tooManyLocations(files: ArchiveFiles, count: number): TrimtabError {
  return new TrimtabError(
    `The trace ${files.anchor} has ${count} locations (threads and other streams of events), and at most ` +
      `${MOST_LOCATIONS} are read; measure fewer processes.`,
  );
}

function tellDefinitionProblems(log: ProblemLog, files: ArchiveFiles, anchor: Anchor, raw: RawDefinitions): void {
  if (raw.endsEarly !== undefined) {
    log.add(
      'warning',
      `The definitions ${files.globalDefinitions} are cut: the file ${raw.endsEarly}; names and places defined later are missing.`,
    );
  }
  if (raw.damagedRecords > 0) {
    log.add(
      'warning',
      `Skipped ${counted(raw.damagedRecords, 'damaged definition')}; what refers to them has no name.`,
    );
  }
  if (raw.unknownRecords > 0) {
    log.add(
      'information',
      `Skipped ${counted(raw.unknownRecords, 'definition')} of types unknown to OTF2 3.1; the trace was written by OTF2 ${anchor.version}.`,
    );
  }
  if (raw.duplicates > 0) {
    log.add(
      'information',
      `Ignored ${counted(raw.duplicates, 'definition')} with an identifier defined before; the first of each is used.`,
    );
  }
  if (raw.clock === undefined) {
    log.add('warning', 'The trace does not contain the resolution of its clock; one tick is read as one nanosecond.');
  }
  tellMissingFiles(log, files, raw);
  tellUndefinedGroups(log, raw);
}

function tellMissingFiles(log: ProblemLog, files: ArchiveFiles, raw: RawDefinitions): void {
  const someHaveDefinitions = files.hasAnyLocalDefinitions;
  for (const location of raw.locations.values()) {
    const id = location.id.toString();
    const name = raw.strings.get(location.name) ?? '';
    const place = placeOf({ name, id });
    if (location.events > 0n && !files.hasEvents(id)) {
      log.note({ level: 'warning', kind: 'missing events', place, detail: '' });
    } else if (someHaveDefinitions && !files.hasLocalDefinitions(id) && files.hasEvents(id)) {
      log.note({ level: 'warning', kind: 'missing definitions', place, detail: '' });
    }
  }
}

function tellUndefinedGroups(log: ProblemLog, raw: RawDefinitions): void {
  const undefinedGroups = [...raw.locations.values()].filter(
    (location) => location.group !== NO_INDEX && !raw.locationGroups.has(location.group),
  );
  if (undefinedGroups.length === 0) return;
  log.add(
    'information',
    `The processes of ${counted(undefinedGroups.length, 'location')} are not defined; threads are shown without a process.`,
  );
}
