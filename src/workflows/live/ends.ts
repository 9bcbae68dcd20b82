/** Addresses on which a run listens, from its folder on the target. */
import { present } from '../../base/present.js';
import { TrimtabError } from '../../base/problem.js';
import type { Listener, Target } from '../../targets/target.js';

/** A port, and the token that clients of it send first. */
export interface LivePort {
  readonly listener: Listener & { readonly kind: 'port' };
  readonly token: string;
}

/** The available addresses. */
export interface LiveEnds {
  readonly state: 'absent' | 'ended' | 'listens';
  readonly hasSocket: boolean;
  readonly port: LivePort | undefined;
}

const STATE_SCRIPT = `
cd -- "$1/live" 2>/dev/null || { echo absent; exit 0; }
[ -f decisions ] || { echo ended; exit 0; }
[ -f rank-0 ] || { echo absent; exit 0; }
echo listens
[ -S socket ] && echo socket
[ -f tcp ] && { printf 'tcp '; head -c 400 tcp; }
exit 0
`;

/**
 * `PORT TOKEN NODE JOB`, as the probe writes it; JOB is `-` for none. The content is untrusted and becomes part of
 * commands.
 */
const PORT = /^tcp (\d{1,5}) ([0-9a-f]{64}) ([A-Za-z0-9][\w.-]{0,254}) (\d{1,18}|-)$/m;

/** @param folder of the run's records, on the target @throws TrimtabError when the target cannot be asked */
export async function liveEnds(target: Target, folder: string, signal?: AbortSignal): Promise<LiveEnds> {
  let output = '';
  const { exitCode, tail } = await target.run(
    { argv: ['sh', '-c', STATE_SCRIPT, 'sh', folder], folder: '/', environment: {} },
    { onOutput: (text) => (output += text), ...present({ signal }) },
  );
  if (exitCode !== 0) throw new TrimtabError(`Cannot send a request to the run on ${target.name}: ${tail.trim()}`);
  const [first, ...others] = output.split('\n');
  const state = first === 'listens' || first === 'ended' ? first : 'absent';
  return { state, hasSocket: others.includes('socket'), port: portIn(output) };
}

/** Returns undefined if the port is missing or invalid. */
export function portIn(text: string): LivePort | undefined {
  const [, digits, token, node, job] = PORT.exec(text) ?? [];
  const port = Number(digits);
  if (token === undefined || node === undefined || !(port >= 1 && port <= 65_535)) return undefined;
  return { listener: { kind: 'port', port, node, job: job === '-' ? undefined : job }, token };
}
