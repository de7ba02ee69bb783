import type { Bytes } from '#core/bytes.ts';

/** The whole of Noto Sans SC, so that any Chinese name can be written; the report carries only what it uses of it. */
const FONT = '/fonts/noto-sans-sc-400.ttf';

let font: Promise<Bytes> | null = null;

/** The font of the report; fetched once. Rejects where there is no connection. */
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
