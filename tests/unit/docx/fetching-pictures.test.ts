import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { type Bytes, utf8 } from '#core/bytes.ts';
import { forConversion } from '#core/docx/for-conversion.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { makeDocx, paragraph } from '#tests/fixtures/docx/make-docx.ts';
import { growsAt } from '../security/growth.ts';

const FACES = { SONG: 'S', HEI: 'H', KAI: 'K', FANGSONG: 'F' };
const svg = (inside: string, before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inside}</svg>`;
const wide = (text: string): Bytes =>
  new Uint8Array([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0])]);
const withPicture = (picture: string | Bytes, path = 'word/media/image1.png') =>
  makeDocx({
    body: paragraph('甲'),
    files: { [path]: picture },
    relations: [['rId8', 'image', path.replace('word/', '')]],
  });

/** Drawings that lead out of the file, or that nobody can tell of. */
const OUT: Readonly<Record<string, string | Bytes>> = {
  'a picture from a file': svg('<image xlink:href="file:///etc/picture.png"/>'),
  'a picture from an address': svg('<image href="http://10.0.0.1/a.png"/>'),
  'a picture in other letters': svg("<image HREF = 'HTTP://10.0.0.1/a.png'/>"),
  'an address in entities': svg('<image xlink:href="&#102;ile:///etc/picture.png"/>'),
  'a path': svg('<use xlink:href="../../other.svg#a"/>'),
  'a picture in the picture': svg('<image href="data:image/svg+xml;base64,PHN2Zz4="/>'),
  'an address in a style': svg('<rect style="fill:url(http://10.0.0.1/a)"/>'),
  'a quoted address in a style': svg('<rect fill="url( \'file:///etc/a#b\' )"/>'),
  'an escaped address in a style': svg('<style>rect{fill:u\\72l(http://10.0.0.1/a)}</style>'),
  'a style sheet': svg('<style>@import "http://10.0.0.1/a.css"</style>'),
  'a style sheet before it': svg('', '<?xml-stylesheet href="http://10.0.0.1/a.css"?>'),
  'an entity': svg('&a;', '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
  'a base': svg('<g xml:base="http://10.0.0.1/"/>'),
  'a program': svg('<script>1</script>'),
  'another prefix': '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:image href="file:///a"/></s:svg>',
  'UTF-16': wide(svg('<image href="file:///etc/picture.png"/>')),
  'a text before it': ` \n<!-- ${'x'.repeat(9_000)} -->${svg('<image href="file:///etc/picture.png"/>')}`,
  'what is not closed': '<svg><image href="file:///etc/picture.png"',
  'a drawing that is packed': new Uint8Array([0x1f, 0x8b, 8, 0]),
  PostScript: utf8('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file'),
  'PostScript with a preview': new Uint8Array([0xc5, 0xd0, 0xd3, 0xc6, 0]),
};

it.each(Object.entries(OUT))('a picture with %s is told and does not come to the converter', (_, picture) => {
  for (const path of ['word/media/image1.png', 'word/media/image1.svg', 'word/media/image1.xml', 'a/b']) {
    const docx = openDocx(withPicture(picture, path));
    expect(docx.external).toEqual([path]);
    expect(Object.keys(unzipSync(forConversion(docx, { faces: FACES }).bytes))).not.toContain(path);
  }
});

/** A file with a picture at an address, whose parts are named as `name` says. */
function withAddress(name: (path: string) => string[]): Bytes {
  const files: Record<string, Uint8Array> = {};
  for (const [path, data] of Object.entries(unzipSync(makeDocx({ body: paragraph('甲') }))))
    for (const one of name(path))
      files[one] = /document\.xml\.rels$/i.test(one)
        ? strToU8(
            strFromU8(data).replace(
              '</Relationships>',
              '<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="http://a.test/p.png" TargetMode="External"/></Relationships>',
            ),
          )
        : data;
  return zipSync(files).slice();
}

it.each([
  ['as usual', (path: string) => [path]],
  ['in capitals', (path: string) => [path.toUpperCase()]],
  ['with capitals', (path: string) => [path.replace('.rels', '.Rels')]],
])('an address in relations that are named %s does not come to the converter', (_, name) => {
  const docx = openDocx(withAddress(name));
  expect(docx.external).toEqual(['http://a.test/p.png']);
  const entries = Object.values(unzipSync(forConversion(docx, { faces: FACES }).bytes));
  expect(entries.filter((data) => strFromU8(data).includes('a.test'))).toEqual([]);
});

it('a file with two parts of one name, but for case, is refused: others may read the other one', () => {
  const twice = withAddress((path) =>
    path.endsWith('document.xml.rels') ? [path, path.toUpperCase()] : [path],
  );
  expect(() => openDocx(twice)).toThrow('DOCUMENT_BROKEN');
});

it('a drawing of its own parts stays, and so does every other picture', () => {
  const icon = svg(
    '<defs><linearGradient id="a"/></defs><use xlink:href="#a"/><rect fill="url(#a)" style="stroke:url( \'#a\')"/>',
    '<?xml version="1.0"?>',
  );
  for (const picture of [icon, new Uint8Array([0x89, 0x50, 0x4e, 0x47]), utf8('GIF89a'), utf8('BM')]) {
    const docx = openDocx(withPicture(picture));
    expect(docx.external).toEqual([]);
    const entries = unzipSync(forConversion(docx, { faces: FACES }).bytes);
    expect(entries['word/media/image1.png']).toEqual(typeof picture === 'string' ? utf8(picture) : picture);
  }
});

it('a drawing is judged in proportion to its size', () => {
  for (const unit of ['svg', '<svg ', 'url(', 'url( ', '&#102;', '<svg href="#a"/>']) {
    const judge = (size: number) => openDocx(withPicture(unit.repeat(size))).external;
    expect(growsAt(judge, 100_000), unit).toBeUndefined();
  }
});
