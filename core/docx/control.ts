import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { escapeXml } from '#core/ofd/xml/walk-xml.ts';
import { childW, type DocxPart, elementsBelow, isW } from './part.ts';

/**
 * Our content controls (`w:sdt`, ISO/IEC 29500-1, 17.5.2) have the tag `signet:` followed by the key of a field, an
 * anchor, repeated rows or an optional part. They move with the text, in Word too.
 */
const TAG = /^signet:([0-9a-z]{10,40})$/;

/** What a control encloses. */
export type ControlLevel = 'RUN' | 'BLOCK' | 'ROW' | 'CELL';

export interface Control {
  key: string;
  part: DocxPart;
  element: XmlElement;
  content: XmlElement | undefined;
  level: ControlLevel;
  /** Whether it contains only placeholder text. */
  placeholder: boolean;
}

/** The key of one of our controls; undefined for any other element. */
export function keyOf(part: DocxPart, element: XmlElement): string | undefined {
  if (!isW(part, element, 'sdt')) return undefined;
  const tag = childW(part, childW(part, element, 'sdtPr'), 'tag');
  return TAG.exec(tag?.attributes.val ?? '')?.[1];
}

/** Our controls in a part, outer ones before inner ones. */
export function controlsOf(part: DocxPart, root: XmlElement = part.root): Control[] {
  const controls: Control[] = [];
  for (const element of elementsBelow(root)) {
    const key = element.name === 'sdt' ? keyOf(part, element) : undefined;
    if (key !== undefined) controls.push(readControl(part, element, key));
  }
  return controls;
}

function readControl(part: DocxPart, element: XmlElement, key: string): Control {
  const content = childW(part, element, 'sdtContent');
  const placeholder = childW(part, childW(part, element, 'sdtPr'), 'showingPlcHdr') !== undefined;
  return { key, part, element, content, level: levelOf(part, content), placeholder };
}

function levelOf(part: DocxPart, content: XmlElement | undefined): ControlLevel {
  for (const child of content?.children ?? []) {
    if (isW(part, child, 'tr')) return 'ROW';
    if (isW(part, child, 'tc')) return 'CELL';
    if (isW(part, child, 'p') || isW(part, child, 'tbl')) return 'BLOCK';
    if (isW(part, child, 'sdt')) return levelOf(part, childW(part, child, 'sdtContent'));
  }
  return 'RUN';
}

/** A control around XML text. `id` is unique within the file. */
export const controlXml = (
  key: string,
  { title, id, placeholder = false }: { title: string; id: number; placeholder?: boolean },
): { open: string; close: string } => ({
  open:
    `<w:sdt><w:sdtPr><w:alias w:val="${escapeXml(title)}"/><w:tag w:val="signet:${key}"/><w:id w:val="${id}"/>` +
    `${placeholder ? '<w:showingPlcHdr/>' : ''}</w:sdtPr><w:sdtContent>`,
  close: '</w:sdtContent></w:sdt>',
});

/** An id not used by any control of the part; deterministic for the same file. */
export function freeControlId(part: DocxPart): number {
  let last = 500_000_000;
  for (const [, id] of part.text.matchAll(/<w:id w:val="(5\d{8})"\/>/g)) last = Math.max(last, Number(id));
  return last + 1;
}
