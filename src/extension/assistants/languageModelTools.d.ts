/**
 * Used parts of VS Code's API for language model tools, from version 1.95 on. Trimtab is built with the types of the
 * oldest supported version, where all of it is undefined.
 */
import 'vscode';

declare module 'vscode' {
  /** A part of an answer, as text. */
  interface LanguageModelTextPart {
    readonly value: string;
  }
  export const LanguageModelTextPart: (new (value: string) => LanguageModelTextPart) | undefined;

  /** Content for the model. */
  interface LanguageModelToolResult {
    readonly content: readonly unknown[];
  }
  export const LanguageModelToolResult:
    | (new (content: readonly LanguageModelTextPart[]) => LanguageModelToolResult)
    | undefined;

  interface LanguageModelTool {
    /** Message for the user while the tool runs. */
    prepareInvocation(): { readonly invocationMessage: string };
    invoke(options: { readonly input: unknown }, token: CancellationToken): Promise<LanguageModelToolResult>;
  }

  export namespace lm {
    const registerTool: ((name: string, tool: LanguageModelTool) => Disposable) | undefined;
  }
}
