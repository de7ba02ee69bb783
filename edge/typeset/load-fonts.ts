import type { Bytes } from '#core/bytes.ts';
import { type FontShelf, fontPath, makeFontShelf } from '#core/typeset/font-files.ts';
import type { Context } from '#edge/kernel/context.ts';

let shelf: FontShelf | undefined;

/** The fonts of typeset documents: static files of the site, loaded once an isolate. */
export function typesetFonts({ env }: Pick<Context, 'env'>): FontShelf {
  shelf ??= makeFontShelf(async (file) => {
    const path = fontPath(file);
    const response = await env.ASSETS.fetch(`http://assets${path}`);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer()) as Bytes;
  });
  return shelf;
}
