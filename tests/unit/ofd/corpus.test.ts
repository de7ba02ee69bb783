import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { findText } from '#core/ofd/text/find-text.ts';
import { pageText } from '#core/ofd/text/page-text.ts';

const folder = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'ofd');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ofd')) : [];
const open = (name: string) =>
  openDocument(openOfd(new Uint8Array(readFileSync(join(folder, name))) as Bytes));
/** What is truly missing in a file. */
const KNOWN: Record<string, RegExp> = {
  'converter_testImageNotFound.ofd': /picture 135 is missing|image_135\.PNG is not in the package/,
  'converter_testPathClip.ofd': /picture {2}is missing/,
  'layout_Page5.ofd': /PublicRes\.xml is not in the package/,
  'layout_keyword.ofd': /Annotations\.xml is not in the package/,
  'sign_VPage7.ofd': /PublicRes\.xml is not in the package/,
};

describe('OFDs of other producers', () => {
  if (files.length === 0) {
    it('are not here: nothing was read', () => expect(existsSync(folder)).toBe(false));
    return;
  }
  it.each(files)(
    '%s: every page is drawn as well-formed SVG with no warning but for what is truly missing',
    (name) => {
      const document = open(name);
      for (let i = 0; i < document.pages.length; i++) {
        const { svg, box, warnings } = renderPage(document, i);
        expect(XMLValidator.validate(svg), `page ${i}`).toBe(true);
        expect(box.width).toBeGreaterThan(50);
        expect(warnings.filter((warning) => !KNOWN[name]?.test(warning))).toEqual([]);
        for (const run of pageText(document, i)) expect(run.text.length).toBeGreaterThan(0);
      }
    },
  );

  it('have their text found where a reader sees it', () => {
    const invoice = findText(open('converter_999.ofd'), '重庆增值税电子普通发票');
    expect(invoice).toHaveLength(1);
    expect(invoice[0]!.box.y).toBeLessThan(20);
    expect(findText(open('reader_multiKeywordInTextCode.ofd'), '打发')).toHaveLength(7);
    expect(findText(open('converter_z.ofd'), 'affixed his fine')).toHaveLength(2);
    const article = open('converter_y.ofd');
    expect(findText(article, '海关总署', { which: 'first' })[0]!.pageIndex).toBe(0);
    expect(findText(article, '海关总署', { which: 'last' })[0]!.pageIndex).toBe(2);
    // over a line's end, in the first of three columns
    expect(findText(article, '海关档案室')).toBeDefined();
  });

  it('show their seals: pictures and OFDs of their own', () => {
    const seal = (name: string, page: number) => {
      const document = open(name);
      return renderPage(document, page).svg.length - renderPage(document, page, { stamps: false }).svg.length;
    };
    for (const [name, page] of [
      ['converter_999.ofd', 0],
      ['converter_n.ofd', 1],
      ['layout_keyword.ofd', 0],
      ['sign_allprotected.ofd', 0],
    ] as const) {
      expect(seal(name, page), name).toBeGreaterThan(1000);
    }
  });
});
