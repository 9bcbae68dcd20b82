/** The C unit tests of this folder, each as a separate test; see README.md. */
import { execa } from 'execa';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const here = import.meta.dirname;
const probe = join(here, '../../../src/probe');
const FLAGS = [
  ...['-std=gnu11', '-D_GNU_SOURCE', '-O1', '-g', '-Wall', '-Wextra', '-Werror'],
  ...['-fsanitize=address,undefined', '-fno-sanitize-recover=all'],
  ...[`-I${probe}`, `-I${here}`],
];

const canCompile = await execa('gcc', ['-xc', '-', '-fsyntax-only'], {
  input: '#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <cmocka.h>\n',
  reject: false,
}).then(({ exitCode }) => exitCode === 0);
if (!canCompile) console.warn('There is no gcc with cmocka here (libcmocka-dev): the C unit tests are not run.');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-c-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

for (const name of readdirSync(here).filter((file) => file.endsWith('.test.c'))) {
  const text = readFileSync(join(here, name), 'utf8');
  const sources = (/^\/\* sources:([^*]*)\*\//.exec(text)?.[1] ?? '').split(/\s+/).filter((word) => word !== '');
  const tests = [...text.matchAll(/cmocka_unit_test\w*\((\w+)/g)].map(([, test = '']) => test);

  describe.skipIf(!canCompile)(name, () => {
    let output = '';
    beforeAll(async () => {
      const program = join(folder, name.replace(/\.test\.c$/, ''));
      const files = [join(here, name), ...sources.map((source) => join(probe, source))];
      await execa('gcc', [...FLAGS, '-o', program, ...files, '-lcmocka']);
      const { all } = await execa(program, { env: { CMOCKA_MESSAGE_OUTPUT: 'TAP' }, all: true, reject: false });
      output = all;
    });

    it.each(tests)('%s', (test) => {
      // A sanitizer ends the program: later tests then have no line, and the output explains why.
      if (!new RegExp(`^ok \\d+ - ${test}$`, 'm').test(output)) expect.fail(output);
    });
  });
}
