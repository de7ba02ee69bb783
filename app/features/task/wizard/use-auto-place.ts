import { useEffect, useState } from 'react';
import type { TextReader } from '#core/task/covered-text.ts';
import { type DraftDocument, type DraftPlacement, putRow } from '#core/task/draft.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { readDocument } from '../draft/use-document-bytes.ts';
import type { StepProps } from './step-props.ts';
import type { KeywordHits } from './use-keyword-hits.ts';

/** The proposed placements: beside words that ask for a signature, or in blank space if a file has no such words. */
export interface ProposalCounts {
  beside: number;
  blank: number;
}

/**
 * Proposes a seal or a signature for every signer who has none in a file. The proposal is one undo step and is
 * announced until something else changes.
 */
export function useAutoPlace({
  draft,
  open,
  hits,
}: Pick<StepProps, 'draft' | 'open'> & { hits: KeywordHits }) {
  const [proposed, setProposed] = useState<ProposalCounts>();
  const [looking, setLooking] = useState(false);
  useEffect(() => {
    const forget = () => setProposed(undefined);
    for (const event of ['stack-item-added', 'stack-item-popped'] as const) open.undo.on(event, forget);
    return () => {
      for (const event of ['stack-item-added', 'stack-item-popped'] as const) open.undo.off(event, forget);
    };
  }, [open.undo]);

  const propose = async (dates: boolean): Promise<DraftPlacement[]> => {
    setLooking(true);
    try {
      const { proposePlaces } = await import('#core/task/auto-place/propose-places.ts');
      const placed: DraftPlacement[] = [];
      let beside = 0;
      for (const document of draft.documents) {
        const here = draft.placements.filter((p) => p.documentId === document.documentId);
        const parties = draft.signers.filter(
          (s) => !here.some((p) => p.signerId === s.signerId && p.kind !== 'FIELD'),
        );
        if (parties.length === 0) continue;
        const found = proposePlaces(
          { pages: document.pages, textOn: await readerOf(document, draft.task.taskFileType) },
          parties.map(({ signerId, type, entName, userName, roleName }) => ({
            signerId,
            type,
            names: [entName, userName, roleName].flatMap((name) => name || []),
          })),
          standingOn(here, hits),
          { dates },
        );
        for (const { beside: text, ...place } of found) {
          if (text !== undefined && place.kind !== 'SIGN_DATE') beside += 1;
          placed.push({ placementId: newKey(), documentId: document.documentId, ...place });
        }
      }
      open.undo.stopCapturing();
      open.doc.transact(() => {
        for (const { placementId, ...fields } of placed) putRow(open.doc, 'placements', placementId, fields);
      });
      open.undo.stopCapturing();
      const seals = placed.filter(({ kind }) => kind !== 'SIGN_DATE').length;
      setProposed({ beside, blank: seals - beside });
      return placed;
    } finally {
      setLooking(false);
    }
  };
  return { propose, looking, proposed, keep: () => setProposed(undefined) };
}

/** The text of a file; empty if the file is not on this device yet or cannot be read. */
async function readerOf(document: DraftDocument, fileType: 'PDF' | 'OFD'): Promise<TextReader> {
  try {
    const { openText } = await import('#core/task/covered-text.ts');
    return await openText(await readDocument(document.fileKey), fileType);
  } catch {
    return () => [];
  }
}

/** The placements on the pages, with keyword placements at their hits. */
const standingOn = (places: readonly DraftPlacement[], hits: KeywordHits) =>
  places.flatMap((p) =>
    p.keyword
      ? (hits.get(p.placementId) ?? []).map(({ page, box }) => ({ kind: p.kind, page, ...box }))
      : [p],
  );
