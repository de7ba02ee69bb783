import { useCallback, useEffect, useRef, useState } from 'react';
import { footerCodeBox } from '#core/footer-code.ts';
import type { CoveredText, TextReader } from '#core/task/covered-text.ts';
import type { Draft, DraftDocument, DraftPlacement } from '#core/task/draft.ts';
import { boxesOf, type PlaceBox } from '#core/task/place-rules.ts';
import { readDocument } from '../draft/use-document-bytes.ts';
import { findKeywordHits } from './use-keyword-hits.ts';

/** Text is looked for once nothing was moved for so long. */
const IDLE_MS = 300;

/** The QR code at the foot of a file's pages, which covers what is below it for good. */
export type CodePlace = { placementId: string; signerId: ''; kind: 'CODE' };

export type Covered = CoveredText<DraftPlacement | CodePlace> & { document: DraftDocument };

/** What stands over what: another confirmation is needed when it changes. */
export const keyOfCovered = (found: readonly Covered[]): string =>
  found
    .map(({ place, page, text }) => `${place.placementId} ${page} ${text}`)
    .sort()
    .join('\n');

/**
 * The places of a draft that stand over text of its files, while the step of places is on the screen (`watching`), or
 * when they are looked for at once. A file that is not on this device, or cannot be opened, has no text to warn of.
 */
export function useCoveredText(draft: Draft, watching: boolean) {
  const readers = useRef(new Map<string, Promise<TextReader>>());
  const [found, setFound] = useState<readonly Covered[]>([]);
  const latest = useRef(draft);
  latest.current = draft;

  const look = useCallback(async (): Promise<readonly Covered[]> => {
    const { documents, placements, task } = latest.current;
    const { coveredText, openText } = await import('#core/task/covered-text.ts');
    const all: Covered[] = [];
    const hits = await findKeywordHits(latest.current);
    for (const document of documents) {
      // what is filled in stands in its own blank
      const here = placements.filter((p) => p.documentId === document.documentId && p.kind !== 'FIELD');
      const coded = task.codeStatus === 'ENABLE';
      if (here.length === 0 && !coded) continue;
      const reader =
        readers.current.get(document.fileKey) ??
        readDocument(document.fileKey).then((bytes) => openText(bytes, task.taskFileType));
      readers.current.set(document.fileKey, reader);
      try {
        const places: { place: DraftPlacement | CodePlace; boxes: readonly PlaceBox[] }[] = here.map(
          (place) => ({
            place,
            boxes: place.keyword ? (hits.get(place.placementId) ?? []) : boxesOf(place, document.pages),
          }),
        );
        if (coded)
          places.push({
            place: { placementId: `code:${document.documentId}`, signerId: '', kind: 'CODE' },
            boxes: document.pages.map((page, i) => ({ page: i + 1, box: footerCodeBox(page) })),
          });
        all.push(...coveredText(await reader, places).map((one) => ({ ...one, document })));
      } catch {
        readers.current.delete(document.fileKey);
      }
    }
    setFound((old) => (keyOfCovered(old) === keyOfCovered(all) ? old : all));
    return all;
  }, []);

  const { documents, placements, task } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for anew when files or places change
  useEffect(() => {
    if (!watching) return;
    const timer = setTimeout(() => void look(), IDLE_MS);
    return () => clearTimeout(timer);
  }, [watching, documents, placements, task.codeStatus, look]);
  return { found, look };
}
