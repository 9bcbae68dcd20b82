/** The only module that opens output channels: escape sequences and hidden characters do not reach them. */
import * as vscode from 'vscode';
import { outputText } from '../../base/plainText.js';

/** An output channel for what builds and programs print. */
export class PlainOutput implements vscode.Disposable {
  private readonly channel: vscode.OutputChannel;

  constructor(name: string) {
    this.channel = vscode.window.createOutputChannel(name);
  }

  append(text: string): void {
    this.channel.append(outputText(text));
  }

  appendLine(text: string): void {
    this.channel.appendLine(outputText(text));
  }

  clear(): void {
    this.channel.clear();
  }

  /** Brings it to the front, and leaves the focus where it is. */
  show(): void {
    this.channel.show(true);
  }

  dispose(): void {
    this.channel.dispose();
  }
}

/** A log as VS Code has it, into which only plain text comes. */
export function openLog(name: string): vscode.LogOutputChannel {
  const log = vscode.window.createOutputChannel(name, { log: true });
  return new Proxy(log, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      return (...args: readonly unknown[]): unknown =>
        Reflect.apply(
          value,
          target,
          args.map((arg) => (typeof arg === 'string' ? outputText(arg) : arg)),
        );
    },
  });
}
