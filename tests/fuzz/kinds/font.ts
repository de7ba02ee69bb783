import type { OutlineSink } from '#core/ofd/font/outline.ts';
import { readFont } from '#core/ofd/font/read-font.ts';
import { newWork, spend } from '#core/ofd/package/work.ts';
import { parseCMap } from '#core/pdf/text/cmap.ts';
import { type FuzzKind, goodOnes } from '../kind.ts';
import { mutateBytes } from '../mutate/bytes.ts';
import { mutateText } from '../mutate/text.ts';

const good = goodOnes('font');
const TEXT = '甲方 AB';

/** A font of a document, or a table of its characters. */
export const font: FuzzKind = {
  make(random) {
    const [name, bytes] = random.pick([...good]);
    let out = bytes;
    for (let n = 1 + random.below(3); n > 0; n--)
      out =
        name.endsWith('.cmap') && random.chance(0.7)
          ? new Uint8Array(Buffer.from(mutateText(Buffer.from(out).toString('latin1'), random), 'latin1'))
          : mutateBytes(out, random);
    return out;
  },
  acts: {
    outlines(bytes) {
      const program = readFont(bytes);
      const work = newWork(bytes.length);
      const nothing = () => undefined;
      const sink: OutlineSink = {
        moveTo: nothing,
        lineTo: nothing,
        quadTo: nothing,
        curveTo: nothing,
        close: nothing,
        spend: (units) => spend(work, units),
      };
      for (const character of TEXT) program.draw(program.glyphOf(character.codePointAt(0)!), sink);
      for (let glyph = 0; glyph < Math.min(program.glyphCount, 40); glyph++) program.draw(glyph, sink);
    },
    characters(bytes) {
      const map = parseCMap(bytes);
      for (let code = 0; code < 500; code++) map.text(code, 2);
    },
  },
};
