import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, fromUtf8, utf8 } from '#core/bytes.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { readPage } from '#core/ofd/model/read-page.ts';
import { PACKAGE_LIMITS } from '#core/ofd/package/limits.ts';
import { findEntry, openPackage, readEntry, readFile, resolvePath } from '#core/ofd/package/open-package.ts';
import { onePageFiles, refusal, zip } from './make-package.ts';

/** Changes a field of the first central directory record. */
function patchCentral(file: Bytes, offset: number, value: number, size: 2 | 4): Bytes {
  const out = file.slice();
  const view = new DataView(out.buffer);
  for (let at = 0; at + 46 < out.length; at++) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    if (size === 2) view.setUint16(at + offset, value, true);
    else view.setUint32(at + offset, value, true);
    return out;
  }
  throw new Error('no central directory');
}

describe('the zip of an OFD', () => {
  it('returns every entry with its exact bytes in the file', () => {
    const file = zip({ 'a.txt': 'first', 'b/c.txt': 'second'.repeat(100) });
    const pkg = openPackage(file);
    expect(pkg.zip.entries.map((entry) => entry.path)).toEqual(['a.txt', 'b/c.txt']);
    const [a, b] = pkg.zip.entries;
    // what follows one entry is the next one: nothing of the file is lost between the spans
    expect(a!.raw.start).toBe(0);
    expect(b!.raw.start).toBe(a!.raw.end);
    expect(pkg.zip.central.start).toBe(b!.raw.end);
    expect(fromUtf8(readFile(pkg, 'b/c.txt'))).toBe('second'.repeat(100));
  });

  it('is read despite bytes before the first header, which cause a warning', () => {
    const file = concatBytes(utf8('#!/bin/sh\n'), zip(onePageFiles()));
    const ofd = openOfd(file);
    expect(openDocument(ofd).pages).toHaveLength(1);
    expect(ofd.package.warnings).toEqual(['10 bytes before the zip']);
  });

  it('is rejected if it is not a zip, or has no OFD.xml or a different root', () => {
    expect(refusal(() => openOfd(utf8('%PDF-1.7 and so on, long enough for a directory')))).toBe(
      'DOCUMENT_NOT_OFD',
    );
    expect(refusal(() => openOfd(zip({ 'word/document.xml': '<a/>' })))).toBe('DOCUMENT_NOT_OFD');
    expect(refusal(() => openOfd(zip({ 'OFD.xml': '<html/>' })))).toBe('DOCUMENT_NOT_OFD');
    expect(refusal(() => openOfd(new Uint8Array(0)))).toBe('DOCUMENT_EMPTY');
  });

  it('is refused where a name climbs out of the package or names a drive', () => {
    for (const name of ['../evil.xml', 'Doc_0/../../evil.xml', '..\\evil.xml', 'C:\\evil.xml']) {
      expect(
        refusal(() => openPackage(zip({ [name]: 'x' }))),
        name,
      ).toBe('DOCUMENT_BROKEN');
    }
    expect(openPackage(zip({ 'Doc_0/../inside.xml': 'x' })).files.has('inside.xml')).toBe(true);
  });

  it('is refused where two readers would read two things: repeated or overlapping entries', () => {
    expect(refusal(() => openPackage(zip({ 'a.xml': '1', './a.xml': '2' })))).toBe('DOCUMENT_BROKEN');
    const two = zip({ 'a.txt': 'same length', 'b.txt': 'same length' });
    // the first record points to the second entry's header
    const second = openPackage(two).zip.entries[1]!.raw.start;
    expect(refusal(() => openPackage(patchCentral(two, 42, second, 4)))).toBe('DOCUMENT_BROKEN');
  });

  it('is refused past the limits of entries, sizes and ratio before anything is unpacked', () => {
    const bomb = zip({ 'OFD.xml': new Uint8Array(6 * 1024 * 1024) });
    expect(refusal(() => openPackage(bomb))).toBe('DOCUMENT_TOO_COMPLEX');
    const few = { ...PACKAGE_LIMITS, entries: 2 };
    expect(refusal(() => openPackage(zip({ a: '1', b: '2', c: '3' }), few))).toBe('DOCUMENT_TOO_COMPLEX');
    const small = { ...PACKAGE_LIMITS, totalSize: 10, totalPerByte: 0 };
    expect(refusal(() => openPackage(zip({ a: '123456', b: '123456' }), small))).toBe('DOCUMENT_TOO_COMPLEX');
    expect(refusal(() => openPackage(zip({ a: '1' }), { ...PACKAGE_LIMITS, fileSize: 8 }))).toBe(
      'DOCUMENT_TOO_LARGE',
    );
  });

  it('does not trust the size that the directory states', () => {
    const file = zip({ 'a.txt': 'x'.repeat(5000) });
    for (const size of [10, 4999, 5001]) {
      const lied = openPackage(patchCentral(file, 24, size, 4));
      expect(
        refusal(() => readFile(lied, 'a.txt')),
        String(size),
      ).toBe('DOCUMENT_BROKEN');
    }
    // past 64 kB packed it is unpacked in pieces, which stop at the stated size
    const noise = Uint8Array.from({ length: 200_000 }, (_, i) => (i * 2654435761) >>> 13);
    const large = openPackage(patchCentral(zip({ 'a.bin': noise }), 24, 100, 4));
    expect(refusal(() => readFile(large, 'a.bin'))).toBe('DOCUMENT_BROKEN');
  });

  it('reports a wrong checksum as a warning, and rejects an unknown method and encryption', () => {
    const file = zip({ 'a.txt': 'hello' });
    const wrong = openPackage(patchCentral(file, 16, 1, 4));
    expect(fromUtf8(readFile(wrong, 'a.txt'))).toBe('hello');
    expect(wrong.warnings).toEqual(['checksum of a.txt does not match']);
    expect(refusal(() => readFile(openPackage(patchCentral(file, 10, 12, 2)), 'a.txt'))).toBe(
      'DOCUMENT_UNSUPPORTED',
    );
    expect(refusal(() => openPackage(patchCentral(file, 8, 1, 2)))).toBe('DOCUMENT_ENCRYPTED');
  });

  it('reads sizes from a zip64 field that would not be needed', () => {
    const file = zip({ 'a.txt': 'hello hello hello hello' });
    const entry = openPackage(file).zip.entries[0]!;
    const field = new Uint8Array(20);
    const view = new DataView(field.buffer);
    view.setUint16(0, 1, true);
    view.setUint16(2, 16, true);
    view.setBigUint64(4, BigInt(entry.size), true);
    view.setBigUint64(12, BigInt(entry.packedSize), true);
    const large = patchCentral(
      patchCentral(patchCentral(file, 20, 0xffffffff, 4), 24, 0xffffffff, 4),
      30,
      20,
      2,
    );
    const out = concatBytes(large.subarray(0, entry.central.end), field, large.subarray(entry.central.end));
    const end = out.length - 22;
    new DataView(out.buffer).setUint32(end + 12, entry.central.end - entry.central.start + 20, true);
    expect(fromUtf8(readFile(openPackage(out), 'a.txt'))).toBe('hello hello hello hello');
  });

  it('reads stored entries and names in GB 18030', () => {
    expect(
      fromUtf8(
        readEntry(openPackage(zip({ a: 'kept' }, 0)), openPackage(zip({ a: 'kept' }, 0)).zip.entries[0]!),
      ),
    ).toBe('kept');
    const gbk = zip({ 'xxxx.xml': '1' });
    const name = Uint8Array.of(0xba, 0xcf, 0xcd, 0xac);
    for (let at = 0; at + 4 < gbk.length; at++) {
      if (gbk[at] === 0x78 && gbk[at + 1] === 0x78 && gbk[at + 3] === 0x78) gbk.set(name, at);
    }
    expect(openPackage(gbk).zip.entries[0]!.name).toBe('合同.xml');
  });
});

describe('paths in an OFD', () => {
  const pkg = openPackage(
    zip({
      'OFD.xml': '1',
      'Doc_0/Document.xml': '2',
      'Doc_0/Res/Image_1.PNG': '3',
      'Doc_0/Pages/P_0/Content.xml': '4',
    }),
  );

  it('are found however a writer spells them: relative, absolute, backslashes, ./, another case', () => {
    const base = 'Doc_0/Pages/P_0/Content.xml';
    for (const loc of [
      '/Doc_0/Res/Image_1.PNG',
      'Doc_0/Res/Image_1.PNG',
      '../../Res/Image_1.PNG',
      'Res/Image_1.PNG',
      '..\\..\\Res\\image_1.png',
      './../../Res/./Image_1.PNG',
      '/doc_0/res/IMAGE_1.png',
    ]) {
      expect(resolvePath(pkg, base, loc), loc).toBe('Doc_0/Res/Image_1.PNG');
    }
    expect(findEntry(pkg, 'ofd.XML')?.path).toBe('OFD.xml');
  });

  it('that climb out of the package lead nowhere and leave a warning', () => {
    expect(resolvePath(pkg, 'OFD.xml', '../../etc/passwd')).toBeUndefined();
    expect(pkg.warnings).toContain('path refused: ../../etc/passwd');
    expect(resolvePath(pkg, 'OFD.xml', 'missing.xml')).toBeUndefined();
  });

  it('may be written without namespace, with another prefix or as absolute paths throughout', () => {
    const plain = onePageFiles();
    for (const path of Object.keys(plain))
      plain[path] = String(plain[path]).replaceAll('ofd:', '').replace('xmlns', 'xmlns:x');
    expect(readPage(openDocument(openOfd(zip(plain))), 0).layers).toHaveLength(1);
    const absolute = onePageFiles();
    absolute['OFD.xml'] = String(absolute['OFD.xml']).replace('Doc_0/Doc', '\\Doc_0\\Doc');
    expect(openDocument(openOfd(zip(absolute))).pages[0]!.path).toBe('Doc_0/Pages/Page_0/Content.xml');
  });
});
