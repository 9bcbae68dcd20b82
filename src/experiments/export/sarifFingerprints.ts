import { createHash } from 'node:crypto';
import type { Finding } from '../../model/findings/findings.js';
import type { RunSources } from '../compare/measuredRun.js';
import { artifactOf } from './sarifPlaces.js';

/** Name and version of what is put into a fingerprint. */
export const FINGERPRINT = 'trimtab/v1';

/**
 * Returns fingerprints of findings for later runs: property, file, call path by the names of functions, and the text of
 * the line. Line numbers and times are excluded, since they change without a relevant change. Findings equal in all
 * that are counted in the order of their lines.
 */
export function fingerprintsOf(findings: readonly Finding[], sources: RunSources): ReadonlyMap<Finding, string> {
  const texts = new SourceLines(sources);
  const seen = new Map<string, number>();
  const known = new Map<Finding, string>();
  for (const finding of [...findings].sort(byLines)) {
    const { property, callPath, place } = finding;
    const uri = place === undefined ? '' : artifactOf(place.file, sources).uri;
    const text = place === undefined ? '' : texts.at(place.file, place.line);
    const parts = [property, uri, text, ...callPath.map(({ region }) => region)];
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
    const number = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, number);
    known.set(finding, `${hash}:${number}`);
  }
  return known;
}

/** By the finding's line, then by those of its callers, innermost first. */
function byLines(one: Finding, other: Finding): number {
  const [a, b] = [linesOf(one), linesOf(other)];
  const at = a.findIndex((line, index) => line !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0);
}

const linesOf = ({ place, callPath }: Finding): number[] => [
  place?.line ?? 0,
  ...callPath.map(({ callSite }) => callSite?.line ?? 0).reverse(),
];

/** Lines of the measured texts, each file read once. */
class SourceLines {
  private readonly files = new Map<string, readonly string[]>();

  constructor(private readonly sources: RunSources) {}

  /** Without its indentation; empty where the text was not kept. */
  at(file: string, line: number): string {
    let lines = this.files.get(file);
    if (lines === undefined) this.files.set(file, (lines = this.sources.textOf(file)?.split('\n') ?? []));
    return (lines[line - 1] ?? '').trim().replace(/\s+/g, ' ');
  }
}
