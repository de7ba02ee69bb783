import { AppError } from '#core/errors.ts';

/**
 * What a document can do or carry beside what is seen: scripts, programs, files in it, forms of XFA, data sent or taken
 * in, other documents opened, sound and film, and parts shown or hidden by a click.
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
  /** Pages that it is on, from 1 and in order; none where it belongs to the whole document. */
  readonly pages: readonly number[];
}

/** Collects what is found, each kind once. */
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

/** Pages that an error names for each kind; more say no more. */
const MOST_PAGES = 10;

/**
 * Throws DOCUMENT_ACTIVE where something was found, or DOCUMENT_ACTIVE_SIGNED where it cannot be taken out because
 * somebody signed it. `found` of the error is what `readFindings` reads.
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

/** What `refuseActive` wrote into its error. */
export function readFindings(text: string): ActiveContent[] {
  return text.split('; ').flatMap((part) => {
    const [, word, pages] = /^(\w+)(?: \(([\d, ]+)\))?$/.exec(part) ?? [];
    const kind = ACTIVE_KINDS.find((one) => one === word);
    return kind ? [{ kind, pages: pages ? pages.split(', ').map(Number) : [] }] : [];
  });
}
