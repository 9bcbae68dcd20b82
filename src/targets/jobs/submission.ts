/** Submitting exactly once, whatever breaks in between. */
import { quote } from '../shell/quote.js';
import { JOB_FILES } from './script.js';

/**
 * Returns a script that starts the job of a folder unless it was started before, and prints its id. A script that finds
 * another one's lock waits for its id. Without an id, the other one has failed, and the job it may have started is
 * searched: in the job's own record, then by `find`. The same applies after a failed attempt, since a slow scheduler
 * may have accepted the job. It also applies to a folder that was made part of an array.
 * @param start sh that starts the job and sets `id`
 * @param find sh that prints the id of a job already started, or nothing; fails when it is unknown
 * @param note sh that runs once `id` is known, before it is recorded here
 */
export function submission(
  folder: string,
  files: Readonly<Record<string, string>>,
  start: string,
  find: string,
  note = '',
): string {
  const writes = Object.entries(files).map(([path, text]) => write(path, text));
  return `job=${quote(folder)}
mkdir -p "$job" && chmod 700 "$job" || exit 1
note() { printf '%s\\n' "$id" >"$job/id.part" && mv -f "$job/id.part" "$job/id" && rm -rf "$job/lock"; }
fail() { touch "$job/tried"; rm -rf "$job/${JOB_FILES.lock}"; exit 1; }
known() { if [ -s "$job/${JOB_FILES.id}" ]; then cat "$job/${JOB_FILES.id}"; exit 0; fi; }
known
# Another one may have noted its id and given the lock back since this one looked for it.
if mkdir "$job/${JOB_FILES.lock}" 2>/dev/null; then
  if [ -s "$job/${JOB_FILES.id}" ]; then rm -rf "$job/${JOB_FILES.lock}"; fi
  known
else
  n=0
  while [ $n -lt 8 ] && [ -d "$job/${JOB_FILES.lock}" ]; do known; sleep 1; n=$((n + 1)); done
  known
  touch "$job/tried"
fi
if [ -f "$job/tried" ] || [ -f "$job/${JOB_FILES.array}" ]; then
  id=$(sed -n 's/^id=//p' "$job/${JOB_FILES.started}" 2>/dev/null)
  if [ -z "$id" ]; then id=$(${find}) || fail; fi
  if [ -n "$id" ]; then
${note}
    note || exit 1
    cat "$job/id"
    exit 0
  fi
fi
${writes.join('\n')}
${start}
${note}
note || exit 1
cat "$job/id"`;
}

function write(path: string, text: string): string {
  const part = quote(`${path}.part`);
  return `printf '%s' ${quote(text)} >${part} && mv -f ${part} ${quote(path)} || fail`;
}
