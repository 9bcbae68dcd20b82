/**
 * The layering of ARCHITECTURE.md, lowest first: each layer may import itself and the layers before it.
 * Kept as one list so that the order is the rule. Rules are about direct imports: where each of them holds, nothing is
 * reached through any number of imports that may not be imported. Looking for what is reachable took 150 s.
 */
const layers = [
  'base',
  'model',
  'pictures',
  'properties',
  'formats',
  'asl',
  'analysis',
  'experiments',
  'targets',
  'measurement',
  'workflows',
  'protocol',
  'engine',
  'cli',
  'extension',
  'webviews',
];

const upward = layers.slice(0, -1).map((layer, index) => ({
  name: `${layer}-imports-upwards`,
  comment: `src/${layer} may import only ${layers.slice(0, index + 1).join(', ')}`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${layers.slice(index + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...upward,
    {
      name: 'in-a-layer',
      comment: 'Every folder of src is a layer of the list: through one that is not, imports could lead upwards.',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: `^src/(${layers.join('|')})/` },
    },
    { name: 'no-cycle', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    {
      name: 'no-folder-cycle',
      comment:
        'A folder can be read without those that use it: contracts are below registries of their implementations.',
      scope: 'folder',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'vscode-only-in-extension',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/extension/' },
      to: { path: '^vscode$|^vscode-languageclient' },
    },
    {
      name: 'extension-is-thin',
      comment: 'the extension host never reads a trace: it asks the engine, in the types of the protocol',
      severity: 'error',
      from: { path: '^src/extension/' },
      to: {
        path: '^src/(formats|asl|analysis|experiments|targets|measurement|workflows|engine|cli)/',
      },
    },
    {
      name: 'messages-have-types-of-their-own',
      comment:
        'what travels between engine, extension and pages is declared in the protocol, and made by mappers in src/engine/wire: ' +
        'what the engine keeps, and files hold, can change without it',
      severity: 'error',
      from: { path: '^src/(protocol|webviews)/' },
      to: {
        path: '^src/(formats|asl|analysis|experiments|targets|measurement|workflows|engine|cli)/',
      },
    },
    { name: 'not-to-test', severity: 'error', from: { path: '^src/' }, to: { path: '^(test|bench|scripts)/' } },
    {
      name: 'unresolved',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true, pathNot: '^vscode$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json'],
    },
  },
};
