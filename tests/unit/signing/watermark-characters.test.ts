import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { concatBytes } from '#core/bytes.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import type { Context } from '#edge/kernel/context.ts';
import { fontsForTexts } from '#edge/signing/document-fonts.ts';
import { typesetFonts } from '#scripts/build-typeset-fonts.ts';
import { makePdf } from '../pdf/documents.ts';

/** The site's static files, as far as fonts are concerned. */
function site() {
  const files = new Map(typesetFonts().map(({ from, to }) => [`/fonts/${to}`, from]));
  files.set(
    '/fonts/noto-sans-sc-400.ttf',
    'node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  );
  const fetch = async (address: string) => new Response(readFileSync(files.get(new URL(address).pathname)!));
  return { env: { ASSETS: { fetch } }, defer: () => undefined } as unknown as Pick<Context, 'env' | 'defer'>;
}

it('a watermark or an invoice with characters that the fonts lack is drawn with their numbers', async () => {
  const { fonts, shown } = await fontsForTexts(site(), ['机密😀', '☑ 已付']);
  expect(shown('机密😀')).toBe('机密[U+1F600]');
  // from the fonts of typeset documents
  expect(shown('☑ 已付')).toBe('☑ 已付');
  const file = await makePdf();
  const { append } = await preparePdf(file, { fonts, watermark: { text: shown('机密😀☑') } });
  expect(concatBytes(file, append).length).toBeGreaterThan(file.length);
});

it('texts that the document fonts have ask for no other font', async () => {
  expect((await fontsForTexts(site(), ['仅供内部使用'])).fonts).toHaveLength(1);
});
