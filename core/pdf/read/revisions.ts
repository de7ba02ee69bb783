import { AppError } from '#core/errors.ts';
import type { ByteStore } from './byte-store.ts';
import type { PdfRevision, XrefSection } from './document.ts';
import { findBytes, findLastBytes } from './find-bytes.ts';
import { Parser } from './parser.ts';
import { readXrefSection, type XrefInput } from './xref.ts';

/** Maximum number of saves of one file. */
const MAX_SECTIONS = 5000;
/** Length of the file's tail that is searched for `startxref`. */
const TAIL = 64 * 1024;

/** Parsed sections, by base and offset. */
export type KnownSections = Map<string, XrefSection | undefined>;

/** One step of the chain: a section with its XRefStm. */
interface Link {
  readonly main: XrefSection;
  readonly hidden: XrefSection | undefined;
}

/** The offset in the last `startxref` (without correction for junk before the header), or undefined. */
export function findStartXref(store: ByteStore): number | undefined {
  for (const size of [1024, TAIL]) {
    const from = Math.max(0, store.length - size);
    const tail = store.range(from, store.length);
    const at = findLastBytes(tail, 'startxref');
    if (at >= 0) return new Parser(tail, at + 9).integer();
    if (from === 0) break;
  }
  return undefined;
}

/**
 * The revisions in the /Prev chain from `start`, oldest first; undefined if the chain is broken: a section is missing,
 * or the chain is cyclic. Throws DOCUMENT_TOO_COMPLEX if it is too long.
 */
export function readRevisions(
  input: XrefInput,
  store: ByteStore,
  start: number,
  linearized: boolean,
  known: KnownSections,
): PdfRevision[] | undefined {
  const read = (offset: number): XrefSection | undefined => {
    const key = `${input.base} ${offset}`;
    if (!known.has(key)) known.set(key, readXrefSection(input, offset));
    return known.get(key);
  };
  const links: Link[] = [];
  const seen = new Set<number>();
  for (let offset: number | undefined = start + input.base; offset !== undefined; ) {
    if (seen.has(offset)) return undefined;
    if (links.length >= MAX_SECTIONS) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'revisions' });
    seen.add(offset);
    const main = read(offset);
    if (!main) return undefined;
    const hiddenAt = main.form === 'table' ? main.trailer.entries.get('XRefStm') : undefined;
    const hidden = typeof hiddenAt === 'number' ? read(hiddenAt + input.base) : undefined;
    links.push({ main, hidden });
    const previous = main.trailer.entries.get('Prev');
    offset = typeof previous === 'number' && previous > 0 ? previous + input.base : undefined;
  }
  links.reverse();
  const groups: Link[][] = [];
  const firstTwo = links.slice(0, 2);
  if (linearized && firstTwo.length === 2 && firstTwo[1]!.main.offset < firstTwo[0]!.main.offset) {
    groups.push([firstTwo[1]!, firstTwo[0]!], ...links.slice(2).map((link) => [link]));
  } else groups.push(...links.map((link) => [link]));
  return joinRevisions(groups, store);
}

function joinRevisions(groups: readonly Link[][], store: ByteStore): PdfRevision[] {
  const revisions: PdfRevision[] = [];
  groups.forEach((group, index) => {
    const sections = group.flatMap(({ main, hidden }) => (hidden ? [main, hidden] : [main]));
    const next = groups[index + 1];
    const until = next ? Math.min(...next.map((link) => link.main.offset)) : store.length;
    // Searched lazily: appending does not need the ends of all revisions.
    let looked: { mark: number | undefined } | undefined;
    const mark = () => {
      looked ??= { mark: endMark(store, Math.max(...group.map((link) => link.main.end)), until) };
      return looked.mark;
    };
    const { main, hidden } = group[0]!;
    revisions.push(
      makeRevision({
        index,
        sections,
        xrefOffset: main.offset,
        form: hidden ? 'hybrid' : main.form,
        trailer: main.trailer,
        get start() {
          return revisions[index - 1]?.end ?? 0;
        },
        get end() {
          return mark() ?? until;
        },
        get hasEndMark() {
          return mark() !== undefined;
        },
      }),
    );
  });
  return revisions;
}

/** The offset after the first %%EOF in [from, until) and its line end. */
function endMark(store: ByteStore, from: number, until: number): number | undefined {
  for (const size of [256, 64 * 1024]) {
    const window = store.range(from, Math.min(until, from + size));
    const at = findBytes(window, '%%EOF');
    if (at < 0) continue;
    let end = from + at + 5;
    const after = store.range(end, end + 2);
    if (after[0] === 13 && after[1] === 10) end += 2;
    else if (after[0] === 13 || after[0] === 10) end += 1;
    return end;
  }
  return undefined;
}

/** A revision that computes its sets of written and freed objects lazily. */
export function makeRevision(parts: Omit<PdfRevision, 'written' | 'freed'>): PdfRevision {
  let sets: { written: Set<number>; freed: Set<number> } | undefined;
  const make = () => {
    const written = new Set<number>();
    const freed = new Set<number>();
    for (const section of parts.sections) {
      for (const num of section.numbers()) {
        if (num === 0 || written.has(num)) continue;
        if (section.entry(num)?.type === 'free') freed.add(num);
        else {
          // A hybrid file hides objects by marking them as free in its table and listing them in its XRefStm.
          freed.delete(num);
          written.add(num);
        }
      }
    }
    return { written, freed };
  };
  const own = {
    get written() {
      sets ??= make();
      return sets.written;
    },
    get freed() {
      sets ??= make();
      return sets.freed;
    },
  };
  return Object.defineProperties(own as typeof own & typeof parts, Object.getOwnPropertyDescriptors(parts));
}
