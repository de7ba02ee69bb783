import type { Bytes } from '#core/bytes.ts';
import { type FontShelf, fontPath, makeFontShelf } from '#core/typeset/font-files.ts';
import type { Context } from '#edge/kernel/context.ts';

/** Files that this isolate has, by digest: never promises, as a request that is cut off would keep all later ones waiting. */
const there = new Map<string, Bytes>();
/** One shelf for each request, whose contexts, however changed, have this function in common. */
const shelves = new WeakMap<Context['defer'], FontShelf>();

/** The fonts of typeset documents: static files of the site, loaded once an isolate. */
export function typesetFonts({ env, defer }: Pick<Context, 'env' | 'defer'>): FontShelf {
  const known = shelves.get(defer);
  if (known) return known;
  const shelf = makeFontShelf(async (file) => {
    const here = there.get(file.sha256);
    if (here) return here;
    const path = fontPath(file);
    const response = await env.ASSETS.fetch(`http://assets${path}`);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    const loaded = new Uint8Array(await response.arrayBuffer()) as Bytes;
    // What is parsed is kept by these bytes: all requests get those of the first.
    const first = there.get(file.sha256) ?? loaded;
    there.set(file.sha256, first);
    return first;
  });
  shelves.set(defer, shelf);
  return shelf;
}
