import { AppError } from '#core/errors.ts';
import type { PdfView } from './document.ts';
import { isArray, isDict, isName, isRef, type PdfDict, type PdfObject } from './objects.ts';
import { INHERITED, listPages } from './pages.ts';

/** What a node of the tree hands down. */
interface Above {
  /** Object number of the node. */
  readonly num: number;
  /** Inheritable entries of the node and its ancestors. */
  readonly keys: readonly string[];
  /** Whether the node and its ancestors are connected by their parents. */
  readonly connected: boolean;
}

/**
 * Checks that all readers find the same pages. Some walk the kids of the page tree, some trust its counts, and some
 * inherit a page's size and resources by its parents (ISO 32000-2, 7.7.3); where these differ, a signer would seal
 * another page than the one shown. Throws DOCUMENT_PAGES if a count is wrong, a node or page is listed twice, a kid is
 * neither a node nor a page, or a parent is not the node that lists the kid; and DOCUMENT_TOO_COMPLEX.
 *
 * ```ts
 * checkPageTree(openPdfBytes(bytes));
 * ```
 */
export function checkPageTree(view: PdfView): void {
  const seen = new Set<number>();
  /** Number of pages at or below an object of the tree. */
  const count = (object: PdfObject | undefined, above: Above | undefined): number => {
    const dict = view.resolve(object);
    if (!isRef(object) || !isDict(dict)) throw differ('kid');
    if (seen.has(object.num)) throw differ('repeated');
    seen.add(object.num);
    const kids = view.lookup(dict, 'Kids');
    if (!hasType(view, dict, isArray(kids) ? 'Pages' : 'Page')) throw differ('kid');
    const parent = dict.entries.get('Parent') ?? null;
    if (parent !== null && !(isRef(parent) && parent.num === above?.num)) throw differ('parent');
    const connected = above === undefined || (parent !== null && above.connected);
    if (!isArray(kids)) {
      if (!connected && above.keys.some((key) => !dict.entries.has(key))) throw differ('parent');
      return 1;
    }
    const own = INHERITED.filter((key) => dict.entries.has(key));
    const below: Above = { num: object.num, keys: [...(above?.keys ?? []), ...own], connected };
    let leaves = 0;
    for (const kid of kids.items) leaves += count(kid, below);
    if (view.lookup(dict, 'Count') !== leaves) throw differ('count');
    return leaves;
  };
  // Limits the depth of the tree and the number of its pages.
  const pages = listPages(view).length;
  if (count(view.catalog.entries.get('Pages'), undefined) !== pages) throw differ('count');
}

/** Old writers omit the type, which all readers accept. */
const hasType = (view: PdfView, dict: PdfDict, type: string): boolean =>
  !dict.entries.has('Type') || isName(view.lookup(dict, 'Type'), type);

const differ = (reason: 'count' | 'repeated' | 'kid' | 'parent') =>
  new AppError('DOCUMENT_PAGES', { reason });
