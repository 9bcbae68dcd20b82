import { type OpenFile, UnreadableFile } from '../../base/files/index.js';
import type { Definitions, Location } from '../../model/definitions.js';
import type { EventBatch } from '../../model/events.js';
import { type Problem, type ProblemNote, TrimtabError } from '../../base/problem.js';
import type { EventPlace, Loss, PlacedBatch, SharedTrace } from '../../model/trace.js';
import type { Anchor } from './anchor.js';
import type { ArchiveFiles } from './archiveFiles.js';
import { type ChunkSource, chunksOf } from './chunkSource.js';
import { BatchBuffer } from './eventBatch.js';
import { EventDecoder } from './eventDecoder.js';
import {
  lossesOf,
  tellDecodingProblems,
  tellLocalDefinitionProblem,
  tellUnopened,
  tellWrongCount,
} from './eventProblems.js';
import { streamEvents } from './eventStream.js';
import type { LocalDefinitions } from './localDefinitions.js';
import { NO_LOCAL_DEFINITIONS, readLocalDefinitions } from './localDefinitions.js';
import type { ContextFactory } from './locationContext.js';
import { BEFORE_ALL } from './plausibleTimes.js';
import type { ProblemLog } from './problemLog.js';

/** Parts of an opened archive. */
export interface ArchiveParts {
  readonly files: ArchiveFiles;
  readonly anchor: Anchor;
  readonly definitions: Definitions;
  readonly contexts: ContextFactory;
  /** By location: number of events according to the archive; undefined if the writer did not record it. */
  readonly announcedEvents: readonly (number | undefined)[];
  readonly log: ProblemLog;
  readonly batchSize: number;
}

/** Events between two places at which reading can go on. */
const SEEK_STEP = 4096;

function placeAfter({ filePosition, start }: ChunkSource, decoder: EventDecoder): EventPlace {
  const { events, position, state } = decoder;
  const [now] = state;
  return { events, time: now === BEFORE_ALL ? -Infinity : now, state: [filePosition, position - start, ...state] };
}

/** The memory that one location after the other is read with. */
interface Workspace {
  buffer: Uint8Array;
  readonly batch: BatchBuffer;
}

const newWorkspace = (batchSize: number): Workspace => ({
  buffer: new Uint8Array(0),
  batch: new BatchBuffer(batchSize),
});

/** An opened OTF2 archive. Memory does not grow with its events: buffer and batch are used again and again. */
export class Otf2Trace implements SharedTrace {
  readonly definitions: Definitions;
  private readonly idle: Workspace[] = [];
  private readonly idleSeekers: Workspace[] = [];

  constructor(private readonly parts: ArchiveParts) {
    this.definitions = parts.definitions;
  }

  get problems(): readonly Problem[] {
    return this.parts.log.problems;
  }

  get losses(): ReadonlyMap<number, Loss> {
    return lossesOf(this.parts.log, this.definitions.locations);
  }

  /** Returns and clears the data of `problems` so far, as plain data for another trace opened from the same archive. */
  takeNotes(): ProblemNote[] {
    return this.parts.log.take();
  }

  /** Takes over what was found wrong while the same archive was read elsewhere. */
  addNotes(notes: readonly ProblemNote[]): void {
    for (const note of notes) this.parts.log.note(note);
  }

  *batches(location: number): Generator<EventBatch, void> {
    const defined = this.definitions.locations[location];
    if (defined === undefined) {
      throw new RangeError(`There is no location ${location} among ${this.definitions.locations.length}.`);
    }
    if (!this.parts.files.hasEvents(defined.id)) return;
    const workspace = this.idle.pop() ?? newWorkspace(this.parts.batchSize);
    try {
      yield* this.stream(defined, this.parts.announcedEvents[location], workspace);
    } finally {
      this.idle.push(workspace);
    }
  }

  *batchesFrom(location: number, place?: EventPlace): Generator<PlacedBatch, void> {
    const defined = this.definitions.locations.at(location);
    if (defined === undefined || !this.parts.files.hasEvents(defined.id)) return;
    const workspace = this.idleSeekers.pop() ?? newWorkspace(SEEK_STEP);
    try {
      yield* this.streamFrom(defined, workspace, place);
    } finally {
      this.idleSeekers.push(workspace);
    }
  }

  private *streamFrom(defined: Location, workspace: Workspace, place?: EventPlace): Generator<PlacedBatch, void> {
    const decoder = new EventDecoder(this.parts.contexts.create(this.localDefinitions(defined)));
    // Seldom more than a chunk is needed from a place on.
    const source = this.openEvents(defined, workspace, 1);
    if (source === undefined) return;
    try {
      const [chunk = 0, byte = 0, ...state] = place?.state ?? [];
      if (place !== undefined) {
        source.seek(chunk);
        decoder.resume(place.events, state);
      }
      workspace.batch.restart();
      for (const batch of streamEvents(source, decoder, workspace.batch, byte))
        yield { batch, next: placeAfter(source, decoder) };
    } finally {
      source.close();
    }
  }

  private *stream(
    location: Location,
    announced: number | undefined,
    workspace: Workspace,
  ): Generator<EventBatch, void> {
    const decoder = new EventDecoder(this.parts.contexts.create(this.localDefinitions(location)));
    const source = this.openEvents(location, workspace);
    if (source === undefined) return;
    try {
      const ending = yield* streamEvents(source, decoder, workspace.batch);
      tellDecodingProblems(this.parts.log, location, decoder, ending);
      if (ending.state === 'complete') tellWrongCount(this.parts.log, location, decoder, announced);
    } finally {
      source.close();
    }
  }

  /** @param most bytes that are read at once, but a chunk at least */
  private openEvents(location: Location, workspace: Workspace, most?: number): ChunkSource | undefined {
    const { files, anchor, log } = this.parts;
    const { eventChunkSize: chunkSize, compressed } = anchor;
    try {
      const bufferOf = (length: number): Uint8Array => {
        if (workspace.buffer.length < length) workspace.buffer = new Uint8Array(length);
        return workspace.buffer;
      };
      return chunksOf(files.openEvents(location.id), { chunkSize, compressed }, bufferOf, most);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const reason = error instanceof UnreadableFile ? error.reason : error.message;
      tellUnopened(log, location, `${files.events(location.id)} cannot be opened (${reason})`);
      return undefined;
    }
  }

  private localDefinitions(location: Location): LocalDefinitions {
    const { files, anchor, log } = this.parts;
    if (!files.hasLocalDefinitions(location.id)) return NO_LOCAL_DEFINITIONS;
    const path = files.localDefinitions(location.id);
    try {
      const { definitionChunkSize: chunkSize, compressed } = anchor;
      const open = (): OpenFile => files.openLocalDefinitions(location.id);
      const local = readLocalDefinitions({ path, storage: { chunkSize, compressed }, open });
      if (local.endsEarly !== undefined || local.damagedRecords > 0) tellLocalDefinitionProblem(log, location);
      return local;
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
      tellLocalDefinitionProblem(log, location);
      return NO_LOCAL_DEFINITIONS;
    }
  }
}
