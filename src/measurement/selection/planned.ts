/** The selection of a plan: rules of files and of trimtab.yaml together, and which groups were switched. */
import * as v from 'valibot';
import { type FileRule, type FunctionRule, TAKES } from './model.js';
import { type GroupRule, groupsText, nameTests, offText, type SwitchedGroups, testsText } from './tests.js';

export interface PlannedSelection {
  readonly files: readonly FileRule[];
  readonly functions: readonly FunctionRule[];
  readonly groups: readonly GroupRule[];
  readonly switched: SwitchedGroups;
}

export const NO_SELECTION: PlannedSelection = { files: [], functions: [], groups: [], switched: {} };

/** Reports whether it has rules for functions. */
export const selectsFunctions = ({ functions, switched }: PlannedSelection): boolean =>
  functions.length > 0 || Object.keys(switched).length > 0;

/** Returns the tests for functions, ranges and their groups that the probe reads at program start; '' without rules. */
export const functionTests = ({ functions, groups, switched }: PlannedSelection): string =>
  testsText(nameTests(functions, groups, switched)) + groupsText(groups) + offText(switched);

/** Returns rules without their source positions. */
export function plainRules({ files, functions }: Pick<PlannedSelection, 'files' | 'functions'>) {
  return {
    files: files.map(({ take, glob }): FileRule => ({ take, glob })),
    functions: functions.map(({ take, glob, mangled }): FunctionRule =>
      mangled === true ? { take, glob, mangled } : { take, glob },
    ),
  };
}

const rule = { take: v.picklist(TAKES), glob: v.string() };

/** As experiments keep it. */
export const storedSelection = v.object({
  files: v.array(v.object(rule)),
  functions: v.array(v.object({ ...rule, mangled: v.exactOptional(v.literal(true)) })),
  groups: v.array(v.object({ group: v.string(), glob: v.string() })),
  switched: v.record(v.string(), v.boolean()),
});
