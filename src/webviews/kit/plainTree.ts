import { Fragment, options, type VNode } from 'preact';
import { plainLines } from '../../base/plainText.js';

/** Attributes that are read out or shown. */
const shownAttributes = ['title', 'alt', 'placeholder', 'aria-label', 'aria-description'];

/**
 * Makes all text drawn by any page plain from now on: elements and attributes accept text only, never HTML. Text loses
 * its direction marks and hidden characters, and is truncated if it is too long to read. Content of input fields is
 * unchanged, because it may be saved.
 */
export function keepTextPlain(): void {
  const before = { ...options };
  options.vnode = (vnode) => {
    if (typeof vnode.type === 'string' || vnode.type === Fragment) makePlain(vnode);
    before.vnode?.(vnode);
  };
}

function makePlain({ props }: VNode): void {
  const children: unknown = props.children;
  if (typeof children === 'string' || Array.isArray(children)) Object.assign(props, { children: plain(children) });
  for (const name of shownAttributes) {
    const value: unknown = Reflect.get(props, name);
    if (typeof value === 'string') Reflect.set(props, name, plainLines(value));
  }
}

function plain(child: unknown): unknown {
  if (typeof child === 'string') return plainLines(child);
  return Array.isArray(child) ? child.map(plain) : child;
}
