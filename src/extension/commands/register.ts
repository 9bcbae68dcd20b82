import * as vscode from 'vscode';
import type { ErrorFunnel } from '../errors.js';
import { type CommandHandlers, type CommandId, commandNames, isCommandId } from './commandTable.js';

/** Registers every command; whatever one throws reaches the person through the funnel. */
export function registerCommands(handlers: CommandHandlers, errors: ErrorFunnel): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.keys(commandNames)
      .filter(isCommandId)
      .map((id) => register(id, handlers[id], errors)),
  );
}

function register<K extends CommandId>(id: K, handler: CommandHandlers[K], errors: ErrorFunnel): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (...args: Parameters<CommandHandlers[K]>) => {
    try {
      await handler(...args);
    } catch (error) {
      errors.report(error, commandNames[id]);
    }
  });
}
