// Loads and activates the bundle of the extension with a substitute for VS Code's API, and prints the milliseconds.
// node bench/start/activate.cjs BUNDLE
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { performance } = require('node:perf_hooks');
const process = require('node:process');

const [, , bundle = ''] = process.argv;

/** Anything that the API may return: it can be called, constructed and asked for each property. */
function substitute() {
  const target = function () {};
  const known = new Map();
  /** @type {ProxyHandler<typeof target>} */
  const handler = {
    get(_, key) {
      if (key === 'prototype') return target.prototype;
      if (key === 'then' || key === 'fsPath') return key === 'then' ? undefined : '/';
      if (key === Symbol.toPrimitive) return () => '';
      if (key === Symbol.iterator) return [][Symbol.iterator];
      if (!known.has(key)) known.set(key, substitute());
      return known.get(key);
    },
    set: () => true,
    apply: substitute,
    construct: substitute,
  };
  return new Proxy(target, handler);
}

const declared = readFileSync(require.resolve('@types/vscode/index.d.ts'), 'utf8');
const names = [...declared.matchAll(/^\texport (?:abstract )?(?:class|enum|namespace) (\w+)/gm)].map(
  ([, name]) => name,
);
const api = Object.fromEntries(names.map((name) => [name, substitute()]));
const context = substitute();
const load = Reflect.get(Module, '_load');
Reflect.set(Module, '_load', (/** @type {string} */ name, /** @type {unknown[]} */ ...rest) =>
  name === 'vscode' ? api : Reflect.apply(load, Module, [name, ...rest]),
);

// The extension host has loaded these modules for itself.
for (const name of ['child_process', 'crypto', 'fs/promises', 'net', 'stream', 'url', 'util', 'worker_threads'])
  require(`node:${name}`);
const begin = performance.now();
const extension = require(bundle);
const loaded = performance.now();
extension.activate(context);
const activated = performance.now();
process.stdout.write(JSON.stringify({ loading: loaded - begin, activating: activated - loaded }));
// Whatever activation started is not part of it.
process.exit(0);
