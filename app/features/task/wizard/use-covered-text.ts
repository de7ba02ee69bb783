import { useCallback, useEffect, useRef, useState } from 'react';
import { footerCodeBox } from '#core/footer-code.ts';
import type { CoveredText, TextReader } from '#core/task/covered-text.ts';
import type { Draft, DraftDocument, DraftPlacement } from '#core/task/draft.ts';
import { boxesOf, type PlaceBox } from '#core/task/place-rules.ts';
import { readDocument } from '../draft/use-document-bytes.ts';
import { findKeywordHits } from './use-keyword-hits.ts';

/** Debounce time in ms after the last movement. */
const IDLE_MS = 300;

/** The QR code at the foot of a file's pages, which permanently covers the content below it. */
export type CodePlace = { placementId: string; signerId: ''; kind: 'CODE' };

export type TextUnderPlace = CoveredText<DraftPlacement | CodePlace> & { document: DraftDocument };

/** A key of what covers what: a change requires a new confirmation. */
export const keyOfCovered = (found: readonly TextUnderPlace[]): string =>
  found
    .map(({ place, page, text }) => `${place.placementId} ${page} ${text}`)
    .sort()
    .join('\n');

/**
 * The placements of a draft that cover text of its files, while the placement step is visible (`watching`), or on
 * demand. A file that is not on this device, or cannot be opened, causes no warnings.
 */
export function useCoveredText(draft: Draft, watching: boolean) {
  const readers = useRef(new Map<string, Promise<TextReader>>());
  const [found, setFound] = useState<readonly TextUnderPlace[]>([]);
  const latest = useRef(draft);
  latest.current = draft;
  const turn = useRef(0);

  const look = useCallback(async (): Promise<readonly TextUnderPlace[]> => {
    turn.current += 1;
    const mine = turn.current;
    const { documents, placements, task } = latest.current;
    const { coveredText, openText } = await import('#core/task/covered-text.ts');
    const all: TextUnderPlace[] = [];
    const hits = await findKeywordHits(latest.current);
    for (const document of documents) {
      // filled fields are inside their own blanks
      const here = placements.filter((p) => p.documentId === document.documentId && p.kind !== 'FIELD');
      const coded = task.codeStatus === 'ENABLE';
      const code = { side: task.codeSide, size: task.codeSize };
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
            boxes: document.pages.map((page, i) => ({ page: i + 1, box: footerCodeBox(page, code) })),
          });
        all.push(...coveredText(await reader, places).map((one) => ({ ...one, document })));
      } catch {
        readers.current.delete(document.fileKey);
      }
    }
    // A search that began earlier may end later.
    if (mine === turn.current) setFound((old) => (keyOfCovered(old) === keyOfCovered(all) ? old : all));
    return all;
  }, []);

  const { documents, placements, task } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches again when files or placements change
  useEffect(() => {
    if (!watching) return;
    const timer = setTimeout(() => void look(), IDLE_MS);
    return () => clearTimeout(timer);
  }, [watching, documents, placements, task.codeStatus, task.codeSide, task.codeSize, look]);
  return { found, look };
}
