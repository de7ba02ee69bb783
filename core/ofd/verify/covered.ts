/**
 * Content that the stamps of a signature cover. GB/T 33190 lets each signer put a picture anywhere, so a later signer
 * could hide what the others signed. As in PDF, hidden letters and stamps are reported with page and box: as an error
 * if an opaque area hides them, as a remark if the lines of a seal do.
 */
import { LIMITS } from '#core/config/limits.ts';
import { isAppError } from '#core/errors.ts';
import { type Box, boxAround } from '#core/ofd/model/geometry.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { pageArea, readPage } from '#core/ofd/model/read-page.ts';
import { readSignatures } from '#core/ofd/model/read-signatures.ts';
import type { OfdDocument, OfdFile, SignatureEntry, StampAnnot } from '#core/ofd/model/types.ts';
import { isSpent, spend } from '#core/ofd/package/work.ts';
import { sealPicture } from '#core/ofd/render/draw-stamps.ts';
import { pageText, type TextCharacter } from '#core/ofd/text/page-text.ts';
import { isLines, type Point, READABLE, type Through } from '#core/show-through.ts';
import { openSealInk, type SealInk } from './seal-ink.ts';

/** Content that a stamp hides. */
export interface Cover {
  /** Path of Signature.xml of the signature that the stamp belongs to. */
  by: string;
  /** The hidden content: path of the page's file, or of Signature.xml of the signature whose stamp is hidden. */
  hides: string;
  /** 0-based, within its document. */
  pageIndex: number;
  pageId: string;
  /** Bounding box of the hidden content, mm from the paper's top left corner. */
  box: Box;
  /** Whether only the inked lines of a seal cover it, which misleads nobody. */
  harmless: boolean;
}

/** Relative positions of the sample points across a letter, and across a stamp. */
const OF_LETTER = [0.2, 0.5, 0.8];
const OF_STAMP = [0.1, 0.3, 0.5, 0.7, 0.9];
/** Sample points per side to distinguish a seal's lines from an area. */
const STEPS = 40;
/** Maximum number of covers reported per file; a longer list would not help. */
const MOST_COVERS = 500;
/** Work units per letter tested against a stamp, and per stamp. */
const LETTER = 0.3;
const STAMP = 2_000;

/** Content that the stamps of each signature hide, in all documents of the file. Throws DOCUMENT_TOO_COMPLEX. */
export function findCovers(file: OfdFile): Cover[] {
  const covers: Cover[] = [];
  const seen = new Set<string>();
  for (let body = 0; body < file.bodies.length && covers.length < MOST_COVERS; body++) {
    const document = openOrNull(file, body);
    if (!document || seen.has(document.path)) continue;
    seen.add(document.path);
    coversIn(document, covers);
  }
  return covers;
}

function openOrNull(file: OfdFile, body: number): OfdDocument | null {
  try {
    return openDocument(file, body);
  } catch (error) {
    if (!isAppError(error) || isSpent(file.package.work)) throw error;
    return null;
  }
}

interface StampPlace {
  entry: SignatureEntry;
  path: string;
  stamp: StampAnnot;
  /** The visible part of the stamp, mm on the page. */
  visible: Box;
}

function coversIn(document: OfdDocument, covers: Cover[]): void {
  // A signature that is listed again and again is one, as for `listSignatures`.
  const entries = [
    ...new Map(readSignatures(document).map((entry) => [entry.path ?? entry, entry])).values(),
  ];
  // A single signature has no other signer's content to hide.
  if (entries.length < 2) return;
  const placed = entries.flatMap((entry): StampPlace[] =>
    entry.path === undefined
      ? []
      : entry.stamps.flatMap((stamp) => {
          const visible = visiblePart(stamp);
          return visible && stamp.pageIndex !== undefined
            ? [{ entry, path: entry.path!, stamp, visible }]
            : [];
        }),
  );
  const byPage = new Map<number, StampPlace[]>();
  for (const one of placed) {
    const here = byPage.get(one.stamp.pageIndex!);
    if (here) here.push(one);
    else byPage.set(one.stamp.pageIndex!, [one]);
  }
  const inks = new Map<SignatureEntry, SealInk | null>();
  for (const [pageIndex, here] of byPage) {
    const letters = lettersOf(document, pageIndex);
    for (const one of here) {
      if (covers.length >= MOST_COVERS) return;
      spend(document.package.work, STAMP + (letters.characters.length + here.length) * LETTER);
      const ink = inkOf(document, one.entry, inks);
      if (ink) addCovers(document, one, ink, { pageIndex, here, letters }, covers);
    }
  }
}

function inkOf(
  document: OfdDocument,
  entry: SignatureEntry,
  inks: Map<SignatureEntry, SealInk | null>,
): SealInk | null {
  const known = inks.get(entry);
  if (known !== undefined) return known;
  let ink: SealInk | null = null;
  try {
    const picture = sealPicture(document, entry);
    ink = picture ? openSealInk(picture, document.package.work) : null;
  } catch (error) {
    if (!isAppError(error) || isSpent(document.package.work)) throw error;
  }
  inks.set(entry, ink);
  return ink;
}

interface Letters {
  /** Path of the page's own file; undefined if it cannot be read. */
  path: string | undefined;
  characters: readonly TextCharacter[];
  /** The paper's top left corner. */
  corner: { x: number; y: number };
}

function lettersOf(document: OfdDocument, index: number): Letters {
  try {
    const { x, y } = pageArea(document, index).physical;
    const characters = pageText(document, index).flatMap((run) => run.characters);
    return {
      path: readPage(document, index).path,
      characters: characters.filter(({ text }) => text.trim() !== ''),
      corner: { x, y },
    };
  } catch (error) {
    if (!isAppError(error) || isSpent(document.package.work)) throw error;
    return { path: undefined, characters: [], corner: { x: 0, y: 0 } };
  }
}

function addCovers(
  document: OfdDocument,
  one: StampPlace,
  ink: SealInk,
  { pageIndex, here, letters }: { pageIndex: number; here: readonly StampPlace[]; letters: Letters },
  covers: Cover[],
): void {
  const { visible, path, stamp } = one;
  const pageId = document.pages[pageIndex]!.id;
  const add = (hides: string, boxes: readonly Box[], harmless: boolean) =>
    covers.push({ by: path, hides, pageIndex, pageId, box: around(boxes, letters.corner), harmless });
  let seal: boolean | undefined;
  const isSeal = (): boolean => {
    seal ??= isSealAt(ink, stamp.boundary);
    return seal;
  };

  const near = letters.characters.filter(({ box }) => overlaps(box, visible));
  const hidden = hiddenOf(
    ink,
    one,
    near.map(({ box }) => box),
    OF_LETTER,
  );
  if (letters.path !== undefined && hidden.all.length > 0)
    add(letters.path, hidden.all, hidden.pale.length === 0 && isSeal());

  for (const other of here) {
    if (other.entry === one.entry || !overlaps(other.visible, visible)) continue;
    const stamps = hiddenOf(ink, one, [other.visible], OF_STAMP);
    if (stamps.all.length > 0) add(other.path, stamps.all, stamps.pale.length === 0 && isSeal());
  }
}

/** The boxes of which less than half remains visible: under all paint (`all`), and under pale paint alone (`pale`). */
function hiddenOf(
  ink: SealInk,
  { stamp: { boundary }, visible }: StampPlace,
  boxes: readonly Box[],
  across: readonly number[],
): { all: Box[]; pale: Box[] } {
  if (boxes.length === 0) return { all: [], pale: [] };
  const points = boxes.flatMap((box) =>
    across.flatMap((t) =>
      across.map((u): Point => ({ x: box.x + t * box.width, y: box.y + u * box.height })),
    ),
  );
  const reached = points.map((point) => contains(visible, point));
  const through = ink(
    points.map(({ x, y }) => ({
      x: (x - boundary.x) / boundary.width,
      y: (y - boundary.y) / boundary.height,
    })),
  );
  const each = across.length ** 2;
  const hidden = (part: keyof Through): Box[] =>
    boxes.filter((_, i) => {
      let sum = 0;
      for (let k = i * each; k < (i + 1) * each; k++) sum += reached[k] ? through[part][k]! : 1;
      return sum / each < READABLE;
    });
  return { all: hidden('all'), pale: hidden('pale') };
}

/** Whether the picture looks like a seal: at most as large as one, and made of lines. */
function isSealAt(ink: SealInk, { width, height }: Box): boolean {
  if (Math.max(width, height) > LIMITS.sealMm + 1) return false;
  const at = (i: number) => (i + 0.5) / STEPS;
  const grid = Array.from({ length: STEPS * STEPS }, (_, i) => ({
    x: at(i % STEPS),
    y: at(Math.floor(i / STEPS)),
  }));
  return isLines(ink(grid).all, STEPS);
}

function visiblePart({ boundary, clip }: StampAnnot): Box | null {
  if (boundary.width <= 0 || boundary.height <= 0) return null;
  if (!clip) return boundary;
  const [left, top] = [Math.max(0, clip.x), Math.max(0, clip.y)];
  const width = Math.min(boundary.width, clip.x + clip.width) - left;
  const height = Math.min(boundary.height, clip.y + clip.height) - top;
  return width > 0 && height > 0 ? { x: boundary.x + left, y: boundary.y + top, width, height } : null;
}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const contains = (box: Box, { x, y }: Point): boolean =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;

function around(boxes: readonly Box[], corner: { x: number; y: number }): Box {
  const { x, y, width, height } = boxAround(
    boxes.flatMap((box) => [box, { x: box.x + box.width, y: box.y + box.height }]),
  );
  const round = (mm: number) => Math.round(mm * 10) / 10;
  return { x: round(x - corner.x), y: round(y - corner.y), width: round(width), height: round(height) };
}
