import * as vscode from 'vscode';
import type { FoundAt } from '../../protocol/report.js';
import { plainLine } from '../../base/text.js';
import type { Engine } from '../client/engine.js';
import type { ChosenRow, CommandHandlers } from '../commands/commandTable.js';
import { selectionOf } from '../selection/findingSelection.js';
import type { Selections } from '../selection/selections.js';
import { showLine } from '../selection/shownLines.js';
import type { Notifier } from '../notifier.js';
import type { FindingsView } from './findingsView.js';
import { keepMapping } from './pathMapSetting.js';

/** The command behind lenses and rows: opens the finding's line, and selects its row and what it is about in all views. */
export function showFindingCommand(
  engine: Engine,
  view: FindingsView,
  notifier: Notifier,
  selections: Selections,
): Pick<CommandHandlers, 'trimtab.showFinding'> {
  return {
    'trimtab.showFinding': async (target) => {
      const finding = target === undefined ? await view.pickFinding() : findingOf(target);
      if (finding === undefined) return;
      await openLine(engine, notifier, finding);
      await view.revealFinding(finding);
      const experiment = view.experiment;
      if (experiment !== undefined) await selections.select(await selectionOf(engine, experiment, finding), 'findings');
    },
  };
}

function findingOf(target: FoundAt | ChosenRow): FoundAt | undefined {
  return 'callPath' in target ? target : target.finding;
}

async function openLine(engine: Engine, notifier: Notifier, finding: FoundAt): Promise<void> {
  if (finding.place === undefined) return;
  const location = await engine.request('trimtab/locate', { finding });
  if (location === null) {
    const proposal = await engine.request('trimtab/proposePathMapping', null);
    notifier.tell(
      'error',
      vscode.l10n.t(
        'The source file {0} was not found here; locate it, or open the folder that contains it.',
        plainLine(finding.place.file),
      ),
      ...(proposal === null
        ? []
        : [{ title: vscode.l10n.t('Use {0}', plainLine(proposal.local)), run: () => keepMapping(proposal, notifier) }]),
      {
        title: vscode.l10n.t('Locate Source…'),
        run: () => vscode.commands.executeCommand('trimtab.locateSource', finding),
      },
    );
    return;
  }
  await showLine(location);
}
