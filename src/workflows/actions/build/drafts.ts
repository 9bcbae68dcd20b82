/** Folder in which a workflow run keeps the facts recorded before its builds (see provenance/draft.ts). */
import { basename, join } from 'node:path';
import { Draft } from '../../provenance/draft.js';
import type { ActionContext } from '../../steps/action.js';
import { latestOutputs } from '../../language/declaration.js';
import { fileNameOf } from '../../runs/answers.js';
import { runsFolder } from '../../runs/runRecord.js';
import { buildDeclaration } from '../../declarations/build.js';

/** The name of this build's draft, among those of the run. */
export function draftName({ key }: ActionContext): string {
  return fileNameOf(key);
}

/** @param name as a build gave it */
export function draftFolder({ run, store }: Pick<ActionContext, 'run' | 'store'>, name: string): string {
  return join(runsFolder(store.project), run, 'built', basename(name));
}

/** The draft of the latest build before this step; undefined where nothing was built, or it is gone. */
export function latestDraft(context: Pick<ActionContext, 'done' | 'run' | 'store'>): Draft | undefined {
  const name = latestOutputs(buildDeclaration, context.done)?.draft;
  return name === undefined ? undefined : Draft.read(draftFolder(context, name));
}
