/**
 * Stands for `minimatch` in the extension's bundle: the language client matches globs only of servers that ask for file
 * operations or notebooks, or answer pulled diagnostics of patterns. The engine does none of these, and says so here at once
 * if it ever should. Minimatch would be loaded at each activation.
 */
exports.Minimatch = class {
  constructor() {
    throw new Error(
      'The engine registers what needs globs: take the alias of minimatch out of scripts/lib/bundles.mjs.',
    );
  }
};
