import type { Finding } from '../../model/findings/findings.js';
import { atDeclarations } from '../presentation/declaration.js';
import { placeLines, type PlacedLine } from '../presentation/placedLine.js';
import type { Documents } from './documents.js';
import { sentenceOf } from '../requests/failures.js';
import type { ShownExperiment } from '../project/shownExperiment.js';
import { LineMap, splitLines } from '../../experiments/files/lineMap.js';

interface CachedMap {
  readonly version: string;
  readonly map: LineMap;
}

/** Whose line maps are kept: of the experiment shown, and of both sides of a comparison. */
const MOST_EXPERIMENTS = 3;

/** Maps an experiment's data to the lines of current texts. One line map is kept per experiment and measured file. */
export class Placement {
  /** By experiment, the one used last at the end. */
  private readonly maps = new Map<string, Map<string, CachedMap>>();
  private readonly standIns = new Map<string, string>();

  constructor(
    private readonly documents: Documents,
    private readonly log: (text: string) => void,
  ) {}

  /** Returns all data of the experiment for a document, in the order of its current lines. */
  async linesOf(uri: string, shown: ShownExperiment, folders: readonly string[]): Promise<PlacedLine[]> {
    return [...(await this.mapsOf(uri, shown, folders))].flatMap(([file, map]) =>
      atDeclarations(placeLines(shown.lines.get(file) ?? [], map), map.current),
    );
  }

  /** The way into a document's current text from every measured file that it is, by the measured file's path. */
  async mapsOf(uri: string, shown: ShownExperiment, folders: readonly string[]): Promise<Map<string, LineMap>> {
    const path = this.documents.pathOf(uri);
    if (path === undefined) return new Map();
    const { measured } = await shown.sourceFiles(folders, path);
    return new Map(
      (measured.get(path) ?? []).flatMap((file) => {
        const map = this.mapOf(file, path, shown);
        return map === undefined ? [] : [[file, map]];
      }),
    );
  }

  /** The local file and current 0-based line of a finding; null when its source is not here. */
  async locate(
    { place }: Pick<Finding, 'place'>,
    shown: ShownExperiment,
    folders: readonly string[],
  ): Promise<{ path: string; line: number } | null> {
    if (place === undefined) return null;
    const path = (await shown.sourceFiles(folders)).local.get(place.file);
    if (path === undefined) return null;
    const map = this.mapOf(place.file, path, shown);
    return map === undefined ? null : { path, line: map.place(place.line).line };
  }

  private mapOf(measured: string, path: string, shown: ShownExperiment): LineMap | undefined {
    const current = this.documents.textOf(path);
    if (current === undefined) return undefined;
    const known = this.mapsFor(shown.id);
    const cached = known.get(measured);
    // After the user maps a path, a measured file may be another local file.
    const version = `${path} ${current.version}`;
    if (cached?.version === version) return cached.map;
    const measuredText = this.measuredText(measured, shown) ?? this.standIn(measured, path, shown) ?? current.text;
    const map = new LineMap(splitLines(measuredText), splitLines(current.text));
    known.set(measured, { version, map });
    return map;
  }

  /** The maps of an experiment; those that were not used for longest go. */
  private mapsFor(experiment: string): Map<string, CachedMap> {
    const own = this.maps.get(experiment) ?? new Map<string, CachedMap>();
    this.maps.delete(experiment);
    this.maps.set(experiment, own);
    for (const other of [...this.maps.keys()].slice(0, -MOST_EXPERIMENTS)) this.maps.delete(other);
    return own;
  }

  private measuredText(measured: string, shown: ShownExperiment): string | undefined {
    try {
      return shown.measuredText(measured);
    } catch (error) {
      this.log(`The measured text of ${measured} is not readable: ${sentenceOf(error)}`);
      return undefined;
    }
  }

  /** Returns the substitute for a measured text without a snapshot: the saved file at the first request for it. */
  private standIn(measured: string, path: string, shown: ShownExperiment): string | undefined {
    const key = `${shown.id} ${measured} ${path}`;
    const known = this.standIns.get(key) ?? this.documents.savedTextOf(path)?.text;
    if (known !== undefined) this.standIns.set(key, known);
    return known;
  }
}
