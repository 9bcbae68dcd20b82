import type { CommandHandlers } from '../commands/commandTable.js';
import { askText, pick } from '../shown/prompts.js';
import type { LiveView } from './liveView.js';
import { iterationRequests } from './requests.js';

/** Asks which ones. */
const ITERATIONS = 'run';
/** Asks how many. */
const SAMPLES = 'sample';

const MODES = [
  {
    label: 'Trace',
    request: 'mode trace',
    description: 'with all functions that were on; the profile continues in parallel',
  },
  {
    label: 'Trace of Iterations…',
    request: ITERATIONS,
    description: 'with one that is a profile before and after them',
  },
  { label: 'MPI Only', request: 'mode mpi', description: 'no functions' },
  { label: 'Profile', request: 'mode profile', description: 'a trace ends, and what follows is in sums' },
  { label: 'Nothing', request: 'mode off', description: 'until a profile is chosen; a trace ends' },
  {
    label: 'Samples of Lines…',
    request: SAMPLES,
    description: 'in addition to the trace: time by source line',
  },
  { label: 'Finish', request: 'finish', description: 'stop recording; the program continues' },
];

/** From an iteration on, until another one has ended. */
async function askIterations(): Promise<readonly string[]> {
  const text = await askText({
    title: 'Which iterations of the progress loop are recorded, such as 100-110',
    validate: (given) =>
      iterationRequests(given) === undefined ? 'Write the first and the last one, such as 100-110.' : undefined,
  });
  return text === undefined ? [] : (iterationRequests(text) ?? []);
}

/** How often each thread is sampled from now on. */
async function askSamples(): Promise<readonly string[]> {
  const hertz = await askText({
    title: 'How many samples a second of each thread; 0 for none',
    validate: (text) => (/^\d{1,4}$|^10000$/.test(text) ? undefined : 'Write a whole number from 0 to 10000.'),
  });
  return hertz === undefined ? [] : [`${SAMPLES} ${hertz}`];
}

async function requestsOf(mode: string | undefined): Promise<readonly string[]> {
  if (mode === ITERATIONS) return askIterations();
  if (mode === SAMPLES) return askSamples();
  return mode === undefined ? [] : [mode];
}

export function liveCommands(
  view: LiveView,
): Pick<
  CommandHandlers,
  'trimtab.liveMode' | 'trimtab.liveDepth' | 'trimtab.startLiveSearch' | 'trimtab.stopLiveSearch'
> {
  return {
    'trimtab.startLiveSearch': async (row) => {
      if (row?.liveRun !== undefined) await view.search(row.liveRun, true);
    },
    'trimtab.stopLiveSearch': async (row) => {
      if (row?.liveRun !== undefined) await view.search(row.liveRun, false);
    },
    'trimtab.liveMode': async (row) => {
      if (row?.liveRun === undefined) return;
      const mode = await pick(MODES, { title: 'Recording from the next iteration that all ranks can synchronize on' });
      for (const request of await requestsOf(mode?.request)) await view.ask(row.liveRun, request);
    },
    'trimtab.liveDepth': async (row) => {
      if (row?.liveRun === undefined) return;
      const depth = await askText({
        title: 'How many functions deep calls are recorded',
        validate: (text) => (/^[1-9]\d{0,8}$/.test(text) ? undefined : 'Write a whole number from 1 on.'),
      });
      if (depth !== undefined) await view.ask(row.liveRun, `depth ${depth}`);
    },
  };
}
