import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, utf8 } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { isStream } from '#core/pdf/read/objects.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { findText } from '#core/pdf/text/find-text.ts';
import { randomFrom } from '#tests/fixtures/random.ts';
import { inFolder, makePdf, plainPdf, throughQpdf } from './documents.ts';

const PAGES = '<</Type/Pages/Kids[]/Count 0>>';
const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';

/**
 * Reads everything there is; gives how it ended. Anything but an answer or an AppError is a defect. The reader counts its
 * work and refuses what would be too much: that is the same on every machine, and nothing is timed here.
 */
function readAll(file: Bytes): string {
  let outcome = 'read';
  try {
    const document = openPdfBytes(file);
    for (const page of listPages(document).slice(0, 200)) findText(document, page, 'Page');
    listFields(document);
    for (const { written, index } of document.revisions) {
      for (const num of [...written].slice(0, 3000)) {
        const object = document.at(index).get(num);
        if (isStream(object)) document.encoded(object);
      }
    }
  } catch (error) {
    if (!isAppError(error)) throw error;
    outcome = error.name;
  }
  return outcome;
}

describe('hostile and damaged files', () => {
  it('cut off anywhere are read, recovered or refused', async () => {
    const file = throughQpdf(await makePdf([{}, {}]), '--object-streams=generate');
    for (let length = 0; length < file.length; length += 41) readAll(file.slice(0, length));
  });

  for (const kind of ['table', 'stream', 'linearized'] as const) {
    it(`with damaged bytes (${kind}, seeds 1 to 100) are read, recovered or refused`, async () => {
      const base = await makePdf([{}, {}]);
      const file =
        kind === 'table'
          ? base
          : throughQpdf(base, ...(kind === 'stream' ? [] : ['--linearize']), '--object-streams=generate');
      for (let seed = 1; seed <= 100; seed++) {
        const next = randomFrom(seed);
        const damaged = file.slice();
        for (let n = 1 + Math.floor(next() * 20); n > 0; n--) {
          const at = Math.floor(next() * damaged.length);
          damaged[at] =
            next() < 0.5 ? damaged[at]! ^ (1 << Math.floor(next() * 8)) : Math.floor(next() * 256);
        }
        try {
          readAll(damaged);
        } catch (error) {
          throw new Error(`seed ${seed}`, { cause: error });
        }
      }
    });
  }

  it('with other numbers in place of theirs (seeds 1 to 100) are read, recovered or refused', async () => {
    const file = await makePdf([{}, {}, {}]);
    const text = new TextDecoder('latin1').decode(file);
    const numbers = ['0', '1', '-1', '3', '5', '99', '65536', '2147483648', '99999999999999999999', '1.5'];
    for (let seed = 1; seed <= 100; seed++) {
      const next = randomFrom(seed);
      const changed = text.replace(/\d+/g, (n) =>
        next() < 0.02 ? numbers[Math.floor(next() * numbers.length)]! : n,
      );
      readAll(Uint8Array.from(changed, (c) => c.charCodeAt(0)));
    }
  });

  it('nested too deep are refused', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['<</A', '>>'],
    ] as const) {
      const deep = plainPdf([
        `<</Type/Catalog/Pages 2 0 R/Deep ${open.repeat(100_000)}1${close.repeat(100_000)}>>`,
        PAGES,
      ]);
      expect(readAll(deep)).toBe('DOCUMENT_TOO_COMPLEX');
    }
  });

  it('whose page tree bites its own tail give each page once', () => {
    const file = plainPdf([
      CATALOG,
      '<</Type/Pages/Kids[2 0 R 3 0 R 4 0 R 3 0 R]/Count 4>>',
      '<</Type/Pages/Kids[2 0 R 4 0 R 5 0 R]/Count 2/Parent 3 0 R>>',
      '<</Type/Page/Parent 3 0 R>>',
      '<</Type/Pages/Kids[5 0 R 3 0 R]/Count 1>>',
    ]);
    expect(listPages(openPdfBytes(file))).toHaveLength(1);
    expect(readAll(file)).toBe('read');
  });

  it('with a page tree of endless depth are refused', () => {
    const nodes = Array.from({ length: 1000 }, (_, i) => `<</Type/Pages/Kids[${i + 3} 0 R]/Count 1>>`);
    expect(readAll(plainPdf([CATALOG, ...nodes, '<</Type/Page>>']))).toBe('DOCUMENT_TOO_COMPLEX');
  });

  it('with circles of fields, of references and of cross-references come to an end', () => {
    const fields = plainPdf([
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[3 0 R 4 0 R]>>>>',
      PAGES,
      '<</T(a)/Kids[4 0 R]>>',
      '<</T(b)/Kids[3 0 R]/Parent 4 0 R>>',
    ]);
    expect(readAll(fields)).toBe('read');
    const references = plainPdf([CATALOG, '3 0 R', '4 0 R', '3 0 R']);
    expect(readAll(references)).toBe('read');
    const once = plainPdf([CATALOG, PAGES]);
    const at = new TextDecoder('latin1').decode(once).lastIndexOf('xref\n0');
    expect(readAll(plainPdf([CATALOG, PAGES], `/Root 1 0 R/Prev ${at}`))).toBe('read');
  });

  it('with object streams that hold themselves, or their own length, come to an end', () => {
    const inner = '3 0 <</Type/ObjStm/N 1/First 4/Length 30>>';
    const body = concatBytes(
      utf8(
        '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n',
      ),
    );
    const stream = utf8(
      `3 0 obj\n<</Type/ObjStm/N 1/First 4/Length 4 0 R>>\nstream\n${inner}\nendstream\nendobj\n`,
    );
    const rows = new Uint8Array([1, 0, 9, 0, 1, 0, 56, 0, 2, 0, 3, 0, 2, 0, 3, 0, 1, 0, 200, 0]);
    const at = body.length + stream.length;
    const xref = concatBytes(
      utf8('5 0 obj\n<</Type/XRef/Size 6/Root 1 0 R/W[1 2 1]/Index[1 5]/Length 20>>\nstream\n'),
      rows,
      utf8(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`),
    );
    expect(readAll(concatBytes(body, stream, xref))).toMatch(/read|DOCUMENT_BROKEN/);
    const ownLength = plainPdf([CATALOG, PAGES, '<</Length 3 0 R>>\nstream\nabc\nendstream']);
    expect(readAll(ownLength)).toBe('read');
  });

  it('that unpack to too much are refused before they fill memory', () => {
    const zeros = deflateSync(new Uint8Array(40 * 1024 * 1024), { level: 9 });
    const twice = deflateSync(zeros, { level: 9 });
    const bomb = (data: Uint8Array, filter: string): Bytes =>
      plainPdf([
        CATALOG,
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>',
        concatBytes(utf8(`<</Length ${data.length}/Filter${filter}>>\nstream\n`), data, utf8('\nendstream')),
      ]);
    expect(readAll(bomb(zeros, '/FlateDecode'))).toBe('DOCUMENT_TOO_COMPLEX');
    expect(readAll(bomb(twice, '[/FlateDecode/FlateDecode]'))).toBe('DOCUMENT_TOO_COMPLEX');
    const runs = new Uint8Array(500_000).fill(0x81);
    expect(readAll(bomb(runs, '[/RunLengthDecode/RunLengthDecode/RunLengthDecode]'))).toMatch(
      /TOO_COMPLEX|read/,
    );
    expect(readAll(bomb(zeros, `[${'/FlateDecode'.repeat(20)}]`))).toBe('DOCUMENT_TOO_COMPLEX');
  });

  it('take less than 200 MB while they are refused', () => {
    const data = deflateSync(new Uint8Array(31 * 1024 * 1024), { level: 9 });
    const stream = concatBytes(
      utf8(`<</Type/ObjStm/N 1/First 4/Length ${data.length}/Filter/FlateDecode>>\nstream\n`),
      data,
      utf8('\nendstream'),
    );
    const kids = Array.from({ length: 40 }, (_, i) => `${i + 3} 0 R`).join(' ');
    const page = concatBytes(utf8('<</Type/Page/Parent 2 0 R/Contents[50 0 R 51 0 R 52 0 R]>>'));
    const file = plainPdf([
      CATALOG,
      `<</Type/Pages/Kids[${kids}]/Count 40>>`,
      ...Array.from({ length: 40 }, () => page),
      ...Array.from({ length: 40 }, () => stream),
    ]);
    const said = inFolder((folder) => {
      writeFileSync(join(folder, 'bomb.pdf'), file);
      const args = ['--no-warnings', 'tests/unit/pdf/measure-bomb.ts', join(folder, 'bomb.pdf')];
      return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    });
    expect(said.outcome).toBe('DOCUMENT_TOO_COMPLEX');
    expect(said.megabytes).toBeLessThan(200);
  });

  it('that unpack many times over are refused', () => {
    const data = deflateSync(new Uint8Array(20 * 1024 * 1024), { level: 9 });
    const pages = Array.from({ length: 100 }, (_, i) => `${i + 4} 0 R`).join(' ');
    const file = plainPdf([
      CATALOG,
      `<</Type/Pages/Kids[${pages}]/Count 100>>`,
      concatBytes(utf8(`<</Length ${data.length}/Filter/FlateDecode>>\nstream\n`), data, utf8('\nendstream')),
      ...Array.from({ length: 100 }, () => '<</Type/Page/Parent 2 0 R/Contents[3 0 R 3 0 R 3 0 R]>>'),
    ]);
    expect(readAll(file)).toBe('DOCUMENT_TOO_COMPLEX');
  });

  it('with forms that draw each other without end come to an end', () => {
    const form = (other: number): string => {
      const content = '/X Do /X Do /X Do /X Do ';
      return `<</Type/XObject/Subtype/Form/Resources<</XObject<</X ${other} 0 R>>>>/Length ${content.length}>>\nstream\n${content}\nendstream`;
    };
    const file = plainPdf([
      CATALOG,
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>',
      '<</Length 5>>\nstream\n/X Do\nendstream',
      form(6),
      form(5),
    ]);
    expect(readAll(file)).toMatch(/read|DOCUMENT_TOO_COMPLEX/);
  });

  describe('whose text', () => {
    const packed = (dict: string, data: string): Bytes => {
      const body = deflateSync(utf8(data), { level: 9 });
      return concatBytes(
        utf8(`<<${dict}/Length ${body.length}/Filter/FlateDecode>>\nstream\n`),
        body,
        utf8('\nendstream'),
      );
    };
    const withText = (resources: string, content: string, ...more: (string | Bytes)[]): Bytes =>
      plainPdf([
        CATALOG,
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<${resources}>>>>`,
        packed('', content),
        ...more,
      ]);
    const composite = (more: string) => `<</Type/Font/Subtype/Type0/BaseFont/X${more}>>`;
    const mappings = (count: number) => `${'<0041> <0042>\n'.repeat(count)}endbfchar`;

    it('is one string without end is refused', () => {
      const text = `BT /F 1 Tf (${'\u0001'.repeat(30_000_000)}) Tj ET`;
      expect(readAll(withText('/Font<</F 5 0 R>>', text, '<</Type/Font/Subtype/Type1>>'))).toBe(
        'DOCUMENT_TOO_COMPLEX',
      );
    });

    it('is in a font chosen again and again, or in fonts of one table, is read once', () => {
      const table = packed('', mappings(40_000));
      const font = composite('/Encoding/Identity-H/ToUnicode 5 0 R');
      const states = '/G gs '.repeat(500);
      expect(readAll(withText(`/ExtGState<</G<</Font[6 0 R 1]>>>>`, states, table, font))).toBe('read');
      const names = Array.from({ length: 500 }, (_, i) => `F${i}`);
      const fonts = names.map((name) => `/${name} ${font}`).join('');
      const chosen = names.map((name) => `/${name} 1 Tf `).join('');
      expect(readAll(withText(`/Font<<${fonts}>>`, chosen, table))).toBe('read');
    });

    it('is in fonts of tables without end is refused', () => {
      const tables = Array.from({ length: 100 }, () => packed('', mappings(60_000)));
      const names = tables.map((_, i) => `F${i}`);
      const fonts = names.map((name, i) => `/${name} ${composite(`/ToUnicode ${5 + i} 0 R`)}`).join('');
      const chosen = names.map((name) => `/${name} 1 Tf `).join('');
      expect(readAll(withText(`/Font<<${fonts}>>`, chosen, ...tables))).toBe('DOCUMENT_TOO_COMPLEX');
    });

    it('is a book a character is cut off', () => {
      const table = packed('', `1 beginbfrange\n<0000> <FFFF> <${'0041'.repeat(250_000)}>\nendbfrange`);
      const text = `BT /F 1 Tf <${'0001'.repeat(2_000)}> Tj ET`;
      const font = composite('/Encoding/Identity-H/ToUnicode 6 0 R');
      expect(readAll(withText('/Font<</F 5 0 R>>', text, font, table))).toBe('read');
    });

    it('is in a font with the same widths, or ranges of codes, again and again is read', () => {
      const text = `BT /F 1 Tf (${'A'.repeat(50_000)}) Tj ET`;
      const widths = `<</Type/Font/Subtype/CIDFontType2/W[${'0 65535 500 '.repeat(20_000)}]>>`;
      const wide = composite('/Encoding/Identity-H/DescendantFonts[6 0 R]');
      expect(readAll(withText('/Font<</F 5 0 R>>', text, wide, widths))).toBe('read');
      const spaces = packed('', `${'<ff> <fe>\n'.repeat(50_000)}endcodespacerange`);
      expect(readAll(withText('/Font<</F 5 0 R>>', text, composite('/Encoding 6 0 R'), spaces))).toBe('read');
    });
  });

  it('with strings and arrays that never end, many times, are read or refused in time', () => {
    const open = Array.from({ length: 3000 }, (_, i) => (i % 2 ? '(never closed' : '[ 1 2 3'));
    expect(readAll(plainPdf([CATALOG, PAGES, ...open]))).toMatch(/read|DOCUMENT/);
    const huge = concatBytes(utf8('%PDF-1.7\n'), utf8('1 0 obj (\n'.repeat(300_000)));
    expect(readAll(huge)).toMatch(/DOCUMENT/);
    const brackets = concatBytes(utf8('%PDF-1.7\n'), utf8('1 0 obj <<\n'.repeat(300_000)));
    expect(readAll(brackets)).toMatch(/DOCUMENT/);
    const trailers = concatBytes(utf8('%PDF-1.7\n'), utf8('trailer <<(\n'.repeat(200_000)));
    expect(readAll(trailers)).toMatch(/DOCUMENT/);
  });
});
