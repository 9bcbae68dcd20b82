/** Parts of VS Code's API for language model tools that the types of the oldest version do not have. */
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
