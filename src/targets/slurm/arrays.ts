/**
 * Arrays of jobs: each element is the job of a separate folder, which can be found again with or without the others.
 */
import { join } from 'node:path/posix';
import { JOB_FILES } from '../jobs/script.js';
import { quote, quoteAll } from '../shell/quote.js';
import type { JobRequest } from '../target.js';

/** Maximum number of elements of one array: Slurm accepts indices below 1001 by default (MaxArraySize). */
const MOST = 1000;

/** Cuts a group into arrays that Slurm takes. */
export function inArrays(group: readonly JobRequest[]): JobRequest[][] {
  const count = Math.ceil(group.length / MOST);
  return Array.from({ length: count }, (_, i) => group.slice(i * MOST, (i + 1) * MOST));
}

/**
 * Returns the note about its array that a folder keeps for `find`. @param name of the scheduler's job: no space in it
 */
export function arrayNote(name: string, index: number): string {
  return `${name} ${index}\n`;
}

/**
 * Number of a job by its name; for an array that of the whole (%F), whichever of its elements comes first. Fails when
 * the controller cannot be asked: a job must not be taken for one that was never submitted.
 */
const numberOf = (name: string): string =>
  `said=$(${quoteAll(['squeue', '--noheader', '--states=all', '--format=%F'])} --name=${name} 2>&1) || { printf '%s\\n' "$said" >&2; exit 1; }
  number=$(printf '%s\\n' "$said" | head -n 1 | tr -d ' ')`;

/** sh for a subshell: prints the id of the job of the folder `$job`, alone or in an array; nothing when there is none. */
export function find(name: string): string {
  return `if [ -f "$job/${JOB_FILES.array}" ]; then
  read -r array index <"$job/${JOB_FILES.array}"
  ${numberOf('"$array"')}
  if [ -n "$number" ]; then printf '%s_%s\\n' "$number" "$index"; fi
else
  ${numberOf(quote(name))}
  printf '%s\\n' "$number"
fi`;
}

/** sh that prints the id of a folder's job when it is noted there, or was submitted in an array; nothing otherwise. */
export function knownId(folder: string): string {
  const file = (name: string): string => quote(join(folder, name));
  return `job=${quote(folder)}
if [ -s ${file(JOB_FILES.id)} ]; then cat ${file(JOB_FILES.id)}
elif [ -f ${file(JOB_FILES.array)} ]; then
  id=$(sed -n 's/^id=//p' ${file(JOB_FILES.started)} 2>/dev/null)
  if [ -z "$id" ]; then id=$(${find('')}) || exit 1; fi
  printf '%s\\n' "$id"
fi`;
}

/** sh that notes in each folder the id of its element, and leaves that of the first in `$id`. */
export function noteIds(folders: readonly string[]): string {
  const notes = folders.slice(1).map((folder, i) => {
    const [part, whole] = [`${JOB_FILES.id}.part`, JOB_FILES.id].map((name) => quote(join(folder, name)));
    return `printf '%s\\n' "\${id}_${i + 1}" >${part} && mv -f ${part} ${whole} || exit 1`;
  });
  return ['id=${id%%_*}', ...notes, 'id=${id}_0'].join('\n');
}

/** Each element of the array is the job of a separate folder. */
export function arrayScript(group: readonly JobRequest[]): string {
  const cases = group.map(({ jobFolder }, i) => `  ${i}) job=${quote(jobFolder)} ;;\n`);
  return `#!/bin/sh
# Jobs of Trimtab that ask for the same resources: each element runs the job of its own folder.
case "$SLURM_ARRAY_TASK_ID" in
${cases.join('')}esac
cd "$job" || exit 1
exec /bin/sh "$job/${JOB_FILES.script}" >"$job/${JOB_FILES.slurmOutput}" 2>&1
`;
}
