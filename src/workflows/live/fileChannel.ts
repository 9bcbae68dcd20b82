/** Connection to a run through the file of its requests, which works wherever its folder is writable. */
import { present } from '../../base/present.js';
import { randomBytes } from 'node:crypto';
import { TrimtabError } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';
import type { Target } from '../../targets/target.js';
import {
  ANSWER_PATIENCE,
  isQuestion,
  type LiveChannel,
  numberOf,
  SILENT,
  type ReportedState,
  untagged,
} from './channel.js';

/**
 * Appends a request and waits for its answer. Its arguments vary: the folder, a tag, the request, whether the ranks'
 * output is requested too, and the timeout in seconds. It polls once more after the timeout, since a suspended machine
 * has not polled at all. Without such a folder, or if the run has ended, it prints one word.
 */
const ASK = `
cd -- "$1/live" 2>/dev/null || { echo absent; exit 0; }
[ -f decisions ] && [ -f requests ] || { echo ended; exit 0; }
printf '@%s %s\\n' "$2" "$3" >>requests || { echo unwritable; exit 0; }
end=$(($(date +%s) + $5))
while :; do
  now=$(date +%s)
  answer=$(awk -v tag="@$2" '$1 == tag { print; exit }' answers 2>/dev/null)
  [ -n "$answer" ] && break
  [ -f decisions ] || { echo ended; exit 0; }
  [ "$now" -lt "$end" ] || break
  sleep 0.1 2>/dev/null || sleep 1
done
printf '%s\\n' "\${answer:-silent}"
if [ "$4" = view ]; then cat view; fi
`;

export const ABSENT =
  'Cannot connect: the run has no control channel. It has not started yet, or was started with "measure: { live: none }".';
export const ENDED = 'The run has ended.';

const WRONG = new Map([
  ['absent', ABSENT],
  ['ended', ENDED],
  ['unwritable', 'Cannot write the request to the folder of the run; are you the user who started it?'],
  ['silent', SILENT],
]);

/** All clients of the file share one reply: a request whose reply went to another client is repeated this often. */
const MOST_TRIES = 5;

export class FileChannel implements LiveChannel {
  /**
   * @param folder of the run's records, on the target
   * @param patience for how long an answer is waited for
   */
  constructor(
    private readonly target: Target,
    private readonly folder: string,
    private readonly patience: Seconds = ANSWER_PATIENCE,
  ) {}

  async exchange(request: string, signal?: AbortSignal): Promise<ReportedState> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const told = await this.once(request, signal);
      const number = isQuestion(request) ? numberOf(told.answer) : undefined;
      if (number === undefined || told.view.startsWith(`trimtab-live ${number}\n`)) return told;
    }
    throw new TrimtabError('Cannot read the answer of the run: others send too many requests. Try again.');
  }

  private async once(request: string, signal: AbortSignal | undefined): Promise<ReportedState> {
    const tag = randomBytes(8).toString('hex');
    const wanted = isQuestion(request) ? 'view' : '';
    let output = '';
    const result = await this.target.run(
      {
        argv: ['sh', '-c', ASK, 'sh', this.folder, tag, request, wanted, String(this.patience)],
        folder: '/',
        environment: {},
      },
      { onOutput: (text) => (output += text), ...present({ signal }) },
    );
    const end = output.indexOf('\n');
    const line = end < 0 ? output.trim() : output.slice(0, end);
    const wrong = WRONG.get(line);
    if (wrong !== undefined || result.exitCode !== 0)
      throw new TrimtabError(wrong ?? `Cannot send a request to the run on ${this.target.name}: ${result.tail.trim()}`);
    return { answer: untagged(`@${tag} `, line) ?? line, view: output.slice(end + 1) };
  }

  close(): void {
    return; // nothing is open between requests
  }
}
