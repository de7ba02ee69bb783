import { useEffect, useState } from 'react';
import type { Draft } from '#core/task/draft.ts';
import type { KeywordFinder } from '#core/task/keyword-places.ts';
import { isByKeyword, type PlaceBox } from '#core/task/place-rules.ts';
import { readDocument } from '../draft/use-document-bytes.ts';

/** Keywords are looked for once nothing was typed for so long. */
const IDLE_MS = 300;
/** Opened files; the oldest is closed when there are more. */
const MOST_OPEN = 8;

/** Where places by keyword come to stand, by their key; a place whose file cannot be read yet is not in it. */
export type KeywordHits = ReadonlyMap<string, readonly PlaceBox[]>;

const NONE: KeywordHits = new Map();
const opened = new Map<string, Promise<KeywordFinder>>();

function finderOf(fileKey: string, fileType: Draft['task']['taskFileType']): Promise<KeywordFinder> {
  const known = opened.get(fileKey);
  if (known) return known;
  const finder = Promise.all([readDocument(fileKey), import('#core/task/keyword-places.ts')]).then(
    ([bytes, { openKeywords }]) => openKeywords(bytes, fileType),
  );
  // one that failed may be on this device the next time
  finder.catch(() => opened.delete(fileKey));
  opened.set(fileKey, finder);
  for (const key of opened.keys()) if (opened.size > MOST_OPEN) opened.delete(key);
  return finder;
}

/** Finds the places by keyword of a draft in its files. A file that is not on this device finds none. */
export async function findKeywordHits({ documents, placements, task }: Draft): Promise<KeywordHits> {
  const hits = new Map<string, readonly PlaceBox[]>();
  for (const { documentId, fileKey } of documents)
    for (const placement of placements) {
      if (placement.documentId !== documentId || !isByKeyword(placement)) continue;
      if (placement.keyword.text.trim() === '') continue;
      try {
        hits.set(placement.placementId, (await finderOf(fileKey, task.taskFileType))(placement));
      } catch {
        // said where the file is shown
      }
    }
  return hits;
}

const same = (one: KeywordHits, other: KeywordHits): boolean =>
  JSON.stringify([...one]) === JSON.stringify([...other]);

/** The same, looked for anew whenever files or places change. */
export function useKeywordHits(draft: Draft): KeywordHits {
  const [hits, setHits] = useState(NONE);
  const { documents, placements } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for anew when files or places change
  useEffect(() => {
    if (!placements.some(isByKeyword)) {
      setHits(NONE);
      return;
    }
    let gone = false;
    const timer = setTimeout(() => {
      void findKeywordHits(draft).then((found) => gone || setHits((old) => (same(old, found) ? old : found)));
    }, IDLE_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [documents, placements]);
  return hits;
}
