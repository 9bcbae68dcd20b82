/**
 * Stands for `semver/functions/parse` and `semver/functions/satisfies` in the extension's bundle: the language client asks them
 * only whether VS Code is new enough, and VS Code itself has looked at `engines.vscode` of our manifest, which is newer than
 * what the client needs, before it loads anything. Semver would be loaded at each activation.
 */
module.exports = () => ({ prerelease: [] });
