/** Content of a file that acts or that its pages do not show: scripts, launched programs, embedded files, XFA forms. */
import type { PdfView } from './document.ts';
import { isArray, isDict, isName, isRef, isStream, type PdfDict, type PdfObject } from './objects.ts';
import { listPages } from './pages.ts';

export type ActiveKind = 'javascript' | 'launch' | 'embedded-file' | 'xfa';

export interface ActiveContent {
  kind: ActiveKind;
  /** From 1; missing where it belongs to no page. */
  page?: number;
}

const DEEPEST = 64;
/** Dictionaries looked at; the rest of a file with more goes unnamed. */
const MOST = 200_000;

/**
 * Each kind once a page, what belongs to no page first. Looked at are the places from which ISO 32000-2 lets a reader
 * start an action (12.6.2: the document, pages, annotations, fields and outline items), the name trees of scripts and
 * embedded files (7.7.4, 7.11.4), associated files (14.13), and the form's XFA entry (annex J).
 */
export function findActiveContent(view: PdfView): ActiveContent[] {
  const scan = new Scan(view);
  const { catalog } = view;
  scan.actions(catalog, ['OpenAction', 'AA'], undefined);
  const names = view.lookup(catalog, 'Names');
  if (isDict(names)) {
    if (scan.hasNames(names.entries.get('JavaScript'))) scan.add('javascript', undefined);
    if (scan.hasNames(names.entries.get('EmbeddedFiles'))) scan.add('embedded-file', undefined);
  }
  scan.files(catalog.entries.get('AF'), undefined);
  const form = view.lookup(catalog, 'AcroForm');
  if (isDict(form)) {
    if (view.lookup(form, 'XFA') !== null) scan.add('xfa', undefined);
    scan.fields(form.entries.get('Fields'));
  }
  const outlines = view.lookup(catalog, 'Outlines');
  if (isDict(outlines)) scan.outline(outlines.entries.get('First'));
  for (const { dict, index } of listPages(view)) {
    scan.actions(dict, ['AA'], index + 1);
    scan.files(dict.entries.get('AF'), index + 1);
    const annotations = view.lookup(dict, 'Annots');
    for (const item of isArray(annotations) ? annotations.items : []) scan.annotation(item, index + 1);
  }
  return scan.found;
}

class Scan {
  readonly found: ActiveContent[] = [];
  private readonly view: PdfView;
  private readonly known = new Set<string>();
  private readonly seen = new Set<number>();
  private looked = 0;

  constructor(view: PdfView) {
    this.view = view;
  }

  add(kind: ActiveKind, page: number | undefined): void {
    const key = `${kind} ${page ?? 0}`;
    if (this.known.has(key)) return;
    this.known.add(key);
    this.found.push(page === undefined ? { kind } : { kind, page });
  }

  /** Actions under these keys: one, or under AA one for each event. */
  actions(holder: PdfDict, keys: readonly string[], page: number | undefined): void {
    for (const key of keys) {
      const value = this.view.lookup(holder, key);
      if (!isDict(value)) continue;
      if (key !== 'AA') this.action(value, page, 0);
      else for (const item of value.entries.values()) this.action(this.view.resolve(item), page, 0);
    }
  }

  /** An action and those that follow it (12.6.2, Next). */
  private action(value: PdfObject, page: number | undefined, depth: number): void {
    if (!isDict(value) || depth > DEEPEST || this.looked++ > MOST) return;
    const kind = this.view.lookup(value, 'S');
    if (isName(kind, 'JavaScript') || value.entries.has('JS')) this.add('javascript', page);
    if (isName(kind, 'Launch')) this.add('launch', page);
    const next = this.view.lookup(value, 'Next');
    for (const item of isArray(next) ? next.items : [next])
      this.action(this.view.resolve(item), page, depth + 1);
  }

  annotation(item: PdfObject, page: number): void {
    const dict = this.view.resolve(item);
    if (!isDict(dict) || this.looked++ > MOST) return;
    this.actions(dict, ['A', 'AA', 'PA'], page);
    const file = this.view.lookup(dict, 'FS');
    if (isName(this.view.lookup(dict, 'Subtype'), 'FileAttachment') || this.isEmbedded(file)) {
      this.add('embedded-file', page);
    }
    this.files(dict.entries.get('AF'), page);
  }

  fields(kids: PdfObject | undefined, depth = 0): void {
    const list = this.view.resolve(kids);
    if (!isArray(list) || depth > DEEPEST) return;
    for (const kid of list.items) {
      if (isRef(kid) && this.seen.has(kid.num)) continue;
      if (isRef(kid)) this.seen.add(kid.num);
      const dict = this.view.resolve(kid);
      if (!isDict(dict) || this.looked++ > MOST) continue;
      // A widget on a page is told with its page.
      if (!dict.entries.has('Rect')) this.actions(dict, ['A', 'AA'], undefined);
      this.fields(dict.entries.get('Kids'), depth + 1);
    }
  }

  outline(first: PdfObject | undefined, depth = 0): void {
    let item: PdfObject | undefined = first;
    while (isRef(item) && !this.seen.has(item.num) && depth < DEEPEST && this.looked++ < MOST) {
      this.seen.add(item.num);
      const dict = this.view.resolve(item);
      if (!isDict(dict)) return;
      this.actions(dict, ['A'], undefined);
      this.outline(dict.entries.get('First'), depth + 1);
      item = dict.entries.get('Next');
    }
  }

  /** Associated files that are inside this one. */
  files(value: PdfObject | undefined, page: number | undefined): void {
    const list = this.view.resolve(value);
    for (const item of isArray(list) ? list.items : [list]) {
      if (this.isEmbedded(this.view.resolve(item))) this.add('embedded-file', page);
    }
  }

  private isEmbedded(file: PdfObject): boolean {
    const inside = isDict(file) ? this.view.lookup(file, 'EF') : null;
    return isDict(inside) && inside.entries.size > 0;
  }

  /** Whether a name tree (7.9.6) holds anything. */
  hasNames(node: PdfObject | undefined, depth = 0): boolean {
    const dict = this.view.resolve(node);
    if (!isDict(dict) || depth > DEEPEST || this.looked++ > MOST) return isStream(dict);
    const names = this.view.lookup(dict, 'Names');
    if (isArray(names) && names.items.length > 0) return true;
    const kids = this.view.lookup(dict, 'Kids');
    return isArray(kids) && kids.items.some((kid) => this.hasNames(kid, depth + 1));
  }
}
