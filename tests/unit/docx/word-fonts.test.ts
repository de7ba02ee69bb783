import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, type Font, type Glyph } from 'fontkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replacementOf } from '#core/docx/fonts.ts';
import { forConversion } from '#core/docx/for-conversion.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { makeWordFonts } from '#scripts/product/word-fonts.ts';
import { makeDocx, paragraph, run } from '#tests/fixtures/docx/make-docx.ts';
import { FACES, layOut, soffice } from '#tests/fixtures/docx/soffice.ts';

/** What fontkit says beyond the types that the product needs. */
interface Read extends Font {
  familyName: string;
  glyphForCodePoint(point: number): Glyph & { path: { bbox: Record<(typeof SIDES)[number], number> } };
}
const SIDES = ['minX', 'minY', 'maxX', 'maxY'] as const;

let folder = '';
let kai: Read;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-fonts-'));
  const file = makeWordFonts(folder).find((path) => path.endsWith('SignetKai-Regular.ttf'))!;
  kai = create(readFileSync(file)) as Read;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The characters of GB 2312, level by level: 6,763 ideographs. */
function ideographs(): string[] {
  const decoder = new TextDecoder('gb2312');
  const found: string[] = [];
  for (let row = 0xb0; row <= 0xf7; row++)
    for (let cell = 0xa1; cell <= (row === 0xd7 ? 0xf9 : 0xfe); cell++)
      found.push(decoder.decode(Uint8Array.of(row, cell)));
  return found;
}

describe('the 楷体 for Word files', () => {
  it('is one font with GB 2312’s ideographs but 33 rare ones, in lines as high as those of 宋体', () => {
    const all = ideographs();
    expect(all).toHaveLength(6_763);
    expect(all.filter((one) => !kai.hasGlyphForCodePoint(one.codePointAt(0)!))).toHaveLength(33);
    expect(kai.familyName).toBe('Signet Kai');
    expect((kai.ascent - kai.descent) / kai.unitsPerEm).toBeCloseTo(1.3, 3);
  });

  it('has the outlines and advances of the pieces that it was joined from', () => {
    const pieces = 'node_modules/lxgw-wenkai-lite-webfont/files';
    let seen = 0;
    const other: string[] = [];
    for (const name of readdirSync(pieces)
      .filter((one) => /lite-regular-subset-\d+\.woff2$/.test(one))
      .slice(0, 6)) {
      const piece = create(readFileSync(join(pieces, name))) as Read;
      for (const point of piece.characterSet) {
        const [own, theirs] = [kai.glyphForCodePoint(point), piece.glyphForCodePoint(point)];
        expect(own.advanceWidth).toBe(theirs.advanceWidth);
        const [a, b] = [own.path.bbox, theirs.path.bbox];
        // a unit is a thousandth of the letter's height
        if (SIDES.some((side) => Math.abs(a[side] - b[side]) > 1)) other.push(String.fromCodePoint(point));
        seen += 1;
      }
    }
    expect(other).toEqual([]);
    expect(seen).toBeGreaterThan(300);
  });

  it('stands for 楷体 as a font of its kind, and for 隶书 as another', () => {
    expect(replacementOf('楷体_GB2312', FACES, true)).toEqual({ to: 'Signet Kai', sameStyle: true });
    expect(replacementOf('隶书', FACES, true)).toEqual({ to: 'Signet Kai', sameStyle: false });
    expect(replacementOf('仿宋', FACES, true)).toEqual({ to: 'Signet Song', sameStyle: false });
  });

  const inLibreOffice = () =>
    it('is what LibreOffice embeds for 楷体, on one line of the grid', async () => {
      const look = '<w:rFonts w:ascii="楷体" w:hAnsi="楷体" w:eastAsia="楷体"/>';
      const lines = Array.from({ length: 40 }, (_, n) => paragraph(run(`第${n}行 甲方 Party A`, look)));
      const grid =
        '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1800" w:bottom="1440" w:left="1800"/><w:docGrid w:type="lines" w:linePitch="312"/>';
      const { bytes } = forConversion(openDocx(makeDocx({ body: lines.join(''), section: grid })), {
        faces: FACES,
      });
      const file = join(folder, 'kai.pdf');
      writeFileSync(file, await layOut(bytes));
      const ask = (program: string, ...more: string[]) =>
        execFileSync(program, [file, ...more], { encoding: 'utf8' });
      expect(ask('pdffonts')).toMatch(/\+SignetKai\S* +TrueType|\+SignetKai\S* +CID TrueType/);
      expect(ask('pdffonts').match(/\+\w+/g)).toHaveLength(1);
      expect(ask('pdfinfo')).toMatch(/^Pages: +1$/m);
      expect(ask('pdftotext', '-').match(/甲方 Party A/g)).toHaveLength(40);
    });
  if (soffice) inLibreOffice();
  else it('is not laid out here: LibreOffice is not installed', () => expect(soffice).toBeUndefined());
});
