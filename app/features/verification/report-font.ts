import type { Bytes } from '#core/bytes.ts';

/** The complete Noto Sans SC, to cover any Chinese name; the report embeds only the glyphs it uses. */
const FONT = '/fonts/noto-sans-sc-400.ttf';

let font: Promise<Bytes> | null = null;

/** Returns the font of the report; fetched once. Rejects if offline. */
export function reportFont(): Promise<Bytes> {
  font ??= fetch(FONT).then(async (answer) => {
    if (!answer.ok) throw new Error(`font: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  });
  font.catch(() => {
    font = null;
  });
  return font;
}
