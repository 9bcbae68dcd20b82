import { describe, expect, it } from 'vitest';
import { questionOf } from '../../../src/extension/targets/targetQuestions.js';
import { kinds } from '../../../src/targets/kinds.js';

const fieldsOf = (kind: string) => kinds.find(({ name }) => name === kind)?.form?.fields ?? [];
const question = (kind: string, key: string, answers: Record<string, string> = {}) => {
  const field = fieldsOf(kind).find((candidate) => candidate.key === key)!;
  return questionOf(field, new Map(Object.entries(answers)));
};

describe('what a person is asked for who adds a target', () => {
  it('proposes the name of the machine, or one that can be a name', () => {
    const proposed = (host: string) => question('ssh', 'name', { host }).value;
    expect([proposed('me@login.example.org'), proposed('[::1]'), proposed('10.0.0.1')]).toEqual([
      'login',
      'cluster',
      'cluster',
    ]);
    expect(question('slurm', 'name').value).toBe('cluster');
  });

  it('needs a host where there is no other way', () => {
    expect(question('slurm', 'host').validate('')).toBeUndefined();
    expect(question('ssh', 'host').validate('')).toBe('Write a host such as login.example.org.');
    expect(question('slurm', 'host').validate('-oProxyCommand=x')).toBe('Write a host such as login.example.org.');
  });

  it('explains the requirements of a folder', () => {
    const { value, validate } = question('ssh', 'workFolder', { host: 'h' });
    expect([value, validate('~/x'), validate('x')]).toEqual([
      '~/trimtab',
      undefined,
      'Write an absolute path, or one that begins with ~/.',
    ]);
  });
});
