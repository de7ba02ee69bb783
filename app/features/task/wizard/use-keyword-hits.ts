import { useEffect, useState } from 'react';
import type { Draft } from '#core/task/draft.ts';
import type { KeywordFinder } from '#core/task/keyword-places.ts';
import { isByKeyword, type PlaceBox } from '#core/task/place-rules.ts';
import { readDocument } from '../draft/use-document-bytes.ts';

/** Debounce time in ms after the last keystroke. */
const IDLE_MS = 300;
/** Maximum number of open files; beyond it the oldest is closed. */
const MOST_OPEN = 8;

/** The positions of keyword placements, by key; without those whose file cannot be read yet. */
export type KeywordHits = ReadonlyMap<string, readonly PlaceBox[]>;

const NONE: KeywordHits = new Map();
const opened = new Map<string, Promise<KeywordFinder>>();

function finderOf(fileKey: string, fileType: Draft['task']['taskFileType']): Promise<KeywordFinder> {
  const known = opened.get(fileKey);
  if (known) return known;
  const finder = Promise.all([readDocument(fileKey), import('#core/task/keyword-places.ts')]).then(
    ([bytes, { openKeywords }]) => openKeywords(bytes, fileType),
  );
  // a failed file may be on this device the next time
  finder.catch(() => opened.delete(fileKey));
  opened.set(fileKey, finder);
  for (const key of opened.keys()) if (opened.size > MOST_OPEN) opened.delete(key);
  return finder;
}

/** Finds the keyword placements of a draft in its files. A file that is not on this device yields no hits. */
export async function findKeywordHits({ documents, placements, task }: Draft): Promise<KeywordHits> {
  const hits = new Map<string, readonly PlaceBox[]>();
  for (const { documentId, fileKey } of documents)
    for (const placement of placements) {
      if (placement.documentId !== documentId || !isByKeyword(placement)) continue;
      if (placement.keyword.text.trim() === '') continue;
      try {
        hits.set(placement.placementId, (await finderOf(fileKey, task.taskFileType))(placement));
      } catch {
        // reported where the file is shown
      }
    }
  return hits;
}

const same = (one: KeywordHits, other: KeywordHits): boolean =>
  JSON.stringify([...one]) === JSON.stringify([...other]);

/** `findKeywordHits` as a hook: searches again whenever files or placements change. */
export function useKeywordHits(draft: Draft): KeywordHits {
  const [hits, setHits] = useState(NONE);
  const { documents, placements } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches again when files or placements change
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
