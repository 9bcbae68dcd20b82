/** Compiled code that is kept between starts. */
import { lstatSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { userStateFolder } from './userState.js';

/**
 * Makes Node keep the compiled code of modules that are loaded from now on: 22.1 and newer can, as in VS Code. Node
 * compares a checksum of the source and of what it kept, and compiles if they differ. A user who can write to the folder
 * could replace what is run, so a folder of others is not used.
 */
export function keepCompiledCode(folder: string = join(userStateFolder(), 'compiled')): void {
  if (!('enableCompileCache' in module) || typeof module.enableCompileCache !== 'function') return;
  if (isOwnFolder(folder)) Reflect.apply(module.enableCompileCache, module, [folder]);
}

/** Makes a folder that only this user can use. @returns false if it is not, or cannot be made */
export function isOwnFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const facts = lstatSync(folder);
    if (!facts.isDirectory()) return false;
    return process.platform === 'win32' || (facts.uid === process.getuid?.() && (facts.mode & 0o077) === 0);
  } catch {
    return false; // no permission, no space: code is compiled at each start
  }
}
