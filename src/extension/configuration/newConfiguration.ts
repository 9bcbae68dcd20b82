/** Configurations that do not exist yet: proposed, chosen and written. */
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import { fileName } from '../../base/text.js';
import type { AdjustedConfiguration, ConfigurationChoices } from '../../protocol/workflows.js';
import type { Engine } from '../client/engine.js';
import type { CommandHandlers, CommandId } from '../commands/commandTable.js';
import { replaceText } from '../documents.js';
import { askText, type IconEntry, pick } from '../shown/prompts.js';

/** The use of a configuration once it is created. */
export type Purpose = 'run' | 'keep';

type Choice = 'create' | 'ranks' | 'target' | 'edit';

const EDIT = vscode.l10n.t('Edit It First');

/** The words on the button that creates a configuration. */
const createTitle = (purpose: Purpose): string =>
  purpose === 'run' ? vscode.l10n.t('Create and Run') : vscode.l10n.t('Create');

/** The files of unsaved configurations. */
const selector: vscode.DocumentFilter = { scheme: 'untitled', pattern: '**/trimtab.yaml' };

/** The lens of an unsaved configuration. */
export function lensOfNewConfigurations(): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(selector, {
    provideCodeLenses({ uri }) {
      const first = new vscode.Range(0, 0, 0, 0);
      const lens = (title: string, command: CommandId) =>
        new vscode.CodeLens(first, { title, command, arguments: [uri] });
      return [
        lens(`$(play) ${createTitle('run')}`, 'trimtab.createConfiguration'),
        lens(vscode.l10n.t('Choose Ranks and Target…'), 'trimtab.chooseConfiguration'),
      ];
    },
  });
}

/** The commands of the lens. @param run measures the program of a configuration */
export function newConfigurationCommands(
  engine: Engine,
  run: (configuration: string) => Promise<void>,
): Pick<CommandHandlers, 'trimtab.createConfiguration' | 'trimtab.chooseConfiguration'> {
  const runIf = async (configuration: string | undefined): Promise<void> => {
    if (configuration !== undefined) await run(configuration);
  };
  return {
    'trimtab.createConfiguration': async (uri) => runIf(await save(engine, documentAt(uri))),
    'trimtab.chooseConfiguration': async (uri) => runIf(await choose(engine, documentAt(uri), 'run')),
  };
}

/**
 * The configuration for a file or folder. If none exists, one is proposed as an unsaved document, with a list of the
 * choices that matter. Nothing is written until the person agrees.
 * @returns its path; undefined if the person edits the document first, or cancels
 */
export async function configurationFor(engine: Engine, path: string, purpose: Purpose): Promise<string | undefined> {
  const found = await engine.request('trimtab/findConfiguration', { path });
  return found?.path ?? create(engine, path, purpose);
}

async function create(engine: Engine, path: string, purpose: Purpose): Promise<string | undefined> {
  const proposal = await engine.request('trimtab/proposeConfiguration', { path });
  if ('paths' in proposal) {
    const chosen = await chooseProgram(proposal.reason, proposal.paths);
    return chosen === undefined ? undefined : configurationFor(engine, chosen, purpose);
  }
  const uri = vscode.Uri.file(proposal.path).with({ scheme: 'untitled' });
  const document = await vscode.workspace.openTextDocument(uri);
  // A document that was edited before is unchanged.
  if (document.getText() === '') await write(document, proposal.text);
  await vscode.window.showTextDocument(document, { preview: false });
  return choose(engine, document, purpose, proposal.summary);
}

/** Offers the choices that matter until the person creates or edits the configuration. */
async function choose(
  engine: Engine,
  document: vscode.TextDocument,
  purpose: Purpose,
  summary = vscode.l10n.t('The configuration is not saved yet.'),
): Promise<string | undefined> {
  for (;;) {
    const effect = await adjust(engine, document, {});
    const title = vscode.l10n.t('New trimtab.yaml in {0}', fileName(dirname(document.uri.fsPath)));
    const chosen = await pick(entriesOf(effect, purpose), { title, placeHolder: summary, ignoreFocusOut: true });
    if (chosen?.choice === 'create') return save(engine, document);
    if (chosen === undefined || chosen.choice === 'edit') return undefined;
    const choices =
      chosen.choice === 'ranks' ? await askRanks(effect.ranks ?? 1) : await askTarget(engine, effect.target);
    if (choices !== undefined) await write(document, (await adjust(engine, document, choices)).text);
  }
}

/** @throws TrimtabError naming the line if the text is not a valid configuration */
function adjust(
  engine: Engine,
  document: vscode.TextDocument,
  choices: ConfigurationChoices,
): Promise<AdjustedConfiguration> {
  const { fsPath: path } = document.uri;
  return engine.request('trimtab/adjustConfiguration', { path, text: document.getText(), choices });
}

/** Writes a document that is a valid configuration. @returns its path */
async function save(engine: Engine, document: vscode.TextDocument): Promise<string> {
  await adjust(engine, document, {});
  const { fsPath: path } = document.uri;
  if (!(await document.save()))
    throw new TrimtabError(vscode.l10n.t('{0} was not written. Save the document, then analyze again.', path));
  return path;
}

function entriesOf(
  { commands, ranks, target }: AdjustedConfiguration,
  purpose: Purpose,
): (IconEntry & { choice: Choice })[] {
  const create = { label: createTitle(purpose), detail: commands.join(' · '), icon: 'play', choice: 'create' as const };
  const count = {
    label: vscode.l10n.t('Ranks'),
    description: String(ranks),
    detail: vscode.l10n.t('MPI processes to start'),
    icon: 'server-process',
    choice: 'ranks' as const,
  };
  const where = {
    label: vscode.l10n.t('Target'),
    description: target,
    detail: vscode.l10n.t('machine or cluster to run on'),
    icon: 'vm',
    choice: 'target' as const,
  };
  const edit = {
    label: EDIT,
    detail: vscode.l10n.t('the lens above its first line creates the file and runs the program'),
    icon: 'edit',
    choice: 'edit' as const,
  };
  return [create, ...(ranks === null ? [] : [count]), where, edit];
}

async function askRanks(now: number): Promise<ConfigurationChoices | undefined> {
  const answer = await askText({
    title: vscode.l10n.t('Ranks'),
    prompt: vscode.l10n.t('MPI processes to start'),
    value: String(now),
    ignoreFocusOut: true,
    validate: (text) =>
      /^[1-9]\d{0,5}$/.test(text.trim()) ? undefined : vscode.l10n.t('Enter a whole number of at least 1, such as 4.'),
  });
  return answer === undefined ? undefined : { ranks: Number(answer.trim()) };
}

async function askTarget(engine: Engine, now: string): Promise<ConfigurationChoices | undefined> {
  const targets = await engine.request('trimtab/listTargets', null);
  const entries = targets.map(({ name, description }) => ({
    label: name,
    detail: description,
    ...(name === now ? { description: 'selected' } : {}),
  }));
  const placeHolder = vscode.l10n.t('Run on which target? "Trimtab: Add Target" describes others.');
  const chosen = await pick(entries, { title: vscode.l10n.t('Target'), placeHolder, ignoreFocusOut: true });
  return chosen === undefined ? undefined : { target: chosen.label };
}

async function chooseProgram(reason: string, paths: readonly string[]): Promise<string | undefined> {
  const entries = paths.map((path) => ({
    label: fileName(path),
    description: vscode.workspace.asRelativePath(path),
    path,
  }));
  const chosen = await pick(entries, {
    title: vscode.l10n.t('Which program?'),
    placeHolder: reason,
    ignoreFocusOut: true,
  });
  return chosen?.path;
}

/** The unsaved configuration that a command is about. @param uri the active document by default */
function documentAt(uri: vscode.Uri | undefined): vscode.TextDocument {
  const wanted = uri ?? vscode.window.activeTextEditor?.document.uri;
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === wanted?.toString());
  if (open?.isUntitled === true) return open;
  throw new TrimtabError(vscode.l10n.t('There is no unsaved trimtab.yaml in the editor. Analyze a program first.'));
}

async function write(document: vscode.TextDocument, text: string): Promise<void> {
  if (!(await replaceText(document, text)))
    throw new TrimtabError(
      vscode.l10n.t('The editor did not change {0}. Close it, then analyze again.', document.uri.fsPath),
    );
}
