import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import type { KeywordPlace } from '#core/pdf/prepare/spec.ts';
import type { PlaceBox } from './place-rules.ts';
import type { PlanPlacement, TaskFileType } from './plan.ts';

/** A place beside a keyword, as the wizard stores it. */
export type KeywordPlacement = Pick<PlanPlacement, 'placementId' | 'width' | 'height'> & {
  keyword: NonNullable<PlanPlacement['keyword']>;
};

/** Converts a place to the engines' format, with its key as the part. */
export const keywordPlaceOf = ({ placementId, keyword, width, height }: KeywordPlacement): KeywordPlace => ({
  kind: 'keyword',
  part: placementId,
  keyword: keyword.text,
  which: ({ FIRST: 'first', ALL: 'all', LAST: 'last' } as const)[keyword.order],
  position: ({ OVERLAP: 'overlap', RIGHT: 'right', BELOW: 'below' } as const)[keyword.place],
  offsetX: keyword.offsetX,
  offsetY: keyword.offsetY,
  width,
  height,
});

/** Resolves a place beside a keyword to positions; empty if the text does not contain the keyword. */
export type KeywordFinder = (placement: KeywordPlacement) => PlaceBox[];

/** Opens a file to find keywords with the same result as sending. Throws whatever opening the file throws. */
export async function openKeywords(bytes: Bytes, fileType: TaskFileType): Promise<KeywordFinder> {
  const widgetsOf = await (fileType === 'OFD' ? openOfdFile(bytes) : openPdfFile(bytes));
  return (placement) => {
    try {
      return widgetsOf(keywordPlaceOf(placement)).map(({ page, box }) => ({ page: page + 1, box }));
    } catch (error) {
      if (isAppError(error) && error.name === 'KEYWORD_NOT_FOUND') return [];
      throw error;
    }
  };
}

async function openPdfFile(bytes: Bytes) {
  const [{ openPdfBytes }, { listPages }, { placeWidgets }] = await Promise.all([
    import('#core/pdf/read/open-pdf.ts'),
    import('#core/pdf/read/pages.ts'),
    import('#core/pdf/prepare/place-widgets.ts'),
  ]);
  const document = openPdfBytes(bytes);
  const pages = listPages(document);
  return (place: KeywordPlace) => placeWidgets(document, pages, place);
}

async function openOfdFile(bytes: Bytes) {
  const [{ openOfd }, { openVolume, papersOf }, { widgetsOf }] = await Promise.all([
    import('#core/ofd/model/open-ofd.ts'),
    import('#core/ofd/model/open-volume.ts'),
    import('#core/ofd/prepare/place-widgets.ts'),
  ]);
  const volume = openVolume(openOfd(bytes));
  const papers = papersOf(volume);
  return (place: KeywordPlace) => widgetsOf(volume, papers, place);
}
