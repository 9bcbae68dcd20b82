/** Writing rules for functions where people keep them. */
import { basename } from 'node:path';
import { PROJECT_TEXT, readText, writeForPerson } from '../../base/files/index.js';
import type { FunctionRule } from '../../measurement/selection/model.js';
import { SYNTAXES } from '../../measurement/selection/syntaxes.js';
import { CONFIGURATION } from './fileName.js';
import { withSelection } from './selectionText.js';

/**
 * Writes rules in the form implied by the name of the file: into trimtab.yaml, after its contents; as a filter of
 * Score-P (`.filter`, `.filt`); else as a selection of TAU.
 * @throws TrimtabError when the file cannot be written, or trimtab.yaml is none
 */
export function writeRules(path: string, rules: readonly FunctionRule[]): void {
  if (basename(path) === CONFIGURATION) {
    writeForPerson(path, withSelection(readText(path, PROJECT_TEXT), { edit: 'rules', rules }));
    return;
  }
  const syntax = /\.filt(er)?$/.test(path) ? SYNTAXES.scorep : SYNTAXES.tau;
  writeForPerson(path, syntax.print({ files: [], functions: rules, specifications: [] }).text);
}
