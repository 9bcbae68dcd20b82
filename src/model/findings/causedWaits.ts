/** Lines at which the waiting of others begins, and where that is waited. */
import type { Fraction, Seconds } from '../../base/units.js';
import type { Gain } from './prediction.js';
import type { CallPathStep, FindingsReport, LocationShare, SourcePlace } from './findings.js';

/** Waiting of one property at one place that begins at a line. */
export interface CausedWait {
  readonly property: string;
  readonly title: string;
  /** Call path of the finding in which most of it is waited. */
  readonly callPath: readonly CallPathStep[];
  /** Location at which other ranks wait, when known. */
  readonly at?: SourcePlace;
}

/** A line that makes others wait, over all call paths that lead to it. */
export interface CausedWaiting {
  readonly place: SourcePlace;
  /** Waiting of others that is due to it, directly or through other waiting: what its delays cost. */
  readonly seconds: Seconds;
  /** Share of the program's total time, as of findings. */
  readonly severity: Fraction;
  /** Region there that causes most waiting; omitted if no finding names it. */
  readonly region?: string;
  /** Predicted gain if that region were balanced over ranks; omitted if unknown or negligible. */
  readonly gain?: Gain;
  /** Findings that name it as a cause, those that it costs most first. */
  readonly waits: readonly CausedWait[];
  /** Locations on which it delays others, worst first; only those that findings name. */
  readonly locations: readonly LocationShare[];
}

/** Waiting that findings attribute to one cause, by region and by line of the waiting. */
interface NamedRegion {
  readonly regions: Map<string, Seconds>;
  readonly gains: Map<string, Gain>;
  readonly waits: Map<string, { readonly wait: CausedWait; readonly seconds: Seconds; readonly most: Seconds }>;
  readonly locations: Map<number, LocationShare>;
}

const keyOf = ({ file, line }: SourcePlace): string => JSON.stringify([file, line]);

/** The lines that make others wait, worst first; none where delays are not known. */
export function causedWaiting({
  findings,
  lines,
  totalTime,
}: Pick<FindingsReport, 'findings' | 'lines' | 'totalTime'>): CausedWaiting[] {
  const named = namedCauses(findings);
  return lines
    .flatMap(({ place, delays = 0 }): CausedWaiting[] => {
      if (!(delays > 0 && totalTime > 0)) return [];
      const { regions, gains, waits, locations } = named.get(keyOf(place)) ?? unnamed;
      const [region] = [...regions].sort(([, a], [, b]) => b - a)[0] ?? [];
      const gain = gains.get(region ?? '');
      return [
        {
          place,
          seconds: delays,
          severity: delays / totalTime,
          ...(region === undefined ? {} : { region }),
          ...(gain === undefined ? {} : { gain }),
          waits: [...waits.values()].sort((a, b) => b.seconds - a.seconds).map(({ wait }) => wait),
          locations: [...locations.values()].sort((a, b) => b.seconds - a.seconds || a.location - b.location),
        },
      ];
    })
    .sort((a, b) => b.seconds - a.seconds);
}

const unnamed: NamedRegion = { regions: new Map(), gains: new Map(), waits: new Map(), locations: new Map() };

/** Collects the waiting that findings attribute to the lines they name as root causes. */
function namedCauses(findings: FindingsReport['findings']): Map<string, NamedRegion> {
  const causes = new Map<string, NamedRegion>();
  for (const { property, title, callPath, place: at, rootCauses = [] } of findings)
    for (const { place, region, seconds, locations, gain } of rootCauses) {
      if (place === undefined) continue;
      const known: NamedRegion = causes.get(keyOf(place)) ?? {
        regions: new Map(),
        gains: new Map(),
        waits: new Map(),
        locations: new Map(),
      };
      causes.set(keyOf(place), known);
      known.regions.set(region, (known.regions.get(region) ?? 0) + seconds);
      if (gain !== undefined) known.gains.set(region, gain);
      const key = JSON.stringify([property, at?.file, at?.line]);
      const before = known.waits.get(key);
      const isMost = before === undefined || seconds > before.most;
      const wait = isMost ? { property, title, callPath, ...(at === undefined ? {} : { at }) } : before.wait;
      const most = Math.max(seconds, before?.most ?? 0);
      known.waits.set(key, { wait, seconds: seconds + (before?.seconds ?? 0), most });
      for (const share of locations) {
        const before = known.locations.get(share.location)?.seconds ?? 0;
        known.locations.set(share.location, { ...share, seconds: before + share.seconds });
      }
    }
  return causes;
}
