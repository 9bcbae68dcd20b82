import { l10n } from 'vscode';
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
    label: l10n.t('Trace'),
    request: 'mode trace',
    description: l10n.t('with all active functions; the profile continues in parallel'),
  },
  {
    label: l10n.t('Trace of Iterations…'),
    request: ITERATIONS,
    description: 'a profile before and after them',
  },
  { label: l10n.t('MPI Only'), request: 'mode mpi', description: l10n.t('no functions') },
  { label: l10n.t('Profile'), request: 'mode profile', description: l10n.t('end a trace; record sums from here on') },
  { label: l10n.t('Nothing'), request: 'mode off', description: l10n.t('until a profile is chosen; end a trace') },
  {
    label: l10n.t('Samples of Lines…'),
    request: SAMPLES,
    description: l10n.t('in addition to the trace: time by source line'),
  },
  { label: l10n.t('Finish'), request: 'finish', description: l10n.t('stop recording; the program continues') },
];

/** From an iteration on, until another one has ended. */
async function askIterations(): Promise<readonly string[]> {
  const text = await askText({
    title: l10n.t('Iterations of the progress loop to record, such as 100-110'),
    validate: (given) =>
      iterationRequests(given) === undefined
        ? l10n.t('Enter the first and the last iteration, such as 100-110.')
        : undefined,
  });
  return text === undefined ? [] : (iterationRequests(text) ?? []);
}

/** How often each thread is sampled from now on. */
async function askSamples(): Promise<readonly string[]> {
  const hertz = await askText({
    title: l10n.t('Sampling rate per thread in Hz; 0 disables sampling'),
    validate: (text) => (/^\d{1,4}$|^10000$/.test(text) ? undefined : l10n.t('Enter a whole number from 0 to 10000.')),
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
      const mode = await pick(MODES, {
        title: l10n.t('Recording starts at the next iteration on which all ranks can synchronize'),
      });
      for (const request of await requestsOf(mode?.request)) await view.ask(row.liveRun, request);
    },
    'trimtab.liveDepth': async (row) => {
      if (row?.liveRun === undefined) return;
      const depth = await askText({
        title: l10n.t('Maximum depth of recorded calls'),
        validate: (text) => (/^[1-9]\d{0,8}$/.test(text) ? undefined : l10n.t('Enter a whole number of at least 1.')),
      });
      if (depth !== undefined) await view.ask(row.liveRun, `depth ${depth}`);
    },
  };
}
