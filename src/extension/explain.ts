import { l10n } from 'vscode';
import { CancelledError, TrimtabError } from '../base/problem.js';
import { EngineDefectError, EngineStoppedError } from './client/engineErrors.js';

/** Message about an error for the user, and details for the log. */
export type Explanation =
  | { readonly kind: 'silent' }
  | { readonly kind: 'told'; readonly sentence: string; readonly details?: string }
  | { readonly kind: 'defect'; readonly sentence: string; readonly log: string };

/**
 * Classifies an error: cancellation is silent, a `TrimtabError` is shown as its sentence. All else is a defect of
 * Trimtab, shown in two lines, with the stack in the log.
 * @param doing the user's request, such as "Analyze Performance"
 */
export function explain(error: unknown, doing: string): Explanation {
  if (isSilent(error)) return { kind: 'silent' };
  if (error instanceof TrimtabError)
    return error.details === undefined
      ? { kind: 'told', sentence: error.message }
      : { kind: 'told', sentence: error.message, details: error.details };
  if (error instanceof EngineDefectError) return { kind: 'defect', sentence: error.message, log: error.message };
  const message = error instanceof Error ? error.message : String(error);
  return {
    kind: 'defect',
    sentence: l10n.t(
      '{0} failed because of a defect in Trimtab: {1}\nThe log holds the details.',
      doing,
      firstLine(message),
    ),
    log: error instanceof Error && error.stack !== undefined ? error.stack : message,
  };
}

/**
 * Reports whether an error needs no message: cancellation, or a stopped engine, which is reported by the client that
 * restarts it.
 */
function isSilent(error: unknown): boolean {
  if (error instanceof CancelledError || error instanceof EngineStoppedError) return true;
  // vscode.CancellationError, recognized by name so that this module needs no vscode.
  return error instanceof Error && error.name === 'Canceled';
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? text : text.slice(0, end);
}
