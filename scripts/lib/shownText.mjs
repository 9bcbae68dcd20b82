/**
 * Rules that keep untrusted text plain: each way to show text has one module, which makes its input plain. oxlint
 * refuses it everywhere else, so that it cannot be forgotten.
 */
import { relative, sep } from 'node:path';
import { root } from './layout.mjs';

/** @typedef {{ filename: string, report: (problem: { node: object, message: string }) => void }} Context */

/**
 * Everything that takes or picks a property of one of these names, also by destructuring and as a string.
 * @param {string} names alternatives of a regular expression
 */
function uses(names) {
  return [
    `MemberExpression > Identifier.property[name=/^(${names})$/]`,
    `MemberExpression > Literal.property[value=/^(${names})$/]`,
    `ObjectPattern > Property > Identifier.key[name=/^(${names})$/]`,
    `ImportSpecifier > Identifier.imported[name=/^(${names})$/]`,
  ].join(', ');
}

/**
 * A way to show text, and the modules that may use it.
 * @type {readonly { readonly selector: string, readonly message: string, readonly only: readonly string[] }[]}
 */
export const restrictions = [
  {
    selector: uses('showInformationMessage|showWarningMessage|showErrorMessage|setStatusBarMessage'),
    message: 'Messages turn "[text](command:…)" into links: use src/extension/shown/messages.ts or the notifier.',
    only: ['src/extension/shown/messages.ts'],
  },
  {
    selector: uses('showQuickPick|showInputBox|createQuickPick|createInputBox'),
    message: 'Input boxes and lists make links and icons of texts: use src/extension/shown/prompts.ts.',
    only: ['src/extension/shown/prompts.ts'],
  },
  {
    selector: uses('createOutputChannel|createTerminal'),
    message: 'Output channels show what they are given: use src/extension/shown/channels.ts.',
    only: ['src/extension/shown/channels.ts'],
  },
  {
    selector: uses('ProgressLocation'),
    message: 'Progress is shown in a view, which takes no text; notifications of progress make links of it.',
    only: [],
  },
  {
    selector: uses('TreeItem|createTreeView|registerTreeDataProvider'),
    message: 'Rows of trees are shown by src/extension/views/rowTree.ts.',
    only: ['src/extension/views/rowTree.ts'],
  },
  {
    selector: uses('createStatusBarItem'),
    message: 'The status bar makes icons of "$(name)": there is one item, in src/extension/analyze/status.ts.',
    only: ['src/extension/analyze/status.ts'],
  },
  {
    selector: `Property > Identifier.key[name=/^(contentText|hoverMessage)$/]`,
    message:
      'Marks on lines are drawn by src/extension/decorations/lineMarks.ts, measured lines by ranges/lineRanges.ts.',
    only: ['src/extension/decorations/lineMarks.ts', 'src/extension/ranges/lineRanges.ts'],
  },
  {
    selector: uses('MarkdownString|MarkupKind'),
    message: 'Markdown reaches editors from src/engine/languageFeatures.ts only, as the type Markdown.',
    // The status bar's tooltip is a constant with links to two commands.
    only: ['src/engine/languageFeatures.ts', 'src/extension/analyze/status.ts'],
  },
  {
    selector: `MemberExpression[object.name='process'] > Identifier.property[name=/^(stdout|stderr)$/], ${uses('createInterface')}`,
    message: 'Terminals obey control characters: write with Terminal, ask with src/cli/terminal/question.ts.',
    // ssh reads what its helper writes.
    only: ['src/cli/main.ts', 'src/cli/terminal/question.ts', 'src/extension/askpass/helper.ts'],
  },
  {
    selector: `MemberExpression > Identifier.object[name='console'], ${uses('console')}`,
    message: 'What nobody was asked for goes to the log, by src/engine/requests/announcer.ts.',
    // Into the log channel, or away from the protocol's stream.
    only: ['src/engine/requests/announcer.ts', 'src/engine/requests/dispatch.ts', 'src/engine/main.ts'],
  },
  {
    selector: [
      uses('innerHTML|outerHTML|insertAdjacentHTML|srcdoc|createContextualFragment|parseFromString'),
      `MemberExpression[object.name='document'] > Identifier.property[name=/^(write|writeln)$/]`,
      `JSXAttribute > JSXIdentifier[name=/^(dangerouslySetInnerHTML|srcdoc|srcDoc)$/]`,
      `Property > Identifier.key[name='dangerouslySetInnerHTML']`,
    ].join(', '),
    message: 'Pages are made of elements and text, never of HTML in a string.',
    only: [],
  },
  {
    selector: `AssignmentExpression > MemberExpression.left > Identifier.property[name='html']`,
    message: 'The document of a page is set by src/extension/pages/page.ts.',
    only: ['src/extension/pages/page.ts'],
  },
];

/**
 * The restrictions as a rule of oxlint, for all of `src`; each module may do what names it.
 * @type {{ create: (context: Context) => Record<string, (node: object) => void> }}
 */
const rule = {
  create(context) {
    const file = relative(root, context.filename).split(sep).join('/');
    const held = restrictions.filter(({ only }) => !only.includes(file));
    return Object.fromEntries(
      held.map(({ selector, message }) => [
        selector,
        (/** @type {object} */ node) => {
          context.report({ node, message });
        },
      ]),
    );
  },
};

export default { meta: { name: 'trimtab' }, rules: { 'shown-text': rule } };
