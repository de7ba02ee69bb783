import { describe, expect, it } from 'vitest';
import { utf8 } from '#core/bytes.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { decodeXmlText } from '#core/ofd/xml/decode-xml.ts';
import { readXml } from '#core/ofd/xml/read-xml.ts';
import { childText, escapeXml } from '#core/ofd/xml/walk-xml.ts';
import { onePageFiles, refusal, zip } from './make-package.ts';

const limits = { elements: 1000, depth: 20 };

describe('XML of an OFD', () => {
  it('is read with local names, attributes, entities, CDATA, and each element’s position', () => {
    const text =
      '<?xml version="1.0"?><!-- a --><o:a xmlns:o="u" o:n="1 &lt; 2"><b>x&#x4e2d;&amp;</b><b><![CDATA[<y>]]></b><c/></o:a>';
    const root = readXml(text, limits);
    expect(root.name).toBe('a');
    expect({ ...root.attributes }).toEqual({ n: '1 < 2' });
    expect(root.children.map((c) => [c.name, c.text])).toEqual([
      ['b', 'x中&'],
      ['b', '<y>'],
      ['c', ''],
    ]);
    const second = root.children[1]!;
    expect(text.slice(second.start, second.end)).toBe('<b><![CDATA[<y>]]></b>');
    expect(text.slice(second.closeStart, second.end)).toBe('</b>');
    expect(text.slice(root.children[2]!.start, root.children[2]!.end)).toBe('<c/>');
  });

  it('is refused with a document type, so that no entity expands and nothing is fetched', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>';
    const outside = '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>';
    expect(refusal(() => readXml(bomb, limits))).toBe('DOCUMENT_UNSUPPORTED');
    expect(refusal(() => readXml(outside, limits))).toBe('DOCUMENT_UNSUPPORTED');
    expect(refusal(() => readXml('<a>&unknown;</a>', limits))).toBe('DOCUMENT_BROKEN');
    expect(refusal(() => openOfd(zip({ ...onePageFiles(), 'OFD.xml': bomb })))).toBe('DOCUMENT_UNSUPPORTED');
  });

  it('is rejected if it is not well-formed', () => {
    for (const text of [
      '',
      'text',
      '<a>',
      '<a></b>',
      '<a/><b/>',
      '<a b="1" b="2"/>',
      '<a b=1/>',
      '<a b="<"/>',
      '<a>&</a>',
      '</a>',
      '<a',
      '<a><!-- </a>',
    ]) {
      expect(
        refusal(() => readXml(text, limits)),
        text,
      ).toBe('DOCUMENT_BROKEN');
    }
  });

  it('is refused past its limits of depth and elements', () => {
    expect(refusal(() => readXml(`${'<a>'.repeat(30)}${'</a>'.repeat(30)}`, limits))).toBe(
      'DOCUMENT_TOO_COMPLEX',
    );
    expect(refusal(() => readXml(`<r>${'<a/>'.repeat(2000)}</r>`, limits))).toBe('DOCUMENT_TOO_COMPLEX');
  });

  it('is read in UTF-8, UTF-16 and the Chinese encodings that it declares', () => {
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...[...'<a>中</a>'].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
    ]);
    expect(readXml(decodeXmlText(utf16), limits).text).toBe('中');
    const gbk = new Uint8Array([
      ...utf8('<?xml version="1.0" encoding="GBK"?><a>'),
      0xd6,
      0xd0,
      ...utf8('</a>'),
    ]);
    expect(readXml(decodeXmlText(gbk), limits).text).toBe('中');
    expect(readXml(decodeXmlText(utf8('\ufeff<a><b>文</b></a>')), limits).children[0]!.text).toBe('文');
  });

  it('takes any text that was written with escapes back as it was', () => {
    const text = `"A" & 'B' <c> ]]> \t 中😀`;
    const root = readXml(`<a b="${escapeXml(text)}"><c>${escapeXml(text)}</c></a>`, limits);
    expect(root.attributes.b).toBe(text);
    expect(childText(root, 'c')).toBe(text);
    expect(escapeXml('a\u0000b\u001fc')).toBe('abc');
  });
});
