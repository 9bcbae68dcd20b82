/** Speaking to a run on a target while it runs, through the files of its folder. */
import { randomBytes } from 'node:crypto';
import { TrimtabError } from '../../base/problem.js';
import { type LiveView, parseLiveView } from '../../measurement/live/view.js';
import type { Target } from '../../targets/target.js';

/** Where a run's records are. */
export interface LivePlace {
  /** Name of the target. */
  readonly target: string;
  /** Folder of the records there. */
  readonly folder: string;
}

/** What a run says to a request. */
export type LiveAnswer =
  | { readonly kind: 'done'; readonly iteration: number; readonly note: string }
  | { readonly kind: 'refused'; readonly column: number; readonly why: string };

/**
 * Appends a request and waits for its answer; what varies are its arguments: the folder, a tag, the request, and whether
 * what the ranks tell is wanted too. Where there is no such folder, or the run has ended, it prints one word.
 */
const ASK = `
cd -- "$1/live" 2>/dev/null || { echo absent; exit 0; }
[ -f decisions ] && [ -f requests ] || { echo ended; exit 0; }
printf '@%s %s\\n' "$2" "$3" >>requests || { echo unwritable; exit 0; }
tries=0
while [ "$tries" -lt 300 ]; do
  answer=$(awk -v tag="@$2" '$1 == tag { print; exit }' answers 2>/dev/null)
  [ -n "$answer" ] && break
  [ -f decisions ] || { echo ended; exit 0; }
  tries=$((tries + 1))
  sleep 0.1 2>/dev/null || sleep 1
done
printf '%s\\n' "\${answer:-silent}"
if [ "$4" = view ]; then cat view; fi
`;

const WRONG = new Map([
  ['absent', 'It cannot be spoken to: its folder has no "live" (it has not begun, or was told not to listen).'],
  ['ended', 'It has ended.'],
  ['unwritable', 'What is asked cannot be written there; are you the user who started it?'],
  ['silent', 'It does not answer.'],
]);

/** A request is one line. @throws TrimtabError */
function checked(request: string): string {
  // eslint-disable-next-line no-control-regex -- what ends a line, and what no request holds
  if (!/[\x00-\x1f\x7f]/.test(request)) return request;
  throw new TrimtabError('A request to a run is one line of text.');
}

/** @throws TrimtabError where the answer makes no sense */
function answerIn(line: string): LiveAnswer {
  const [, iteration, note = ''] = /^ok (\d+)(?: (.*))?$/.exec(line) ?? [];
  if (iteration !== undefined) return { kind: 'done', iteration: Number(iteration), note };
  const [, column, why = ''] = /^error (\d+) (.*)$/.exec(line) ?? [];
  if (column !== undefined) return { kind: 'refused', column: Number(column), why };
  throw new TrimtabError(`The run answered "${line.slice(0, 200)}", which is no answer.`);
}

/** A run that can be spoken to. Questions are asked one after the other. */
export class LiveRun {
  private last: Promise<unknown> = Promise.resolve();

  /** @param folder of its records, on the target */
  constructor(
    private readonly target: Target,
    readonly folder: string,
  ) {}

  /** What becomes of a request. @throws TrimtabError when the run does not answer or has ended */
  async ask(request: string, signal?: AbortSignal): Promise<LiveAnswer> {
    return answerIn((await this.exchange(request, '', signal)).answer);
  }

  /** What its ranks tell. @param request `get flat` or `get tree`, with what may follow */
  async look(request = 'get flat', signal?: AbortSignal): Promise<LiveView> {
    const { answer, view } = await this.exchange(request, 'view', signal);
    const told = answerIn(answer);
    if (told.kind === 'refused') throw new TrimtabError(`The run refuses: ${told.why} (column ${told.column}).`);
    return parseLiveView(view);
  }

  private exchange(
    request: string,
    wanted: '' | 'view',
    signal?: AbortSignal,
  ): Promise<{ answer: string; view: string }> {
    const mine = this.last.then(() => this.exchangeNow(checked(request), wanted, signal));
    this.last = mine.catch(() => undefined);
    return mine;
  }

  private async exchangeNow(request: string, wanted: '' | 'view', signal?: AbortSignal) {
    const tag = randomBytes(8).toString('hex');
    let output = '';
    const result = await this.target.run(
      { argv: ['sh', '-c', ASK, 'sh', this.folder, tag, request, wanted], folder: '/', environment: {} },
      { onOutput: (text) => (output += text), ...(signal === undefined ? {} : { signal }) },
    );
    const end = output.indexOf('\n');
    const line = end < 0 ? output.trim() : output.slice(0, end);
    const wrong = WRONG.get(line);
    if (wrong !== undefined || result.exitCode !== 0)
      throw new TrimtabError(wrong ?? `The run on ${this.target.name} could not be asked: ${result.tail.trim()}`);
    return { answer: line.startsWith(`@${tag} `) ? line.slice(tag.length + 2) : line, view: output.slice(end + 1) };
  }
}
