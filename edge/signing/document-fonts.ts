import type { Bytes } from '#core/bytes.ts';
import { type FontFile, makeGlyphTest } from '#core/pdf/draw/glyph-source.ts';
import { withStandIns } from '#core/stand-ins.ts';
import type { Context } from '#edge/kernel/context.ts';
import { typesetFonts } from '#edge/typeset/load-fonts.ts';

/** Fonts for texts drawn onto pages: static files of the site; the build copies these OFL fonts there. */
const FONTS = [{ name: 'Noto Sans SC', path: '/fonts/noto-sans-sc-400.ttf' }] as const;

async function loadDocumentFonts({ env }: Pick<Context, 'env'>): Promise<FontFile[]> {
  return Promise.all(
    FONTS.map(async ({ name, path }) => {
      const response = await env.ASSETS.fetch(`http://assets${path}`);
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      return { name, data: new Uint8Array(await response.arrayBuffer()) as Bytes };
    }),
  );
}

/**
 * Fonts for texts that people wrote and the product draws onto pages, with those of typeset documents where the
 * document fonts lack a character; and the texts with stand-ins for characters that no font has.
 */
export async function fontsForTexts(
  context: Pick<Context, 'env' | 'defer'>,
  texts: readonly string[],
): Promise<{ fonts: FontFile[]; shown: (text: string) => string }> {
  const own = await loadDocumentFonts(context);
  const all = texts.join('');
  const lacks = (has: (character: string) => boolean) => Array.from(all).some((one) => !has(one));
  const more = lacks(makeGlyphTest(own)) ? (await typesetFonts(context).facesForText(all)).files.text : [];
  const fonts = [...own, ...more];
  const has = makeGlyphTest(fonts);
  return { fonts, shown: (text) => withStandIns(text, has) };
}
