import { type RefObject, useMemo, useState } from 'react';
import { type DraftDocument, type DraftPlacement, putRow, removeRow } from '#core/task/draft.ts';
import { kindsOf, PLACE_SIZE } from '#core/task/place-rules.ts';
import type { SigningKind } from '#core/task/plan.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import type { StageHandle } from '../../../stage/document-stage.tsx';
import { freeSpot } from '../../../stage/free-spot.ts';
import type { LetGo } from '../../../stage/movable-box.tsx';
import { keptOn, roundMm } from '../../../stage/on-page.ts';
import { placeAll } from './place-all.ts';
import type { StepProps } from './step-props.ts';
import type { KeywordHits } from './use-keyword-hits.ts';

interface Point {
  x: number;
  y: number;
}

/**
 * What is placed on one document of the draft: which one is chosen, for whom the next is, and the acts on them. Each act
 * is a step of its own to be taken back, however soon it comes after another.
 */
export function usePlacing(
  { draft, open, hits }: Pick<StepProps, 'draft' | 'open'> & { hits: KeywordHits },
  document: DraftDocument,
  stage: RefObject<StageHandle | null>,
) {
  const [selected, setSelected] = useState<string | null>(null);
  const [added, setAdded] = useState<string>();
  const [signerId, setSignerId] = useState(draft.signers[0]!.signerId);
  const signer = draft.signers.find((s) => s.signerId === signerId) ?? draft.signers[0]!;
  const placements = useMemo(
    () => draft.placements.filter((p) => p.documentId === document.documentId),
    [draft.placements, document.documentId],
  );

  /** What stands on the pages: places by keyword where they are found. */
  const standing = placements.flatMap((p) =>
    p.keyword
      ? (hits.get(p.placementId) ?? []).map(({ page, box }) => ({ kind: p.kind, page, ...box }))
      : [p],
  );

  const put = (id: string, fields: Partial<DraftPlacement>) => putRow(open.doc, 'placements', id, fields);

  const remove = (id: string) => {
    open.undo.stopCapturing();
    removeRow(open.doc, 'placements', id);
    setSelected(null);
  };

  /** Where it was let go, or in the middle of what is seen; not over another one, which it would hide. */
  const add = (kind: SigningKind, at?: Point & { page: number }) => {
    open.undo.stopCapturing();
    const size = PLACE_SIZE[kind];
    const crossPage = kind === 'CROSS_PAGE';
    const seen = crossPage ? undefined : stage.current?.middle();
    const index = (at ?? seen)?.page ?? 0;
    const page = document.pages[index]!;
    const middle = at ?? seen ?? { x: page.widthMm / 2, y: page.heightMm / 2 };
    const wanted = keptOn(page, {
      x: crossPage ? 0 : roundMm(middle.x - size.width / 2),
      y: roundMm(middle.y - size.height / 2),
      ...size,
    });
    const range = crossPage
      ? { page: 1, toPage: document.pages.length, rule: 'CONSECUTIVE' as const }
      : { page: index + 1 };
    const placementId = newKey();
    put(placementId, {
      signerId: signer.signerId,
      documentId: document.documentId,
      ...freeSpot({ kind, ...range, ...wanted }, standing, document.pages),
    });
    setSelected(placementId);
    setAdded(placementId);
  };

  const duplicate = (p: DraftPlacement) => {
    open.undo.stopCapturing();
    const placementId = newKey();
    put(placementId, freeSpot({ ...p, placementId }, standing, document.pages));
    setSelected(placementId);
  };

  /** A place that follows the text: where the keyword is found when it is sent. */
  const addKeyword = () => {
    open.undo.stopCapturing();
    const [kind] = kindsOf(signer.type);
    const placementId = newKey();
    put(placementId, {
      signerId: signer.signerId,
      documentId: document.documentId,
      kind: kind!,
      page: 1,
      x: 0,
      y: 0,
      ...PLACE_SIZE[kind!],
      keyword: { text: '', order: 'FIRST', place: 'OVERLAP', offsetX: 0, offsetY: 0 },
    });
    setSelected(placementId);
  };

  /** The same keyword place in every other file in which the signer has none of that keyword. */
  const toAllFiles = (p: DraftPlacement) => {
    open.undo.stopCapturing();
    const has = (documentId: string) =>
      draft.placements.some(
        (one) =>
          one.documentId === documentId &&
          one.signerId === p.signerId &&
          one.kind === p.kind &&
          one.keyword?.text === p.keyword?.text,
      );
    open.doc.transact(() => {
      for (const { documentId } of draft.documents)
        if (!has(documentId)) {
          const { placementId: _, ...fields } = p;
          put(newKey(), { ...fields, documentId });
        }
    });
  };

  /** By so many mm from where it is shown; one dragged onto another page goes there. */
  const move = (p: DraftPlacement, shown: Point, dx: number, dy: number, at?: LetGo) => {
    const { width, height } = p;
    const under = at && p.kind !== 'CROSS_PAGE' ? stage.current?.placeAt(at.clientX, at.clientY) : null;
    if (at && under && under.page !== p.page - 1) {
      const corner = stage.current?.placeAt(at.clientX - at.grabX, at.clientY - at.grabY);
      const from = corner?.page === under.page ? corner : { x: under.x - width / 2, y: under.y - height / 2 };
      const { x, y } = keptOn(document.pages[under.page]!, { ...from, width, height });
      put(p.placementId, { page: under.page + 1, x, y });
      return;
    }
    const to = { x: p.kind === 'CROSS_PAGE' ? p.x : shown.x + dx, y: shown.y + dy };
    const { x, y } = keptOn(document.pages[p.page - 1]!, { ...to, width, height });
    put(p.placementId, { x, y });
  };

  const proposeAll = () => {
    open.undo.stopCapturing();
    const proposed = placeAll(draft);
    open.doc.transact(() => {
      for (const p of proposed) put(p.placementId, p);
    });
    const here = proposed.find((p) => p.documentId === document.documentId);
    if (here) stage.current?.goTo(here.page - 1, here.y);
  };

  return {
    placements,
    signer,
    setSignerId,
    selected: placements.find((p) => p.placementId === selected),
    setSelected,
    /** The one that was just put there: arrow keys move it at once. */
    added,
    put,
    add,
    addKeyword,
    toAllFiles,
    duplicate,
    move,
    remove,
    proposeAll,
  };
}

export type Placing = ReturnType<typeof usePlacing>;
