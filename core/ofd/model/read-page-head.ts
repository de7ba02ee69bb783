import { isAppError } from '#core/errors.ts';
import { findEntry, type OfdPackage, readHead } from '#core/ofd/package/open-package.ts';
import { decodeXmlText } from '#core/ofd/xml/decode-xml.ts';
import { readXml, type XmlElement } from '#core/ofd/xml/read-xml.ts';

/** Bytes read from the beginning of a page's file; Area is within its first lines. */
const HEAD_BYTES = 8192;

/**
 * The root of a page's file with the elements before Content (GB/T 33190-2016, 7.7: templates, resources, area).
 * Undefined if the beginning of the file does not contain all of them.
 */
export function readPageHead(pkg: OfdPackage, path: string): XmlElement | undefined {
  const entry = findEntry(pkg, path);
  if (!entry) return undefined;
  try {
    const text = decodeXmlText(readHead(pkg, entry, HEAD_BYTES));
    const content = /<(?:[\w.-]+:)?Content[\s/>]/.exec(text);
    const root = /<([\w.-]+:)?Page[\s>]/.exec(text);
    if (!content || !root || root.index > content.index) return undefined;
    const head = `${text.slice(0, content.index)}</${root[1] ?? ''}Page>`;
    return readXml(head, { elements: 1000, depth: 8 });
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}
