import type { XmlElement } from './read-xml.ts';

/** The first child with that local name. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((c) => c.name === name);
}

/** All children with that local name, in order. */
export function childrenNamed(element: XmlElement | undefined, name: string): XmlElement[] {
  return element ? element.children.filter((c) => c.name === name) : [];
}

/** The element at that path of local names. */
export function descendant(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  let at = element;
  for (const name of names) at = child(at, name);
  return at;
}

/** Trimmed text of the first child with that name; undefined if it is missing or empty. */
export function childText(element: XmlElement | undefined, name: string): string | undefined {
  const text = child(element, name)?.text.trim();
  return text === '' ? undefined : text;
}

/** Escapes text for XML; suitable for both element text and attribute values. */
export function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, (c) => ('\t\n\r'.includes(c) ? c : ''))
    .replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
