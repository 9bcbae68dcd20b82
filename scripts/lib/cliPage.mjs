/** The reference of docs/cli.md, derived from the declarations of the commands. */
import { join } from 'node:path';
import { fromSources } from './fromSources.mjs';
import { table, withTables } from './markdownTables.mjs';

/**
 * The parts of a declared command that the page uses.
 * @typedef {object} Declared
 * @property {() => string} name
 * @property {() => string} description
 * @property {() => string} usage
 * @property {() => string} helpGroup
 * @property {readonly Declared[]} commands
 * @property {readonly DeclaredOption[]} options
 * @property {readonly { name: () => string, description: string, argChoices?: readonly string[] }[]} registeredArguments
 * @property {() => { visibleCommands: (command: Declared) => readonly Declared[] }} createHelp
 */

/** @typedef {{ flags: string, hidden: boolean }} DeclaredOption */

/** Pages about the subject of a command. */
const SUBJECTS = {
  adapt: '[Adapt the instrumentation](instrumentation.md#adapt-the-instrumentation)',
  analyze: '[Formats](formats.md)',
  api: '[API](api.md)',
  asl: '[Properties in ASL](asl.md)',
  dynamics: '[Dynamics](dynamics.md)',
  efficiency: '[Efficiency and scaling](efficiency-and-scaling.md)',
  whatif: '[Predicted run times](what-if.md)',
  compare: '[Acceptance criteria](history-and-comparison.md#acceptance-criteria)',
  live: '[Live control](clusters.md#live-control)',
  mcp: '[Assistants](assistants.md)',
  watch: '[Search a running program](clusters.md#search-a-running-program)',
  workflow: '[Workflows](workflows.md)',
};

/** Options that all commands have, which the top of the page describes. */
const COMMON = ['-h, --help'];

/**
 * The page with its present reference.
 * @param {string} root the folder with `src` and `docs`
 * @returns {Promise<{ path: string, content: string }>} an absolute path, and the content
 */
export async function cliPage(root) {
  /** @type {{ program: Declared, descriptionOf: (option: DeclaredOption) => string }} */
  const { program, descriptionOf } = await fromSources(root, [
    "import { createProgram } from './src/cli/arguments/program.js';",
    "import { configureHelp, descriptionOf } from './src/cli/arguments/help.js';",
    'const program = createProgram(() => undefined, "");',
    'configureHelp(program);',
    'export { program, descriptionOf };',
  ]);
  const lines = [];
  let group = '';
  for (const command of visibleBelow(program)) {
    if (command.helpGroup() !== group) lines.push(`## ${command.helpGroup().replace(/:$/, '')}`, '');
    group = command.helpGroup();
    lines.push(...section(command, ['trimtab'], descriptionOf));
  }
  const path = join(root, 'docs/cli.md');
  return { path, content: withTables(path, { commands: lines.slice(0, -1) }) };
}

/** @param {Declared} command */
const visibleBelow = (command) =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help');

/**
 * @param {Declared} command
 * @param {readonly string[]} above names of the commands above it
 * @param {(option: DeclaredOption) => string} descriptionOf
 * @returns {string[]}
 */
function section(command, above, descriptionOf) {
  const path = [...above, command.name()];
  const below = visibleBelow(command);
  const usage = command.usage().replace('[options]', '').trim().replace(/ +/g, ' ');
  const subject = Object.entries(SUBJECTS).find(([name]) => name === command.name())?.[1];
  const options = command.options.filter(({ flags, hidden }) => !hidden && !COMMON.includes(flags));
  const rows = [
    ...command.registeredArguments.map((one) => [
      `\`${one.name().replaceAll('|', '\\|')}\``,
      prose(one.argChoices === undefined ? one.description : `${one.description}: ${one.argChoices.join(', ')}`),
    ]),
    ...options.map((option) => [`\`${option.flags}\``, prose(descriptionOf(option))]),
  ];
  return [
    `${'#'.repeat(path.length + 1)} ${path.join(' ')}`,
    '',
    ...(below.length > 0 ? [] : ['```text', `${path.join(' ')} ${usage}`.trim(), '```', '']),
    `${prose(command.description())}${subject === undefined ? '' : ` See ${subject}.`}`,
    '',
    ...(rows.length === 0 ? [] : [...table(['argument or option', 'meaning'], rows), '']),
    ...below.flatMap((one) => section(one, path, descriptionOf)),
  ];
}

/** Marks what a person types as code. @param {string} text */
function prose(text) {
  return text
    .replaceAll(
      /"(trimtab [^"]*)"|(?<![\w-])(--[a-z][\w-]*(?: <[a-z]+>)?|trimtab\.(?:yaml|h|F90)|measure\.[a-z]+|[a-z]+:<[a-z]+>|\*\.[a-z0-9]+)/g,
      (_, command, word) => `\`${command ?? word}\``,
    )
    .replaceAll(/(?<!`[^`]*)[<|](?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)/g, '\\$&');
}
