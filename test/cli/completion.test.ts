import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completionsOf } from '../../src/cli/arguments/completion.js';
import { createProgram } from '../../src/cli/arguments/program.js';
import { installedCommand } from './command.js';

const program = createProgram(() => undefined, '');
const after = (...words: string[]): string[] => completionsOf(program, words).map(({ word }) => word);

describe('completion', () => {
  it('of the first word lists commands, without those that Trimtab starts itself', () => {
    expect(after()).toEqual(expect.arrayContaining(['run', 'analyze', 'experiments', '--help', '--version']));
    expect(after()).not.toContain('task');
    expect(after()).not.toContain('complete');
  });

  it('lists commands and options of the command before', () => {
    expect(after('experiments')).toEqual(expect.arrayContaining(['list', 'compare', 'prune']));
    expect(after('experiments', 'compare')).toEqual(expect.arrayContaining(['--accept', '--format', '--project']));
    expect(after('experiments', 'compare', 'list')).not.toContain('--starred');
  });

  it('lists values of an option and of an argument', () => {
    expect(after('picture', '--theme')).toEqual(['light', 'dark']);
    expect(after('completion')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  });

  it('lists nothing where a file follows', () => {
    expect(after('analyze', 'x', '--cubex')).toEqual([]);
  });
});

/** Programs that print the completions of `trimtab experiments comp`, by shell. */
const SHELLS = {
  bash: [
    '-c',
    'source <(trimtab completion bash); COMP_WORDS=(trimtab experiments comp); COMP_CWORD=2; _trimtab; echo "${COMPREPLY[@]}"',
  ],
  zsh: [
    '-fc',
    'compdef() { :; }; _describe() { print -l -- $lines; }; source <(trimtab completion zsh); words=(trimtab experiments comp); CURRENT=3; _trimtab',
  ],
  fish: ['-c', 'trimtab completion fish | source; complete -C "trimtab experiments comp"'],
} as const;

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

describe('completion in a shell', () => {
  const command = installedCommand();

  it.each(Object.entries(SHELLS).filter(([shell]) => isInstalled(shell)))('%s completes a command', (shell, words) => {
    const folder = mkdtempSync(join(tmpdir(), 'trimtab-completion-'));
    try {
      const started = join(folder, 'trimtab');
      writeFileSync(started, `#!/bin/sh\nexec "${process.execPath}" "${command.path()}" "$@"\n`);
      chmodSync(started, 0o755);
      const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ''}`, HOME: folder };
      const printed = execFileSync(shell, words, { env, encoding: 'utf8' });
      expect(printed).toContain('compare');
      expect(printed).not.toContain('defect');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
