import { type Bytes, utf8 } from '#core/bytes.ts';
import type { OfdPackage } from '#core/ofd/package/open-package.ts';
import { readFile } from '#core/ofd/package/open-package.ts';
import { decodeXmlText } from '#core/ofd/xml/decode-xml.ts';
import { readXml, type XmlElement } from '#core/ofd/xml/read-xml.ts';

/** An XML file for local edits; all other characters are preserved. */
export type EditableXml = { text: string; root: XmlElement };

/** Opens the file at `path`. Throws the errors of `readFile` and `readXml`. */
export function editXml(pkg: OfdPackage, path: string): EditableXml {
  return parseEditable(pkg, decodeXmlText(readFile(pkg, path)));
}

function parseEditable(pkg: OfdPackage, text: string): EditableXml {
  return { text, root: readXml(text, { elements: pkg.limits.xmlElements, depth: pkg.limits.xmlDepth }) };
}

/** The namespace prefix with colon in the element's own tag ("ofd:"), or an empty string. */
export function prefixOf({ text }: EditableXml, element: XmlElement): string {
  return /^<([^\s/>:]+:)?/.exec(text.slice(element.start, element.start + 100))?.[1] ?? '';
}

/** Inserts `inner` (XML text) before the first child with one of these names, or else at the end of `parent`. */
export function insertChild(
  pkg: OfdPackage,
  xml: EditableXml,
  parent: XmlElement,
  inner: string,
  before: readonly string[] = [],
): EditableXml {
  const sibling = parent.children.find((c) => before.includes(c.name));
  if (sibling) return replaceRange(pkg, xml, sibling.start, sibling.start, inner);
  if (parent.closeStart < parent.end)
    return replaceRange(pkg, xml, parent.closeStart, parent.closeStart, inner);
  return openEmptyTag(pkg, xml, parent, inner);
}

/** Expands `<a/>` to `<a>inner</a>`. */
function openEmptyTag(pkg: OfdPackage, xml: EditableXml, element: XmlElement, inner: string): EditableXml {
  const tag = xml.text.slice(element.start, element.end);
  const name = /^<([^\s/>]+)/.exec(tag)![1]!;
  // From the end, as a pattern for the spaces before it would look from each of them.
  const opened = `${tag.slice(0, -'/>'.length).trimEnd()}>${inner}</${name}>`;
  return replaceRange(pkg, xml, element.start, element.end, opened);
}

/** Replaces the element's contents by `text`, which is already escaped. */
export function replaceContents(
  pkg: OfdPackage,
  xml: EditableXml,
  element: XmlElement,
  text: string,
): EditableXml {
  if (element.closeStart === element.end) return openEmptyTag(pkg, xml, element, text);
  const tag = /^<[^>]*>/.exec(xml.text.slice(element.start, element.end))![0];
  return replaceRange(pkg, xml, element.start + tag.length, element.closeStart, text);
}

/** Removes the element. */
export const removeElement = (pkg: OfdPackage, xml: EditableXml, element: XmlElement): EditableXml =>
  replaceRange(pkg, xml, element.start, element.end, '');

function replaceRange(pkg: OfdPackage, xml: EditableXml, from: number, to: number, by: string): EditableXml {
  return parseEditable(pkg, xml.text.slice(0, from) + by + xml.text.slice(to));
}

/** The file in UTF-8; an XML declaration that states another encoding is corrected. */
export function xmlBytes({ text }: EditableXml): Bytes {
  const plain = text.replace(/^\ufeff/, '');
  return utf8(plain.replace(/^(<\?xml[^>]*?encoding\s*=\s*)(["'])(?!utf-8\2)[^"']*\2/i, '$1$2UTF-8$2'));
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
export const OFD_NAMESPACE = 'http://www.ofdspec.org/2016';
