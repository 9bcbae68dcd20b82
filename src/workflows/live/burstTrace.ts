/**
 * Trace of some iterations of a running program. Its threads' records of them are copied to a separate folder, finished
 * there by the probe's own finisher, analyzed here, and deleted. The run's records are unchanged.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CallPaths } from '../../analysis/callPaths/callPaths.js';
import { analyzeTrace } from '../../analysis/trace/index.js';
import { elementAt } from '../../base/elements.js';
import { TrimtabError } from '../../base/problem.js';
import { openArchive } from '../../formats/otf2/index.js';
import { partsEnvironment } from '../../measurement/environment.js';
import { ARCHIVE } from '../../measurement/probe.js';
import type { Definitions } from '../../model/definitions.js';
import { pathKey } from '../../measurement/search/history.js';
import type { Burst } from '../../measurement/search/run.js';
import type { Target } from '../../targets/target.js';

/** A second of what sixteen iterations record; more is not copied. */
const MOST_KILOBYTES = 4 << 20;

/**
 * Makes the archive in `$1/live/burst` from the trace of iteration `$3` on: data in the copy about iterations traced
 * before is excluded. The finisher is next to the probe that the run has loaded, as its records show. It is started
 * only if this user owns it.
 */
const MAKE = `
umask 077
folder=$1; most=$2; first=$3
rm -rf "$folder/live/burst"
mkdir -p "$folder/live/burst/raw" || exit 1
used=$(cat "$folder"/raw/*.part 2>/dev/null | wc -c)
[ "$((used / 1024))" -le "$most" ] || { echo "they take more than the disk should hold twice"; exit 1; }
cp "$folder"/raw/*.part "$folder/live/burst/raw/" || exit 1
for notes in "$folder"/raw/*.txt; do
  awk -v first="$first" '$1 == "part" && $2 == "begin" { own = $4 >= first } $1 != "part" || own' "$notes" \
    >"$folder/live/burst/raw/\${notes##*/}" || exit 1
done
probe=$(sed -n 's#^object .* \\(/.*\\)/libtrimtab-probe\\.so$#\\1#p' "$folder/live/burst/raw/"*.txt | head -n 1)
finisher=$probe/trimtab-finish
[ -x "$finisher" ] && [ -O "$finisher" ] || { echo "there is no trimtab-finish beside the probe"; exit 1; }
"$finisher" "$folder/live/burst" 2>&1
rm -rf "$folder/live/burst/raw"
[ -e "$folder/live/burst/${ARCHIVE}" ]
`;

const REMOVE = 'rm -rf "$1/live/burst"';

/** Location of a run's records and its finisher. */
export interface BurstPlace {
  readonly target: Target;
  /** Folder of the run's records there. */
  readonly folder: string;
}

/**
 * @param from the first iteration, from 1, on which all that was traced before is over
 * @throws TrimtabError where no trace can be made of them
 */
export async function burstAt(place: BurstPlace, from: number, signal?: AbortSignal): Promise<Burst> {
  const { target, folder } = place;
  const options = signal === undefined ? {} : { signal };
  const make = ['sh', '-c', MAKE, 'sh', folder, String(MOST_KILOBYTES), String(from)];
  const here = mkdtempSync(join(tmpdir(), 'trimtab-burst-'));
  try {
    const { exitCode, tail } = await target.run({ argv: make, folder: '/', environment: partsEnvironment() }, options);
    if (exitCode !== 0) throw new TrimtabError(`Iterations could not be traced: ${tail.trim()}`);
    await target.fetch(`${folder}/live/burst`, here, options);
    return analyzed(join(here, ARCHIVE));
  } finally {
    rmSync(here, { recursive: true, force: true });
    await target.run({ argv: ['sh', '-c', REMOVE, 'sh', folder], folder: '/', environment: {} });
  }
}

function analyzed(archive: string): Burst {
  const trace = openArchive(archive);
  const { definitions } = trace;
  const { report, space } = analyzeTrace(trace, { program: 'burst' });
  const paths = new CallPaths(space.callTree, definitions);
  const keys = new Map<number, string>();
  const called: Record<string, number> = {};
  const { callPath = [], value = [] } = space.severities.get('mpi') ?? {};
  for (const [at, node] of callPath.entries()) {
    const key = keys.get(node) ?? pathKey(paths.steps(node));
    keys.set(node, key);
    called[key] = (called[key] ?? 0) + elementAt(value, at);
  }
  return {
    iterations: definitions.properties.get('TRIMTAB::ITERATIONS_TRACED') ?? '?',
    waits: report.findings.filter(({ kind }) => kind === undefined),
    rankOf: ranksOf(definitions),
    called,
  };
}

/** Returns the ranks by location, from the name of its process. */
function ranksOf({ locations, locationGroups }: Definitions): number[] {
  return locations.map(({ group }) => {
    const [, rank] = /(\d+)$/.exec(locationGroups[group]?.name ?? '') ?? [];
    return rank === undefined ? group : Number(rank);
  });
}
