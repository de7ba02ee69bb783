import type { XmlElement } from '#core/ofd/xml/read-xml.ts';

/** Kind of a part of the package. */
export type PartKind = 'BODY' | 'HEADER' | 'FOOTER' | 'FOOTNOTES' | 'ENDNOTES';

/** An XML file of the package with text, as source and as parsed tree. */
export interface DocxPart {
  /** Its path in the package, such as `word/document.xml`. */
  path: string;
  kind: PartKind;
  text: string;
  root: XmlElement;
}

/** Whether an element has that local name in WordprocessingML (`w:p`, not `a:p`). */
export const isW = (part: DocxPart, element: XmlElement, name: string): boolean =>
  element.name === name && part.text.startsWith('w:', element.start + 1);

/** The first child with that name in WordprocessingML. */
export const childW = (
  part: DocxPart,
  element: XmlElement | undefined,
  name: string,
): XmlElement | undefined => element?.children.find((child) => isW(part, child, name));

/** The source text of the element. */
export const sourceOf = (part: DocxPart, element: XmlElement | undefined): string =>
  element ? part.text.slice(element.start, element.end) : '';

/** Start of an element's contents: after its start tag. */
export function contentStart(part: DocxPart, element: XmlElement): number {
  if (element.closeStart === element.end) return element.end;
  let quote = '';
  for (let at = element.start; at < element.closeStart; at++) {
    const c = part.text[at]!;
    if (quote) {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '>') return at + 1;
  }
  return element.closeStart;
}

/** The source text of the start tag, without `>` or `/>`. */
export function openTag(part: DocxPart, element: XmlElement): string {
  const end = element.closeStart === element.end ? element.end : contentStart(part, element);
  let last = end - 1;
  if (part.text[last - 1] === '/') last--;
  while (last > element.start && part.text[last - 1]!.trim() === '') last--;
  return part.text.slice(element.start, last);
}

/** A text edit that replaces [from, to). */
export interface Splice {
  from: number;
  to: number;
  by: string;
}

/** The text with all edits applied. Edits at the same position are applied in their order. */
export function splice(text: string, changes: readonly Splice[]): string {
  const inOrder = changes.map((change, i) => ({ ...change, i }));
  inOrder.sort((a, b) => a.from - b.from || a.to - b.to || a.i - b.i);
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, by } of inOrder) {
    if (from < at) throw new Error('changes of an XML file overlap');
    parts.push(text.slice(at, from), by);
    at = to;
  }
  return parts.join('') + text.slice(at);
}

/**
 * All descendants, an element before its children. Skips elements with the local name `skipped`: by default the fallback
 * form of drawings (`mc:Fallback`). One generator for all levels: with one for each, an element costs as many steps as it is deep.
 */
export function* elementsBelow(element: XmlElement, skipped = 'Fallback'): Generator<XmlElement> {
  const open = [{ children: element.children, next: 0 }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const child = top.children[top.next++];
    if (!child) open.pop();
    else if (child.name !== skipped) {
      yield child;
      if (child.children.length > 0) open.push({ children: child.children, next: 0 });
    }
  }
}

/**
 * The first index of an ascending list at which `isBehind` holds; the list's length if there is none.
 *
 *     firstIndex([2, 4, 6], (one) => one > 3); // 1
 */
export function firstIndex<T>(list: readonly T[], isBehind: (one: T) => boolean): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBehind(list[middle]!)) to = middle;
    else from = middle + 1;
  }
  return from;
}
