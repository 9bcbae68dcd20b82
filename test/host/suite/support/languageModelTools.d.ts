/** What tests ask of VS Code's tools of language models, which the types of the oldest version lack. */
import 'vscode';

declare module 'vscode' {
  export namespace lm {
    const tools: readonly { readonly name: string }[] | undefined;
    const invokeTool:
      | ((
          name: string,
          options: { readonly input: object; readonly toolInvocationToken: undefined },
        ) => Promise<LanguageModelToolResult>)
      | undefined;
  }
}
