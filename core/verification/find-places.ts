/** Finds the signatures of a file on its pages. */
import type { Bytes } from '#core/bytes.ts';
import { isAppError } from '#core/errors.ts';
import type { FileFormat } from './verdict.ts';

export interface SignaturePlace {
  /** The name as in `SignatureVerdict.name`. */
  name: string;
  /** Counted from 1. */
  page: number;
  /** mm from the top left corner of the page, as displayed. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * All visible places of signatures, sorted by page. A signature without an area (an invisible one) has none. Never
 * throws, whatever the file contains: what cannot be read is omitted.
 *
 * ```ts
 * const [place] = await findPlaces(bytes, 'pdf');
 * ```
 */
export async function findPlaces(bytes: Bytes, format: FileFormat): Promise<SignaturePlace[]> {
  try {
    return format === 'pdf' ? await placesInPdf(bytes) : await placesInOfd(bytes);
  } catch (error) {
    if (isAppError(error) || error instanceof RangeError) return [];
    throw error;
  }
}

async function placesInPdf(bytes: Bytes): Promise<SignaturePlace[]> {
  const [{ openPdfBytes }, { listFields }, { boxOf, findPage }, { pageFrame }, { pageOfWidget }] =
    await Promise.all([
      import('#core/pdf/read/open-pdf.ts'),
      import('#core/pdf/read/fields.ts'),
      import('#core/pdf/read/pages.ts'),
      import('#core/pdf/draw/page-frame.ts'),
      import('#core/pdf/verify/changes/page-of-widget.ts'),
    ]);
  const document = openPdfBytes(bytes);
  const places: SignaturePlace[] = [];
  for (const { type, name, widgets } of listFields(document)) {
    if (type !== 'Sig') continue;
    for (const { ref, dict } of widgets) {
      const box = boxOf(document, dict.entries.get('Rect'));
      const page = ref && pageOfWidget(document, ref.num).page;
      if (!box || !page) continue;
      const { toView } = pageFrame(findPage(document, page - 1));
      const a = toView(box[0], box[1]);
      const b = toView(box[2], box[3]);
      places.push({
        name,
        page,
        x: Math.min(a.xMm, b.xMm),
        y: Math.min(a.yMm, b.yMm),
        width: Math.abs(a.xMm - b.xMm),
        height: Math.abs(a.yMm - b.yMm),
      });
    }
  }
  return places.sort((a, b) => a.page - b.page);
}

async function placesInOfd(bytes: Bytes): Promise<SignaturePlace[]> {
  const [{ openVolume }, { openOfd }, { pageArea }, { readSignatures }] = await Promise.all([
    import('#core/ofd/model/open-volume.ts'),
    import('#core/ofd/model/open-ofd.ts'),
    import('#core/ofd/model/read-page.ts'),
    import('#core/ofd/model/read-signatures.ts'),
  ]);
  return openVolume(openOfd(bytes))
    .parts.flatMap(({ document, firstPage }) =>
      readSignatures(document).flatMap(({ path, stamps }) =>
        stamps.flatMap(({ pageIndex, boundary }): SignaturePlace[] => {
          if (path === undefined || pageIndex === undefined) return [];
          // The origin of the page's coordinates may differ from its corner.
          const { physical } = pageArea(document, pageIndex);
          const place = { ...boundary, x: boundary.x - physical.x, y: boundary.y - physical.y };
          return [{ name: path, page: firstPage + pageIndex + 1, ...place }];
        }),
      ),
    )
    .sort((a, b) => a.page - b.page);
}
