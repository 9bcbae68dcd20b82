/** Files, lines and call paths as SARIF has them. */
import { plainLine } from '../../base/text.js';
import type { CallPathStep, SourcePlace } from '../../model/findings/findings.js';
import { severityLevel, type SeverityLevel } from '../../model/findings/severityLevel.js';
import type { RunSources } from '../compare/measuredRun.js';

/** An object of a log. */
export type Json = Readonly<Record<string, unknown>>;

/** Represents the project's folder: the name that code hosts use. */
export const SOURCES = '%SRCROOT%';

const LEVELS: Readonly<Record<SeverityLevel, string>> = {
  critical: 'error',
  high: 'warning',
  medium: 'warning',
  low: 'note',
};

/** @param severity share of the total time */
export const levelOf = (severity: number): string => LEVELS[severityLevel(severity)];

/** A file: relative to the project where it lies in it, else as the measurement wrote it. */
export function artifactOf(
  file: string,
  { projectPath }: Pick<RunSources, 'projectPath'>,
): { uri: string; uriBaseId?: string } {
  const inside = projectPath(file);
  if (inside !== undefined) return { uri: encoded(inside), uriBaseId: SOURCES };
  const path = file.replaceAll('\\', '/');
  if (/^[A-Za-z]:\//.test(path)) return { uri: `file:///${path.slice(0, 2)}${encoded(path.slice(2))}` };
  return { uri: path.startsWith('/') ? `file://${encoded(path)}` : encoded(path) };
}

const encoded = (path: string): string => path.replaceAll('\\', '/').split('/').map(encodedPart).join('/');

/** Encodes a part of a path. Lone surrogates, which an untrusted path may contain, have no bytes. */
const encodedPart = (part: string): string => encodeURIComponent(Buffer.from(part).toString());

export function physicalOf({ file, line }: SourcePlace, sources: Pick<RunSources, 'projectPath'>): Json {
  return { artifactLocation: artifactOf(file, sources), region: { startLine: line } };
}

/** The function that a call path ends in. */
export function logicalOf(callPath: readonly CallPathStep[]): Json {
  const regions = callPath.map(({ region }) => plainLine(region));
  return { name: regions.at(-1) ?? '', fullyQualifiedName: regions.join('/'), kind: 'function' };
}

/** Returns a call path as a stack, innermost first; each function is at the line that calls the next one. */
export function stackOf(callPath: readonly CallPathStep[], sources: Pick<RunSources, 'projectPath'>): Json {
  const frames = callPath.map((step, index) => {
    const place = callPath[index + 1]?.callSite ?? step.definition;
    const physical = place === undefined ? {} : { physicalLocation: physicalOf(place, sources) };
    return { location: { ...physical, logicalLocations: [{ name: plainLine(step.region), kind: 'function' }] } };
  });
  return { frames: frames.reverse() };
}
