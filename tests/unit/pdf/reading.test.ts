import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, fromUtf8, utf8 } from '#core/bytes.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { isDict, isStream } from '#core/pdf/read/objects.ts';
import { openPdf, openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { findPage, listPages } from '#core/pdf/read/pages.ts';
import { textOf } from '#core/pdf/read/text-string.ts';
import { normalizePdf } from '#tests/fixtures/normalize-pdf.ts';
import { findField } from '#tests/fixtures/pdf-fields.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { judge, makePdf, plainPdf, throughQpdf } from './documents.ts';
import { testSigner } from './signers.ts';

const title = (file: Bytes): string => {
  const document = openPdfBytes(file);
  const info = document.resolve(document.trailer.entries.get('Info'));
  const value = isDict(info) ? document.lookup(info, 'Title') : null;
  return typeof value === 'object' && value?.kind === 'string' ? textOf(value) : '';
};

const latin1 = (file: Bytes): string => new TextDecoder('latin1').decode(file);

const hybrid = (): Bytes => {
  // Object 4 (the page) is hidden from readers that know tables only.
  const plain = plainPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    '<</Note(visible)>>',
  ]);
  const body = concatBytes(
    plain,
    utf8(
      '5 0 obj\n<</Type/ObjStm/N 1/First 4/Length 60>>\nstream\n4 0 <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>',
    ),
  );
  const used = fromUtf8(body).split('stream\n').at(-1)!.length;
  const closed = concatBytes(body, utf8(`${' '.repeat(60 - used)}\nendstream\nendobj\n`));
  const rows = new Uint8Array([2, 0, 5, 0, 0, 1, plain.length >> 16, plain.length >> 8, plain.length, 0]);
  const rowsAt = closed.length;
  const stream = concatBytes(
    utf8('6 0 obj\n<</Type/XRef/Size 7/W[1 3 1]/Index[4 2]/Length 10>>\nstream\n'),
    rows,
    utf8('\nendstream\nendobj\n'),
  );
  const table = `xref\n4 1\n0000000000 65535 f \ntrailer\n<</Size 7/Root 1 0 R/Prev ${fromUtf8(plain).lastIndexOf('xref\n0')}/XRefStm ${rowsAt}>>\n`;
  const at = rowsAt + stream.length;
  return concatBytes(closed, stream, utf8(`${table}startxref\n${at}\n%%EOF\n`));
};

describe('opening files', () => {
  it('reads every kind of cross-reference', async () => {
    const classic = await makePdf([{}, {}, {}]);
    const kinds = {
      table: classic,
      stream: throughQpdf(classic, '--object-streams=generate'),
      linearized: throughQpdf(classic, '--linearize', '--object-streams=disable'),
      'linearized with object streams': throughQpdf(classic, '--linearize', '--object-streams=generate'),
    };
    for (const [kind, file] of Object.entries(kinds)) {
      const document = openPdfBytes(file);
      expect(document.recovered, kind).toBe(false);
      expect(document.revisions, kind).toHaveLength(1);
      expect(document.revisions[0]!.end, kind).toBe(file.length);
      expect(listPages(document), kind).toHaveLength(3);
      expect(title(file), kind).toBe('A contract');
      expect(document.linearized, kind).toBe(kind.startsWith('linearized'));
    }
  });

  it('reads a hybrid file, and counts the hidden objects to their revision', () => {
    const file = hybrid();
    const document = openPdfBytes(file);
    expect(document.recovered).toBe(false);
    expect(document.revisions.map((revision) => revision.form)).toEqual(['table', 'hybrid']);
    expect(listPages(document)[0]!.mediaBox).toEqual([0, 0, 200, 100]);
    expect([...document.revisions[1]!.written].sort()).toEqual([4, 5]);
    expect(document.at(0).get(4)).toBeNull();
  });

  it('reads files with junk before the header, whichever way their offsets count', async () => {
    const file = await makePdf([{}, {}]);
    const junk = utf8('HTTP/1.1 200 OK\r\n\r\n');
    const moved = openPdfBytes(concatBytes(junk, file));
    expect([moved.recovered, moved.headerOffset, moved.base]).toEqual([false, junk.length, junk.length]);
    expect(listPages(moved)).toHaveLength(2);
    expect(moved.revisions[0]!.end).toBe(junk.length + file.length);
  });

  it('takes every form of the end mark', async () => {
    const file = await makePdf();
    const bare = file.subarray(0, latin1(file).lastIndexOf('%%EOF'));
    const endings: [string, number][] = [
      ['%%EOF', 5],
      ['%%EOF\r', 6],
      ['%%EOF\r\n', 7],
      ['%%EOF\n\n\n', 6],
      ['%%EOF\nsome bytes after it', 6],
    ];
    for (const [ending, counted] of endings) {
      const document = openPdfBytes(concatBytes(bare, utf8(ending)));
      expect(document.revisions[0]!.hasEndMark).toBe(true);
      expect(document.revisions[0]!.end).toBe(bare.length + counted);
    }
    expect(openPdfBytes(bare.slice()).revisions[0]!.hasEndMark).toBe(false);
  });

  it('keeps the state of every revision', async () => {
    const original = throughQpdf(await makePdf([{}, {}]), '--object-streams=generate');
    const { signer } = await testSigner('P-256');
    const once = await signPdf(original, { field: 'First', newField: 'invisible', signer });
    const twice = await signPdf(once, { field: 'Second', newField: 'invisible', signer });
    const document = openPdfBytes(twice);
    expect(document.revisions.map((revision) => revision.end)).toEqual([
      original.length,
      once.length,
      twice.length,
    ]);
    expect(document.revisions.map((revision) => revision.start)).toEqual([0, original.length, once.length]);
    const names = document.revisions.map(({ index }) =>
      listFields(document.at(index)).map((field) => field.name),
    );
    expect(names).toEqual([[], ['First'], ['First', 'Second']]);
    const field = findField(document, 'Second')!;
    expect(document.revisions[2]!.written.has(field.ref!.num)).toBe(true);
    expect(document.revisions[1]!.written.has(field.ref!.num)).toBe(false);
    const { span } = field.dict;
    expect(fromUtf8(twice.subarray(...span!))).toMatch(/^<<.*\/T\(Second\).*>>$/s);
  });

  it('reads the same from a source in pieces as from memory', async () => {
    const file = throughQpdf(
      await makePdf(Array.from({ length: 60 }, () => ({}))),
      '--object-streams=generate',
    );
    let fetched = 0;
    const source = {
      length: file.length,
      read: async (from: number, to: number) => {
        fetched += to - from;
        return file.slice(from, to);
      },
    };
    const document = await openPdf(source);
    const page = await document.run(() => findPage(document, 42));
    expect(page.dict.entries).toEqual(findPage(openPdfBytes(file), 42).dict.entries);
    expect(fetched).toBeLessThan(2 * file.length + 100_000);
  });

  it('notices duplicate keys, and the last of them counts', () => {
    const file = plainPdf([
      '<</Type/Catalog/Pages 2 0 R/Lang(a)/Lang(b)>>',
      '<</Type/Pages/Kids[]/Count 0>>',
    ]);
    const { catalog } = openPdfBytes(file);
    expect(catalog.duplicates).toEqual(['Lang']);
    expect(catalog.entries.get('Lang')).toMatchObject({ bytes: utf8('b') });
  });

  it('undoes every filter as qpdf does', async () => {
    const text = 'BT /F1 12 Tf (The same words again and again and again) Tj ET\n'.repeat(50);
    const encoded: [string, string][] = [
      [
        '/ASCIIHexDecode',
        `${Array.from(text, (c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join('\n')}>`,
      ],
      ['/RunLengthDecode', runLength(text)],
      ['/ASCII85Decode', ascii85(text)],
      ['/LZWDecode', lzw(text)],
    ];
    for (const [filter, data] of encoded) {
      const file = plainPdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[]/Count 0>>',
        `<</Length ${data.length}/Filter${filter}>>\nstream\n${data}\nendstream`,
      ]);
      const document = openPdfBytes(file);
      const stream = document.get(3);
      expect(isStream(stream) && fromUtf8(document.decode(stream)), filter).toBe(text);
      expect(judge('qpdf', file, '--show-object=3', '--filtered-stream-data', 'FILE').text, filter).toBe(
        text,
      );
    }
  });
});

describe('encrypted files', () => {
  const kinds: Record<string, string[]> = {
    'RC4, 40 bits': ['--allow-weak-crypto', '--encrypt', '', 'owner', '40', '--'],
    'RC4, 128 bits': ['--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--use-aes=n', '--'],
    'AES, 128 bits': ['--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--use-aes=y', '--'],
    'AES, 256 bits, revision 5': ['--encrypt', '', 'owner', '256', '--force-R5', '--'],
    'AES, 256 bits, revision 6': ['--encrypt', '', 'owner', '256', '--'],
  };

  for (const [kind, options] of Object.entries(kinds)) {
    it(`opens and decrypts ${kind}`, async () => {
      const plain = await makePdf([{ text: 'secret words' }], true);
      const file = throughQpdf(plain, '--object-streams=generate', ...options);
      expect(openPdfBytes(file).encryption?.opened).toBe(true);
      expect(title(file)).toBe('A contract');
      const decrypted = normalizePdf(file);
      expect(openPdfBytes(decrypted).encryption).toBeUndefined();
      expect(judge('qpdf', decrypted, '--check', 'FILE').code).toBe(0);
      expect(judge('pdftotext', decrypted, 'FILE', '-').text).toContain('secret words');
    });
  }

  it('says that a password is needed', async () => {
    const file = throughQpdf(await makePdf(), '--encrypt', 'user', 'owner', '256', '--');
    expect(openPdfBytes(file).encryption?.opened).toBe(false);
    expect(() => normalizePdf(file)).toThrow('DOCUMENT_ENCRYPTED');
  });
});

describe('broken files', () => {
  it('are recovered by searching for their objects, and say so', async () => {
    const file = await makePdf([{}, {}], false);
    const text = latin1(file);
    const broken = file.slice();
    broken.set(utf8('startxref\n99999'), text.lastIndexOf('startxref'));
    const document = openPdfBytes(broken);
    expect(document.recovered).toBe(true);
    expect(listPages(document)).toHaveLength(2);
    const repaired = normalizePdf(broken);
    expect(openPdfBytes(repaired).recovered).toBe(false);
    expect(judge('qpdf', repaired, '--check', 'FILE').code).toBe(0);
  });

  it('are recovered with their object streams', async () => {
    const file = throughQpdf(await makePdf([{}, {}, {}]), '--object-streams=generate');
    const cut = file.subarray(0, file.length - 40).slice();
    const document = openPdfBytes(cut);
    expect(document.recovered).toBe(true);
    expect(listPages(document)).toHaveLength(3);
  });

  it('find a single object whose entry leads nowhere', async () => {
    const file = plainPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/MediaBox[0 0 9 9]>>',
    ]);
    const text = fromUtf8(file);
    const at = text.lastIndexOf(' 00000 n') - 10;
    file.set(utf8('0000000001'), at);
    const document = openPdfBytes(file);
    expect(document.recovered).toBe(false);
    expect(listPages(document)[0]!.mediaBox).toEqual([0, 0, 9, 9]);
    expect(document.recovered).toBe(true);
  });

  it('that are no PDF at all are named', () => {
    expect(() => openPdfBytes(new Uint8Array(0))).toThrow('DOCUMENT_EMPTY');
    expect(() => openPdfBytes(utf8('PK\u0003\u0004 a zip'))).toThrow('DOCUMENT_NOT_PDF');
    expect(() => openPdfBytes(utf8('%PDF-1.7\nnothing else'))).toThrow('DOCUMENT_BROKEN');
  });
});

function runLength(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i += 100) {
    const part = text.slice(i, i + 100);
    out += String.fromCharCode(part.length - 1) + part;
  }
  return `${out}\x80`;
}

function ascii85(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i += 4) {
    const part = text.slice(i, i + 4);
    let value = 0;
    for (let k = 0; k < 4; k++) value = value * 256 + (part.charCodeAt(k) || 0);
    let digits = '';
    for (let k = 0; k < 5; k++, value = Math.floor(value / 85))
      digits = String.fromCharCode(33 + (value % 85)) + digits;
    out += digits.slice(0, part.length + 1);
  }
  return `${out}~>`;
}

function lzw(text: string): string {
  const table = new Map<string, number>();
  let bits = '';
  let width = 9;
  let next = 258;
  const put = (code: number) => {
    bits += code.toString(2).padStart(width, '0');
  };
  const code = (word: string) => (word.length === 1 ? word.charCodeAt(0) : table.get(word)!);
  put(256);
  let word = '';
  for (const c of text) {
    if (word === '' || table.has(word + c)) {
      word += c;
      continue;
    }
    put(code(word));
    table.set(word + c, next++);
    if (next === 512 || next === 1024 || next === 2048) width++;
    word = c;
  }
  put(code(word));
  next++;
  if (next === 512 || next === 1024 || next === 2048) width++;
  put(257);
  return (bits.match(/.{1,8}/g) ?? [])
    .map((b) => String.fromCharCode(Number.parseInt(b.padEnd(8, '0'), 2)))
    .join('');
}
