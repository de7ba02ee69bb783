import { AppError } from '#core/errors.ts';

/**
 * Active or hidden content of a document: scripts, programs, embedded files, XFA forms, data submission and import,
 * opening of other documents, sound and video, and parts shown or hidden on click.
 */
export const ACTIVE_KINDS = [
  'javascript',
  'launch',
  'attachment',
  'xfa',
  'submit',
  'import',
  'elsewhere',
  'media',
  'hide',
] as const;
export type ActiveKind = (typeof ACTIVE_KINDS)[number];

export interface ActiveContent {
  readonly kind: ActiveKind;
  /** Affected pages, from 1 in ascending order; empty if it belongs to the whole document. */
  readonly pages: readonly number[];
}

/** Collects findings, each kind once. */
export function activeFindings(): { add(kind: ActiveKind, page?: number): void; list(): ActiveContent[] } {
  const found = new Map<ActiveKind, Set<number>>();
  return {
    add(kind, page) {
      const pages = found.get(kind) ?? new Set();
      if (page !== undefined) pages.add(page);
      found.set(kind, pages);
    },
    list: () =>
      ACTIVE_KINDS.filter((kind) => found.has(kind)).map((kind) => ({
        kind,
        pages: [...found.get(kind)!].sort((a, b) => a - b),
      })),
  };
}

/** Maximum number of pages named per kind in an error. */
const MOST_PAGES = 10;

/**
 * Throws DOCUMENT_ACTIVE if there are findings, or DOCUMENT_ACTIVE_SIGNED if they cannot be removed because the
 * document is signed. `readFindings` parses `found` of the error.
 */
export function refuseActive(found: readonly ActiveContent[], signed: boolean): void {
  if (found.length === 0) return;
  const text = found
    .map(({ kind, pages }) =>
      pages.length > 0 ? `${kind} (${pages.slice(0, MOST_PAGES).join(', ')})` : kind,
    )
    .join('; ');
  throw new AppError(signed ? 'DOCUMENT_ACTIVE_SIGNED' : 'DOCUMENT_ACTIVE', { found: text });
}

/** Parses the findings in an error of `refuseActive`. */
export function readFindings(text: string): ActiveContent[] {
  return text.split('; ').flatMap((part) => {
    const [, word, pages] = /^(\w+)(?: \(([\d, ]+)\))?$/.exec(part) ?? [];
    const kind = ACTIVE_KINDS.find((one) => one === word);
    return kind ? [{ kind, pages: pages ? pages.split(', ').map(Number) : [] }] : [];
  });
}
