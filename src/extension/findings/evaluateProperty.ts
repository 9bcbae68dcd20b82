import * as vscode from 'vscode';
import { doubtText, percent, plainLine } from '../../base/text.js';
import type { EvaluatedProperty, HoldingPlace } from '../../protocol/properties.js';
import type { Engine } from '../client/engine.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import type { Notifier } from '../notifier.js';
import { pick } from '../shown/prompts.js';

/** The command of the lens over a property: evaluates it on the shown experiment, and tells where it holds. */
export function evaluatePropertyCommand(
  engine: Engine,
  notifier: Notifier,
): Pick<CommandHandlers, 'trimtab.evaluateProperty'> {
  return {
    'trimtab.evaluateProperty': async (target) => {
      if (target === undefined) return;
      const result = await vscode.window.withProgress({ location: { viewId: 'trimtab.findings' } }, () =>
        engine.request('trimtab/evaluateProperty', target),
      );
      if (result.places.length === 0) notifier.tell('information', nothing(result));
      else await show(engine, result);
    },
  };
}

function nothing({ property, name, asked, isMeasured, stopped }: EvaluatedProperty): string {
  const [what, where] = [plainLine(property), plainLine(name)];
  if (stopped !== undefined) return plainLine(stopped);
  if (!isMeasured) return `The data for ${what} was not measured in ${where}.`;
  return `${what} holds nowhere in ${where}; it was evaluated at ${asked} ${asked === 1 ? 'location' : 'locations'}.`;
}

async function show(engine: Engine, { property, name, experiment, holds, places }: EvaluatedProperty): Promise<void> {
  const entries = places.map((place) => ({ label: labelOf(place), detail: place.values, place }));
  const where = holds === 1 ? '1 place' : `${holds} places`;
  const placeHolder = `Holds at ${where} in ${plainLine(name)}`;
  const chosen = await pick(entries, { title: plainLine(property), placeHolder });
  const source = chosen?.place.source;
  if (source === undefined) return;
  const found = await engine.request('trimtab/locateIn', { experiment, ...source });
  if (found === null) return;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(found.path));
  const selection = document.validateRange(new vscode.Range(found.line, 0, found.line, 0));
  await vscode.window.showTextDocument(document, { selection });
}

function labelOf({ severity, confidence, place }: HoldingPlace): string {
  const doubt = confidence < 1 ? ` (${doubtText(confidence)})` : '';
  return `${percent(severity)}  ${plainLine(place)}${doubt}`;
}
