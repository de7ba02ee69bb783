import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { A4, type TypesetDocument } from '#core/typeset/document.ts';
import {
  fontPath,
  makeFontShelf,
  TYPESET_FONTS,
  TYPESET_SIGNS,
  type TypesetFontFile,
} from '#core/typeset/font-files.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { typesetFonts } from '#scripts/build-typeset-fonts.ts';
import { text } from './paragraphs.ts';

let files: Map<string, string>;
beforeAll(() => {
  files = new Map(typesetFonts().map(({ from, to }) => [`/fonts/${to}`, from]));
});
const read = (file: TypesetFontFile): Bytes =>
  new Uint8Array(readFileSync(files.get(fontPath(file))!)) as Bytes;

function shelf() {
  const asked: string[] = [];
  const made = makeFontShelf(async (file) => {
    asked.push(file.name);
    return read(file);
  });
  return { asked, ...made };
}

const document = (value: string, bold = ''): TypesetDocument => ({
  title: 'T',
  language: 'zh-CN',
  page: A4,
  blocks: [{ kind: 'paragraph', inlines: [text(value), text(bold, { bold: true })] }],
});

describe('the fonts of typeset documents', () => {
  it('have the digests that their names say, so the same document gives the same file', () => {
    for (const file of [
      ...Object.values(TYPESET_FONTS.serif),
      ...Object.values(TYPESET_FONTS.sans),
      TYPESET_SIGNS,
    ])
      expect(createHash('sha256').update(read(file)).digest('hex')).toBe(file.sha256);
  });

  it('are fetched as far as a text needs them: GB 2312 first, then what Big5 has, then all', async () => {
    const plain = shelf();
    layOut(
      document('采购合同，第 1 条：☑ 已付 ☐ 未付', '重要'),
      await plain.facesFor(document('采购合同☑☐', '重要')),
    );
    expect(plain.asked.toSorted()).toEqual([
      'NotoSansSC-Bold',
      'NotoSansSymbols2-Regular',
      'NotoSerifSC-Regular',
    ]);
    const traditional = shelf();
    await traditional.facesFor(document('採購合約'));
    expect(traditional.asked).toContain('NotoSerifSC-Regular-Traditional');
    expect(traditional.asked).not.toContain('NotoSerifSC-Regular-Rare');
    const rare = shelf();
    layOut(document('㐂', '採'), await rare.facesFor(document('㐂', '採')));
    expect(rare.asked).toContain('NotoSerifSC-Regular-Rare');
    expect(rare.asked).toContain('NotoSansSC-Bold-Traditional');
    expect(rare.asked).not.toContain('NotoSansSC-Bold-Rare');
  });

  it('set a character the same, however many of them are there', async () => {
    const one = document('采购合同，共 12 份。');
    const few = layOut(one, await shelf().facesFor(one));
    const many = shelf();
    await many.facesFor(document('㐂'));
    expect(layOut(one, await many.facesFor(document('采購㐂')))).toEqual(few);
  });

  it('name the characters that none of them has', async () => {
    expect(await shelf().missingIn('姓𠮷名㐂😀')).toEqual(['𠮷', '😀']);
  });

  it('are fetched again after a failure', async () => {
    let broken = true;
    const made = makeFontShelf(async (file) => {
      if (broken) throw new Error('offline');
      return read(file);
    });
    await expect(made.facesFor(document('甲'))).rejects.toThrow('offline');
    broken = false;
    expect((await made.facesFor(document('甲'))).has('text', '甲')).toBe(true);
  });
});
