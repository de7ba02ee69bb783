import { describe, expect, it } from 'vitest';
import { fromUtf8, utf8 } from '#core/bytes.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { readFile } from '#core/ofd/package/open-package.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { findText } from '#core/ofd/text/find-text.ts';
import { readDeltas } from '#core/ofd/text/lay-out-text.ts';
import { pageText } from '#core/ofd/text/page-text.ts';
import { createOfd } from '#core/ofd/write/create-ofd.ts';
import type { WriteDocument } from '#core/ofd/write/types.ts';
import { writeDeltas } from '#core/ofd/write/write-objects.ts';
import { wrapText } from '#tests/fixtures/ofd-writer/wrap-text.ts';
import { FOUR_COLORS } from './feature-pages.ts';

const CONTRACT: WriteDocument = {
  docId: '0123456789abcdef0123456789abcdef',
  now: Date.UTC(2026, 0, 2, 3, 4, 5),
  title: '劳动合同 <样本> & "范例"',
  creator: 'Signet',
  fonts: [{ name: '宋体' }, { name: '黑体' }],
  pages: [
    {
      width: 210,
      height: 297,
      objects: [
        { kind: 'text', x: 75, y: 40, size: 7, text: '劳动合同', font: '黑体', bold: true },
        ...wrapText(
          '甲方（用人单位）与乙方（劳动者）根据《中华人民共和国劳动法》，在平等自愿、协商一致的基础上，订立本合同。',
          40,
        ).map((text, i) => ({ kind: 'text' as const, x: 25, y: 60 + i * 7, size: 4, text, font: '宋体' })),
        { kind: 'path', data: 'M 25 100 L 185 100', stroke: '#990000', lineWidth: 0.5 },
        { kind: 'path', data: 'M 25 110 L 45 110 L 45 130 L 25 130 C', fill: '#eeeeee', evenOdd: true },
        { kind: 'image', x: 150, y: 110, width: 20, height: 20, data: FOUR_COLORS, format: 'PNG' },
      ],
    },
    {
      width: 100,
      height: 50,
      objects: [{ kind: 'image', x: 0, y: 0, width: 20, height: 20, data: FOUR_COLORS, format: 'PNG' }],
    },
  ],
  attachments: [{ name: '附件', format: 'txt', data: utf8('attached') }],
};

describe('an OFD written here', () => {
  const document = openDocument(openOfd(createOfd(CONTRACT)));

  it('reads back with its words, pages, pictures and attachments, and without any warning', () => {
    expect(document.body.info).toMatchObject({
      docId: CONTRACT.docId,
      title: CONTRACT.title,
      created: '2026-01-02',
    });
    expect(document.pages).toHaveLength(2);
    expect(pageText(document, 0)[0]!.text).toBe('劳动合同');
    expect(findText(document, '平等自愿、协商一致')).toHaveLength(1);
    expect(fromUtf8(readFile(document.package, document.attachments[0]!.path!))).toBe('attached');
    for (const index of [0, 1]) expect(renderPage(document, index).warnings).toEqual([]);
    expect([...document.package.files.keys()].filter((path) => path.endsWith('.png'))).toHaveLength(1);
  });

  it('is at its position, in mm', () => {
    const { svg } = renderPage(document, 0);
    const [match] = findText(document, '劳动合同');
    expect(match!.box.x).toBeCloseTo(75);
    expect(match!.box.width).toBeCloseTo(28);
    expect(svg).toContain('stroke="#990000" stroke-width="0.5"');
    expect(svg).toMatch(/<path d="M25 100L185 100" stroke|<path d="M25 100L185 100" fill="none"/);
    expect(svg).toMatch(/<image[^>]* transform="matrix\(20 0 0 20 150 110\)"/);
  });

  it('is the same for the same input, and begins with OFD.xml', () => {
    expect(createOfd(CONTRACT)).toEqual(createOfd(CONTRACT));
    expect(openOfd(createOfd(CONTRACT)).package.zip.entries[0]!.path).toBe('OFD.xml');
  });

  it('refuses pages without size, fonts that are not there and colours that are none', () => {
    const one = (objects: WriteDocument['pages'][0]['objects']) => () =>
      createOfd({ ...CONTRACT, pages: [{ width: 9, height: 9, objects }] });
    expect(() => createOfd({ ...CONTRACT, pages: [{ width: 0, height: 9, objects: [] }] })).toThrow(
      RangeError,
    );
    expect(one([{ kind: 'text', x: 0, y: 0, size: 4, text: 'a', font: '楷体' }])).toThrow(RangeError);
    expect(one([{ kind: 'path', data: 'M 0 0', stroke: 'red' }])).toThrow(RangeError);
  });

  it('shortens equal distances so that they read back as they were', () => {
    for (const deltas of [[1, 1, 1, 2, 2, 3], [], [5], [0.1, 0.1, 0.1, 0.1]])
      expect(readDeltas(writeDeltas(deltas))).toEqual(deltas);
    expect(writeDeltas([4, 4, 4, 4])).toBe('g 4 4');
  });
});

describe('lines of Chinese text', () => {
  it('break anywhere but before closing and after opening marks', () => {
    expect(wrapText('一二三四，五六', 4)).toEqual(['一二三', '四，五六']);
    expect(wrapText('一二三（四五）', 4)).toEqual(['一二三', '（四五）']);
    expect(wrapText('一\n二', 4)).toEqual(['一', '二']);
    expect(wrapText('', 4)).toEqual(['']);
  });
  it('keep words and numbers together unless they are longer than a line', () => {
    expect(wrapText('电话13812345678', 6)).toEqual(['电话', '13812345678']);
    expect(wrapText('abcdefghij', 2)).toEqual(['abcd', 'efgh', 'ij']);
  });
});
