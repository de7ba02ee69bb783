import type { Bytes } from '#core/bytes.ts';
import type { Box } from '#core/drawing.ts';
import type { PlaceBox } from './place-rules.ts';
import type { TaskFileType } from './plan.ts';

/** Text that a place would cover. */
export interface CoveredText<Place> {
  place: Place;
  /** From 1. */
  page: number;
  /** The covered characters, in the order of the page's content. */
  text: string;
}

type Character = { text: string; box: Box };

/** Fewer covered characters are the end of the place's own line or a stray mark, and cause no warning. */
const LEAST = 2;

/** Characters of a page (from 1) with their positions; each page is read once. */
export type TextReader = (page: number) => readonly Character[];

/** Opens a file for its text. Unreadable pages have none. Throws whatever opening the file throws. */
export async function openText(bytes: Bytes, fileType: TaskFileType): Promise<TextReader> {
  const charactersOn = await (fileType === 'OFD' ? readOfd(bytes) : readPdf(bytes));
  const read = new Map<number, Character[]>();
  return (page) => {
    const known = read.get(page) ?? charactersOn(page);
    read.set(page, known);
    return known;
  };
}

/** The places that cover text, each once, with the first page on which it does. */
export const coveredText = <Place>(
  textOn: TextReader,
  places: readonly { place: Place; boxes: readonly PlaceBox[] }[],
): CoveredText<Place>[] =>
  places.flatMap(({ place, boxes }) => {
    for (const { page, box } of boxes) {
      const below = textOn(page).filter((character) => isBelow(character.box, box));
      if (below.length >= LEAST) return [{ place, page, text: below.map(({ text }) => text).join('') }];
    }
    return [];
  });

/** Whether the middle of the character is covered. */
function isBelow({ x, y, width, height }: Box, over: Box): boolean {
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  return (
    middleX > over.x && middleX < over.x + over.width && middleY > over.y && middleY < over.y + over.height
  );
}

/** An unreadable page yields no text to warn about; signing rejects files that cannot be signed. */
const orNone = (read: () => Character[]): Character[] => {
  try {
    return read();
  } catch {
    return [];
  }
};

async function readPdf(bytes: Bytes): Promise<(page: number) => Character[]> {
  const [{ openPdfBytes }, { listPages }, { textBoxes }] = await Promise.all([
    import('#core/pdf/read/open-pdf.ts'),
    import('#core/pdf/read/pages.ts'),
    import('#core/pdf/text/text-boxes.ts'),
  ]);
  const document = openPdfBytes(bytes);
  const pages = listPages(document);
  return (number) => {
    const page = pages[number - 1];
    return page ? orNone(() => textBoxes(document, page)) : [];
  };
}

async function readOfd(bytes: Bytes): Promise<(page: number) => Character[]> {
  const [{ openOfd }, { openVolume, pageOfVolume, papersOf }, { pageText }] = await Promise.all([
    import('#core/ofd/model/open-ofd.ts'),
    import('#core/ofd/model/open-volume.ts'),
    import('#core/ofd/text/page-text.ts'),
  ]);
  const volume = openVolume(openOfd(bytes));
  const papers = papersOf(volume);
  return (number) => {
    const paper = papers[number - 1];
    if (!paper) return [];
    return orNone(() => {
      const { part, index } = pageOfVolume(volume, number - 1);
      return pageText(part.document, index)
        .flatMap((run) => run.characters)
        .filter(({ text }) => text.trim() !== '')
        .map(({ text, box }) => ({ text, box: { ...box, x: box.x - paper.x, y: box.y - paper.y } }));
    });
  };
}
