import type { Bytes } from '#core/bytes.ts';
import type { FontFile } from '#core/pdf/draw/glyph-source.ts';
import type { Context } from '#edge/kernel/context.ts';

/** Fonts for texts drawn onto pages: static files of the site; the build copies these OFL fonts there. */
const FONTS = [{ name: 'Noto Sans SC', path: '/fonts/noto-sans-sc-400.ttf' }] as const;

export async function loadDocumentFonts({ env }: Pick<Context, 'env'>): Promise<FontFile[]> {
  return Promise.all(
    FONTS.map(async ({ name, path }) => {
      const response = await env.ASSETS.fetch(`http://assets${path}`);
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      return { name, data: new Uint8Array(await response.arrayBuffer()) as Bytes };
    }),
  );
}
