import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { pageList } from '#core/pdf/verify/page-list.ts';
import { documentFacts } from '#core/task/document-facts.ts';
import { makePdf } from './documents.ts';

/** A file with these objects, numbered from 1; the first is the catalog. */
function fileOf(...objects: string[]): Bytes {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((body, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

const BOX = '/MediaBox[0 0 595 842]';
const page = (parent: number, more = BOX) => `<</Type/Page/Parent ${parent} 0 R${more}>>`;
/** A catalog, the root of its pages (2) and the objects below it (3 and so on). */
const tree = (root: string, ...below: string[]) => fileOf('<</Type/Catalog/Pages 2 0 R>>', root, ...below);
const pages = (kids: string, count: number | string, more = '') =>
  `<</Type/Pages/Kids[${kids}]/Count ${count}${more}>>`;

const CONTENT = '<</Length 14>>stream\nBT /F 9 Tf ET \nendstream';
const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';

const REFUSED: Readonly<Record<string, readonly [reason: string, file: Bytes]>> = {
  'a count that is too small': ['count', tree(pages('3 0 R 4 0 R', 1), page(2), page(2))],
  'a count that is too large': ['count', tree(pages('3 0 R', 2), page(2))],
  'a negative count': ['count', tree(pages('3 0 R', -1), page(2))],
  'a count as text': ['count', tree(pages('3 0 R', '(1)'), page(2))],
  'a null kid': ['kid', tree(pages('null 3 0 R', 1), page(2))],
  'no count': ['count', tree('<</Type/Pages/Kids[3 0 R]>>', page(2))],
  'wrong counts below a right one': [
    'count',
    tree(
      pages('3 0 R 4 0 R', 2),
      '<</Type/Pages/Parent 2 0 R/Kids[5 0 R]/Count 2>>',
      '<</Type/Pages/Parent 2 0 R/Kids[6 0 R]/Count 0>>',
      page(3),
      page(4),
    ),
  ],
  'a page listed twice': ['repeated', tree(pages('3 0 R 3 0 R', 2), page(2))],
  'a node listed twice': [
    'repeated',
    tree(pages('3 0 R 3 0 R', 2), '<</Type/Pages/Parent 2 0 R/Kids[4 0 R]/Count 1>>', page(3)),
  ],
  'a circle': [
    'repeated',
    tree(pages('3 0 R 4 0 R', 2), '<</Type/Pages/Parent 2 0 R/Kids[2 0 R]/Count 1>>', page(2)),
  ],
  'a missing page': ['kid', tree(pages('3 0 R 9 0 R', 1), page(2))],
  'a page that has kids': [
    'kid',
    tree(pages('3 0 R', 1), `<</Type/Page/Parent 2 0 R${BOX}/Kids[4 0 R]>>`, page(3)),
  ],
  'a node without kids': ['kid', tree(pages('3 0 R 4 0 R', 2), page(2), '<</Type/Pages/Parent 2 0 R>>')],
  'a page written into the list': ['kid', tree(pages(page(2), 1))],
  'the parent of another page': [
    'parent',
    tree(
      pages('3 0 R', 1, BOX),
      '<</Type/Page/Parent 4 0 R>>',
      '<</Type/Pages/Kids[]/Count 0/MediaBox[0 0 10 10]>>',
    ),
  ],
  'no parent where the size is inherited': ['parent', tree(pages('3 0 R', 1, BOX), '<</Type/Page>>')],
};

describe('a file whose readers would see different pages is refused at upload', () => {
  for (const [name, [reason, file]] of Object.entries(REFUSED))
    it(`${name}`, async () => {
      await expect(documentFacts(file, 'PDF')).rejects.toMatchObject({
        name: 'DOCUMENT_PAGES',
        params: { reason },
      });
    });

  it('a count that a field report told of', async () => {
    const path = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'field/count-wrong.pdf');
    if (!existsSync(path)) return;
    await expect(documentFacts(new Uint8Array(readFileSync(path)), 'PDF')).rejects.toThrow('DOCUMENT_PAGES');
  });
});

it('a file whose cross-reference misses a page, its content or its font is refused at upload', async () => {
  const whole = tree(
    pages('3 0 R', 1),
    page(2, `${BOX}/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>`),
    CONTENT,
    FONT,
  );
  expect(await documentFacts(whole, 'PDF')).toHaveLength(1);
  const text = Buffer.from(whole).toString('latin1');
  for (const number of [3, 4, 5]) {
    const at = text.indexOf(`\n${number} 0 obj`) + 1;
    const [place, missed] = [at, at - 2].map((offset) => String(offset).padStart(10, '0')) as [
      string,
      string,
    ];
    const file = new Uint8Array(Buffer.from(text.replace(`${place} 00000`, `${missed} 00000`), 'latin1'));
    await expect(documentFacts(file, 'PDF'), `object ${number}`).rejects.toMatchObject({
      name: 'DOCUMENT_BROKEN',
      params: { reason: 'cross-reference' },
    });
  }
});

it('objects of another generation than the cross-reference says are refused at upload', async () => {
  const whole = tree(pages('3 0 R', 1), page(2));
  const text = Buffer.from(whole).toString('latin1');
  for (const number of [1, 2, 3]) {
    const file = new Uint8Array(
      Buffer.from(text.replace(`\n${number} 0 obj`, `\n${number} 1 obj`), 'latin1'),
    );
    await expect(documentFacts(file, 'PDF'), `object ${number}`).rejects.toMatchObject({
      name: 'DOCUMENT_BROKEN',
    });
  }
});

/** The file with its offsets as `shift` makes them, and with bytes before it. */
function shifted(file: Bytes, before: string, shift: (offset: number, i: number) => number): Bytes {
  const text = Buffer.from(file).toString('latin1');
  const offset = (n: string, i: number) => String(shift(Number(n), i)).padStart(10, '0');
  let i = 0;
  const moved = text
    .replace(/^(\d{10}) 00000 n/gm, (_, n: string) => `${offset(n, i++)} 00000 n`)
    .replace(/startxref\n(\d+)/, (_, n: string) => `startxref\n${shift(Number(n), -1)}`);
  return new Uint8Array(Buffer.from(before + moved, 'latin1'));
}

it('bytes before the header: offsets count from it or from the file, but not from both', async () => {
  const whole = tree(pages('3 0 R', 1), page(2));
  for (const before of ['\n', '\xef\xbb\xbf', 'HTTP/1.1 200 OK\r\n\r\n', ' '.repeat(900)]) {
    const [own, file] = [(n: number) => n, (n: number) => n + before.length];
    expect(await documentFacts(shifted(whole, before, own), 'PDF')).toHaveLength(1);
    expect(await documentFacts(shifted(whole, before, file), 'PDF')).toHaveLength(1);
    const mixed = shifted(whole, before, (n, i) => (i === 2 ? file(n) : own(n)));
    // A place that is off by a line end is still found.
    if (before.length > 1)
      await expect(documentFacts(mixed, 'PDF')).rejects.toMatchObject({ name: 'DOCUMENT_BROKEN' });
  }
});

it('offsets from bytes before the header, in a stream, leave others without a trailer: refused', async () => {
  const before = '%!PS\n';
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', pages('3 0 R', 1), page(2)];
  /** With offsets that count from the file, or from the header. */
  const made = (base: number) => {
    let text = `${before}%PDF-1.7\n`;
    const offsets = objects.map((body, i) => {
      const at = text.length - base;
      text += `${i + 1} 0 obj\n${body}\nendobj\n`;
      return at;
    });
    const start = text.length - base;
    const rows = [...offsets, start].map((n) => `01${n.toString(16).padStart(4, '0')}00`).join('');
    text += `4 0 obj\n<</Type/XRef/W[1 2 1]/Index[1 4]/Size 5/Root 1 0 R/Filter/ASCIIHexDecode/Length ${rows.length}>>stream\n${rows}\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`;
    return new Uint8Array(Buffer.from(text, 'latin1'));
  };
  expect(await documentFacts(made(before.length), 'PDF')).toHaveLength(1);
  await expect(documentFacts(made(0), 'PDF')).rejects.toMatchObject({
    name: 'DOCUMENT_BROKEN',
    params: { reason: 'cross-reference' },
  });
});

describe('files that all readers see alike are taken', () => {
  it('with nodes below nodes, inherited sizes, no types, no parents where nothing is inherited', async () => {
    const nested = tree(
      pages('3 0 R 4 0 R', 3, BOX),
      '<</Type/Pages/Parent 2 0 R/Kids[5 0 R 6 0 R]/Count 2>>',
      '<</Parent 2 0 R>>',
      page(3),
      page(3, ''),
    );
    expect(await documentFacts(nested, 'PDF')).toHaveLength(3);
    expect(await documentFacts(tree(pages('3 0 R', 1), `<</Type/Page${BOX}>>`), 'PDF')).toHaveLength(1);
    expect(await documentFacts(await makePdf([{}, {}, {}], true), 'PDF')).toHaveLength(3);
  });
});

it('a tree that doubles at each level is refused, not walked', () => {
  const levels = Array.from(
    { length: 40 },
    (_, i) => `<</Type/Pages/Count 0/Kids[${i + 3} 0 R ${i + 3} 0 R]>>`,
  );
  const file = fileOf('<</Type/Catalog/Pages 2 0 R>>', ...levels, '<</Type/Pages/Count 0/Kids[]>>');
  expect(() => pageList(openPdfBytes(file))).toThrow('DOCUMENT_TOO_COMPLEX');
});

/** Pages that a program outside counts; undefined if it is not installed. */
function pagesOf(file: Bytes): number | undefined {
  try {
    const out = execFileSync('pdfinfo', ['-'], { input: file, stdio: ['pipe', 'pipe', 'ignore'] });
    return Number(/^Pages:\s+(\d+)/m.exec(String(out))?.[1]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

it('poppler counts the pages of a taken file as the engine does', async () => {
  const file = tree(pages('3 0 R 4 0 R', 2, BOX), page(2), page(2, ''));
  const outside = pagesOf(file);
  if (outside !== undefined) expect(outside).toBe((await documentFacts(file, 'PDF')).length);
});
