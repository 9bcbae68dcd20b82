import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';
import { shownText } from './scripts/lib/shownText.mjs';

export default tseslint.config(
  { ignores: ['dist/**', 'out/**', '.tools/**', 'node_modules/**', 'examples/**', '.vscode-test/**'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers are what this project prints; wrapping each one in String() hides the sentence.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // `const { rows: _, ...rest } = request` is how a key is left out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'max-lines-per-function': ['warn', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: 'error',
    },
  },
  // Files of workspaces and archives may be anything: src/base reads them, with limits.
  {
    files: ['src/**/*.ts'],
    // Copies go through the kernel there, of files that were looked at.
    ignores: ['src/base/**', 'src/extension/askpass/**', 'src/targets/files/localTransfer.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...['node:fs', 'fs', 'node:fs/promises', 'fs/promises'].map((name) => ({
              name,
              importNames: ['readFile', 'readFileSync', 'open', 'copyFile', 'copyFileSync', 'cp', 'cpSync', 'promises'],
              message: 'Use src/base/files: it reads regular files only, up to a limit, and follows no link out.',
            })),
            {
              name: 'yaml',
              importNames: ['parse', 'parseDocument', 'parseAllDocuments', 'Composer', 'Parser'],
              message: 'Use src/base/yaml.ts: it bounds size, depth and aliases.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A third of the time of all rules, for what the product's sources are held to.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
    },
  },
  ...shownText,
  // The type checker reads the scripts too, and knows what is defined.
  { files: ['**/*.mjs'], rules: { 'no-undef': 'off' } },
  { files: ['*.cjs'], languageOptions: { globals: { module: 'writable' } } },
  prettier,
);
