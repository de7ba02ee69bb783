import { expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { typedKey } from '#core/contact/match-name.ts';
import { foldRadicals, foldText } from '#core/fold-text.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { findText as findOfdText } from '#core/ofd/text/find-text.ts';
import { createOfd } from '#core/ofd/write/create-ofd.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { findText } from '#core/pdf/text/find-text.ts';
import { labelOf } from '#core/task/auto-place/labels.ts';
import { runsOf } from '#core/task/auto-place/runs.ts';
import { personName } from '#core/validate/name-rules.ts';

/** What macOS and Chrome write, and what people type. */
const WRITTEN = '⻚⺠⻓⻰⻢⻄⻅⻔⻩⼾⽇⽉⽅⾦⻋⻛⻝⻦⻣⻤⻘⾭⿈⻬⻮⻳豈';
const TYPED = '页民长龙马西见门黄户日月方金车风食鸟骨鬼青青黄齐齿龟豈';

/** A page whose text is `text`, by a map of glyphs to characters as those programs write it. */
function pageOf(text: string): Bytes {
  const codes = Array.from(text, (_, i) => (i + 1).toString(16).padStart(4, '0'));
  const map = Array.from(
    text,
    (c, i) => `<${codes[i]}> <${c.codePointAt(0)!.toString(16).padStart(4, '0')}>`,
  );
  const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange ${map.length} beginbfchar ${map.join(' ')} endbfchar endcmap end end`;
  const content = `BT /F1 12 Tf 72 700 Td <${codes.join('')}> Tj ET`;
  const stream = (body: string) => `<</Length ${body.length}>>\nstream\n${body}\nendstream`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>',
    '<</Type/Font/Subtype/Type0/BaseFont/SimSun/Encoding/Identity-H/DescendantFonts[6 0 R]/ToUnicode 7 0 R>>',
    stream(content),
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/SimSun/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000>>',
    stream(cmap),
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const at = file.length;
  file += `xref\n0 8\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size 8/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, 'latin1'));
}

it('[9.35d] a keyword is found in a PDF that writes characters as radicals, and vice versa', () => {
  const find = (text: string, keyword: string) => {
    const view = openPdfBytes(pageOf(text));
    return findText(view, listPages(view)[0]!, keyword).length;
  };
  for (const [i, character] of Array.from(TYPED).entries())
    expect(find(`第${Array.from(WRITTEN)[i]}签字`, `第${character}签字`), character).toBe(1);
  expect(find('第一页', '第一⻚')).toBe(1);
  expect(find('第一页', '第二⻚')).toBe(0);
});

it('the same in an OFD', () => {
  const file = createOfd({
    docId: '00'.repeat(16),
    now: 0,
    title: 'T',
    author: 'A',
    creator: 'C',
    fonts: [{ name: '宋体' }],
    pages: [
      {
        width: 210,
        height: 297,
        objects: [{ kind: 'text', font: '宋体', size: 5, x: 20, y: 20, text: '甲⽅：⻰⻢⻔' } as never],
      },
    ],
  });
  expect(findOfdText(openDocument(openOfd(file), 0), '甲方：龙马门')).toHaveLength(1);
});

it('lines for dates and parties are recognized', () => {
  const line = (text: string) =>
    runsOf(
      Array.from(text, (character, i) => ({ text: character, box: { x: 5 * i, y: 0, width: 5, height: 5 } })),
    ).map((run) => labelOf(run, 0))[0];
  expect(line('签署⽇期：')).toMatchObject({ wants: 'DATE' });
  expect(line('年⽉⽇')).toMatchObject({ wants: 'DATE' });
  expect(line('⼄⽅签字：')).toMatchObject({ wants: 'SIGNATURE', party: 1 });
});

it('names that were copied from such a file are kept as ideographs, and search finds them', () => {
  expect(personName().parse('⻢⻰')).toBe('马龙');
  expect(typedKey('⻩ ⻓')).toBe(typedKey('黄长'));
  expect(foldRadicals('第一⻚')).toBe('第一页');
  expect(foldText('ＡＢ\u200bc 戶')).toBe('abc户');
});
