/** The part of VS Code that modules of the extension use outside of its host: texts, as its library makes them. */
import { t } from '@vscode/l10n';

export const l10n = { t };
