import * as vscode from 'vscode';
import { doubtText, percent, plainLine } from '../../base/text.js';
import type { EvaluatedProperty, HoldingPlace } from '../../protocol/properties.js';
import type { Engine } from '../client/engine.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import type { Notifier } from '../notifier.js';
import { pick } from '../shown/prompts.js';

/**
 * Returns the command of the code lens at a property: evaluates it on the shown experiment, and lists its instances.
 */
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
  if (!isMeasured) return vscode.l10n.t('The data for {0} was not measured in {1}.', what, where);
  return vscode.l10n.t(
    '{0} does not hold in {1}. It was evaluated at {2} {3}.',
    what,
    where,
    asked,
    asked === 1 ? 'location' : 'locations',
  );
}

async function show(engine: Engine, { property, name, experiment, holds, places }: EvaluatedProperty): Promise<void> {
  const entries = places.map((place) => ({ label: labelOf(place), detail: place.values, place }));
  const where = holds === 1 ? vscode.l10n.t('1 location') : `${holds} locations`;
  const placeHolder = vscode.l10n.t('Holds at {0} in {1}', where, plainLine(name));
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
