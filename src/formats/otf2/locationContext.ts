import type { ClockProperties } from '../../model/definitions.js';
import { NO_INDEX } from '../../model/definitions.js';
import { ClockCorrection } from './clock.js';
import type { IdMap } from './idTables.js';
import { IndexTable, MappingType } from './idTables.js';
import type { LocalDefinitions } from './localDefinitions.js';
import type { RawDefinitions } from './rawDefinitions.js';
import type { DefinitionIndex } from './resolveDefinitions.js';

/** All that the decoder needs to know to turn a location's records into events of the model. */
export interface LocationContext {
  readonly regions: IndexTable;
  readonly communicators: IndexTable;
  readonly sourceCodeLocations: IndexTable;
  readonly callingContexts: IndexTable;
  /** An index for attributes that carry a call site, NO_INDEX for all others. */
  readonly callSiteAttributes: IndexTable;
  /** By calling context index: its region index. */
  readonly contextRegion: Uint32Array;
  /** By calling context index: its source code location plus one, 0 where unknown. */
  readonly contextSite: Uint32Array;
  /** The location's mapping tables by mapping type. */
  readonly idMaps: ReadonlyMap<number, IdMap>;
  readonly correction: ClockCorrection | undefined;
  readonly ticksPerSecond: number;
  /** Seconds the run takes as the trace declares; 0 where it does not. */
  readonly span: number;
  /** Upper and lower half of the tick at which the trace starts. */
  readonly startHigh: number;
  readonly startLow: number;
}

/** Name of the attribute whose value is the place of the call that the following ENTER makes. */
const CALL_SITE = 'CALL_SITE';
const TYPE_SOURCE_CODE_LOCATION = 20;

/** Makes the contexts of an archive's locations; tables that need no mapping are made once and shared. */
export class ContextFactory {
  private readonly contextRegion: Uint32Array;
  private readonly contextSite: Uint32Array;
  private readonly callingContexts: ReadonlyMap<number, number>;
  private readonly callSiteAttributes: ReadonlyMap<number, number>;
  private readonly shared = new Map<ReadonlyMap<number, number>, IndexTable>();

  constructor(
    raw: RawDefinitions,
    private readonly index: DefinitionIndex,
    private readonly clock: ClockProperties,
  ) {
    const contexts = [...raw.callingContexts];
    this.callingContexts = new Map(contexts.map(([id], i) => [id, i]));
    this.contextRegion = Uint32Array.from(contexts, ([, context]) => index.regions.get(context.region) ?? NO_INDEX);
    this.contextSite = Uint32Array.from(
      contexts,
      ([, context]) => (index.sourceCodeLocations.get(context.sourceCodeLocation) ?? -1) + 1,
    );
    const callSites = [...raw.attributes].filter(
      ([, attribute]) => attribute.type === TYPE_SOURCE_CODE_LOCATION && raw.strings.get(attribute.name) === CALL_SITE,
    );
    this.callSiteAttributes = new Map(callSites.map(([id], i) => [id, i]));
  }

  /** The context of a location with these local definitions. */
  create(local: LocalDefinitions): LocationContext {
    const { globalOffset, ticksPerSecond, traceLength } = this.clock;
    return {
      regions: this.table(this.index.regions, local, MappingType.region),
      communicators: this.table(this.index.communicators, local, MappingType.communicator),
      sourceCodeLocations: this.table(this.index.sourceCodeLocations, local, MappingType.sourceCodeLocation),
      callingContexts: this.table(this.callingContexts, local, MappingType.callingContext),
      callSiteAttributes: this.table(this.callSiteAttributes, local, MappingType.attribute),
      contextRegion: this.contextRegion,
      contextSite: this.contextSite,
      idMaps: local.idMaps,
      correction: ClockCorrection.from(local.clockOffsets, globalOffset),
      ticksPerSecond: Number(ticksPerSecond),
      span: Number(traceLength) / Number(ticksPerSecond),
      startHigh: Number(globalOffset >> 32n),
      startLow: Number(globalOffset & 0xffff_ffffn),
    };
  }

  private table(indices: ReadonlyMap<number, number>, local: LocalDefinitions, type: MappingType): IndexTable {
    const map = local.idMaps.get(type);
    if (map !== undefined) return new IndexTable(indices, map);
    const table = this.shared.get(indices) ?? new IndexTable(indices, undefined);
    this.shared.set(indices, table);
    return table;
  }
}
