/** `trimtab live`: what a running program does, and switching it. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { createTarget } from '../../targets/create.js';
import { findTarget, LOCAL } from '../../targets/description.js';
import type { Target } from '../../targets/target.js';
import { findConfiguration, loadConfiguration } from '../../workflows/index.js';
import { type GoingRun, goingRuns } from '../../workflows/live/livePlace.js';
import { OpenRuns } from '../../workflows/runner/index.js';
import { LiveRun } from '../../workflows/live/liveRun.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import type { LiveRequest } from '../arguments/live.js';
import { liveLines } from '../text/liveLines.js';

/** Between two looks, in milliseconds. */
const EVERY = 2000;

/** Does what `trimtab live` asks for. @throws TrimtabError where nothing runs, or what is asked is refused */
export async function live(context: Context, request: LiveRequest): Promise<void> {
  const { run, close } = runOf(context, placeOf(context, request));
  try {
    await (request.request === '' ? show(context, run, request) : ask(context, run, request));
  } finally {
    await close();
  }
}

interface OpenRun {
  readonly run: LiveRun;
  readonly close: () => Promise<void>;
}

/** Folder in which a run in progress records. */
export interface RunPlace {
  readonly target: Target;
  /** Folder of its records there. */
  readonly folder: string;
  readonly experiment: string | undefined;
}

/** The run that is meant. @throws TrimtabError where there is none */
export function placeOf(
  context: Context,
  { project, run: wanted }: { readonly project: string; readonly run?: string },
): RunPlace {
  const folder = resolve(context.folder, project);
  const path = wanted === undefined ? undefined : resolve(context.folder, wanted);
  if (path !== undefined && existsSync(join(path, 'live')))
    return { target: targetFor(LOCAL.name, folder), folder: path, experiment: undefined };
  const going = chosen(goingRuns(new OpenRuns(), projectOf(folder)), wanted, folder);
  const target = targetFor(going.target, dirname(going.configuration));
  return { target, folder: going.folder, experiment: going.experiment };
}

function runOf({ terminal }: Context, place: RunPlace): OpenRun {
  const { target, folder } = place;
  const run = new LiveRun(target, folder, (sentence) => terminal.status(`${sentence}\n`));
  const close = async (): Promise<void> => {
    run.close();
    await target.close();
  };
  return { run, close };
}

function projectOf(folder: string): string {
  const path = findConfiguration(folder);
  return path === undefined ? storeFor(folder).project : loadConfiguration(path).project;
}

function chosen(runs: readonly GoingRun[], wanted: string | undefined, folder: string): GoingRun {
  const fitting = wanted === undefined ? runs : runs.filter(({ run }) => run.startsWith(wanted));
  const [first] = fitting;
  if (first !== undefined && (wanted === undefined || fitting.every(({ run }) => run === first.run))) return first;
  throw new TrimtabError(
    first !== undefined
      ? `"${wanted ?? ''}" matches several runs; write more of the identifier.`
      : wanted === undefined
        ? `No program that Trimtab started in ${folder} is running. For another run, name the folder of its records.`
        : `"${wanted}" is neither a running program nor the folder of its records.`,
  );
}

/** @param from a folder with the trimtab.yaml that describes the target */
function targetFor(name: string, from: string): Target {
  const path = findConfiguration(from);
  const targets = path === undefined ? [] : loadConfiguration(path).targets;
  return createTarget(name === LOCAL.name ? LOCAL : findTarget(name, targets, []));
}

async function ask({ terminal, signal }: Context, run: LiveRun, { request, json }: LiveRequest): Promise<void> {
  const answer = await run.ask(request, signal);
  if (json) await terminal.json(answer);
  if (answer.kind === 'refused') throw new TrimtabError(`${request}: ${answer.why} (column ${answer.column}).`);
  if (json) return;
  const { iteration, note } = answer;
  await terminal.lines([iteration > 0 ? `At iteration ${iteration}.` : note === '' ? 'Done.' : `Done, ${note}.`]);
}

async function show(context: Context, run: LiveRun, { json, once, tree }: LiveRequest): Promise<void> {
  const { terminal, signal } = context;
  for (let round = 0; ; round++) {
    const view = await run.look(tree ? 'get tree' : 'get flat', signal);
    if (json) await terminal.json(view);
    else await terminal.lines([...(round === 0 ? [] : ['']), ...liveLines(view, terminal)]);
    if (once) return;
    await rest(signal);
  }
}

async function rest(signal: AbortSignal): Promise<void> {
  try {
    await pause(EVERY, undefined, { signal });
  } catch {
    throw new CancelledError();
  }
}
