/** Reads the iteration data of a run on a target: the data added to the files of its hosts since the last poll. */
import { present } from '../../base/present.js';
import { TrimtabError } from '../../base/problem.js';
import type { Bytes } from '../../base/units.js';
import type { Target } from '../../targets/target.js';

/** Data added to the file of one host. */
export interface Growth {
  readonly file: string;
  readonly bytes: Buffer;
}

/** So much of each file is read at once, so that one look over a slow login ends. */
const LIMIT: Bytes = 4 << 20;

/** Prints, for each file that has grown, its name, where the piece begins, and the piece; offsets are given as `NAME=BYTES`. */
const GROWTH = `
cd -- "$1/live" 2>/dev/null || exit 0
limit=$2
shift 2
for file in series-*; do
  [ -f "$file" ] && [ ! -L "$file" ] || continue
  offset=0
  for known in "$@"; do
    case $known in "$file="*) offset=\${known##*=} ;; esac
  done
  size=$(wc -c <"$file")
  [ "$size" -gt "$offset" ] || continue
  printf '%s %s ' "$file" "$offset"
  tail -c "+$((offset + 1))" -- "$file" | head -c "$limit" | base64 | tr -d '\\n'
  printf '\\n'
done
`;

const LINE = /^(series-[\w.-]{1,255}) (\d{1,15}) ([A-Za-z0-9+/=]+)$/;

export class IterationFiles {
  private readonly offsets = new Map<string, Bytes>();

  /** @param folder of the run's records, on the target */
  constructor(
    private readonly target: Target,
    private readonly folder: string,
  ) {}

  /** Returns the new data. @throws TrimtabError if the target cannot be queried */
  async growth(signal?: AbortSignal): Promise<Growth[]> {
    const known = [...this.offsets].map(([file, offset]) => `${file}=${offset}`);
    let output = '';
    const { exitCode, tail } = await this.target.run(
      {
        argv: ['sh', '-c', GROWTH, 'sh', this.folder, String(LIMIT), ...known],
        folder: '/',
        environment: {},
      },
      { onOutput: (text) => (output += text), ...present({ signal }) },
    );
    if (exitCode !== 0)
      throw new TrimtabError(`Cannot read the iteration values of the run on ${this.target.name}: ${tail.trim()}`);
    return output.split('\n').flatMap((line) => this.taken(line));
  }

  private taken(line: string): Growth[] {
    const [, file = '', offset, text = ''] = LINE.exec(line) ?? [];
    if (offset === undefined || Number(offset) !== (this.offsets.get(file) ?? 0)) return [];
    const bytes = Buffer.from(text, 'base64');
    this.offsets.set(file, Number(offset) + bytes.length);
    return [{ file, bytes }];
  }
}
