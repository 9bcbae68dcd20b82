/**
 * What VS Code has for tools of language models from version 1.95 on, as far as it is used: the types that Trimtab is
 * built with are of the oldest version that it runs in, where all of it is undefined.
 */
import 'vscode';

declare module 'vscode' {
  /** A part of an answer, as text. */
  interface LanguageModelTextPart {
    readonly value: string;
  }
  export const LanguageModelTextPart: (new (value: string) => LanguageModelTextPart) | undefined;

  /** What a model is told. */
  interface LanguageModelToolResult {
    readonly content: readonly unknown[];
  }
  export const LanguageModelToolResult:
    | (new (content: readonly LanguageModelTextPart[]) => LanguageModelToolResult)
    | undefined;

  interface LanguageModelTool {
    /** What a person is told while the tool is used. */
    prepareInvocation(): { readonly invocationMessage: string };
    invoke(options: { readonly input: unknown }, token: CancellationToken): Promise<LanguageModelToolResult>;
  }

  export namespace lm {
    const registerTool: ((name: string, tool: LanguageModelTool) => Disposable) | undefined;
  }
}
