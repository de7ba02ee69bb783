import { type RefObject, useMemo, useState } from 'react';
import { type CopyTo, copyPlace, dateFor } from '#core/task/copy-places.ts';
import { type DraftDocument, type DraftPlacement, putRow, removeRow } from '#core/task/draft.ts';
import { kindsOf, PLACE_SIZE } from '#core/task/place-rules.ts';
import type { SigningKind } from '#core/task/plan.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { useLimits } from '../../../shell/use-limits.ts';
import type { StageHandle } from '../../../stage/document-stage.tsx';
import { freeSpot } from '../../../stage/free-spot.ts';
import type { LetGo } from '../../../stage/movable-box.tsx';
import { clampTo, roundMm } from '../../../stage/on-page.ts';
import type { StepProps } from './step-props.ts';
import type { KeywordHits } from './use-keyword-hits.ts';

interface Point {
  x: number;
  y: number;
}

/**
 * The placements on one document of the draft: the selected one, the signer of the next one, and operations. Each
 * operation is an undo step of its own, regardless of timing.
 */
export function usePlacing(
  {
    draft,
    open,
    hits,
    fixed,
  }: Pick<StepProps, 'draft'> & {
    open: Pick<StepProps['open'], 'doc' | 'undo'>;
    hits: KeywordHits;
    /** Keys of placements that cannot be changed. */
    fixed?: ReadonlySet<string>;
  },
  document: DraftDocument,
  stage: RefObject<StageHandle | null>,
) {
  const [selected, setSelected] = useState<string | null>(null);
  const [added, setAdded] = useState<string>();
  /** Whether each new seal or signature gets a date. */
  const [withDate, setWithDate] = useState(false);
  const limits = useLimits();
  const [signerId, setSignerId] = useState(draft.signers[0]!.signerId);
  const signer = draft.signers.find((s) => s.signerId === signerId) ?? draft.signers[0]!;
  const placements = useMemo(
    () => draft.placements.filter((p) => p.documentId === document.documentId),
    [draft.placements, document.documentId],
  );

  /** The placements on the pages, with keyword placements at their hits. */
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

  /**
   * Places it where it was dropped, or in the centre of the visible part; never over another one, which it would hide.
   */
  const add = (kind: SigningKind, at?: Point & { page: number }) => {
    open.undo.stopCapturing();
    const size = PLACE_SIZE[kind];
    const crossPage = kind === 'CROSS_PAGE';
    const seen = crossPage ? undefined : stage.current?.middle();
    const index = (at ?? seen)?.page ?? 0;
    const page = document.pages[index]!;
    const middle = at ?? seen ?? { x: page.widthMm / 2, y: page.heightMm / 2 };
    const wanted = clampTo(page, {
      x: crossPage ? 0 : roundMm(middle.x - size.width / 2),
      y: roundMm(middle.y - size.height / 2),
      ...size,
    });
    const range = crossPage
      ? { page: 1, toPage: document.pages.length, rule: 'CONSECUTIVE' as const }
      : { page: index + 1 };
    const placementId = newKey();
    const fields = {
      signerId: signer.signerId,
      documentId: document.documentId,
      ...freeSpot({ kind, ...range, ...wanted }, standing, document.pages),
    };
    open.doc.transact(() => {
      put(placementId, fields);
      if (withDate) putDate({ placementId, ...fields }, [...standing, fields]);
    });
    setSelected(placementId);
    setAdded(placementId);
  };

  /** Adds the signing date of a seal: below it, as close as there is room. */
  const putDate = (p: DraftPlacement, others: Parameters<typeof freeSpot>[1]) => {
    const date = dateFor(p, document.pages);
    if (date) put(newKey(), date.keyword ? date : freeSpot(date, others, document.pages));
  };
  const addDate = (p: DraftPlacement) => {
    open.undo.stopCapturing();
    putDate(p, standing);
  };

  /** Copies to other pages and files; returns the resulting number and the files without such a page. */
  const copyTo = (
    p: DraftPlacement,
    files: readonly string[],
    to: { to: CopyTo; pages?: readonly number[] },
  ) => {
    open.undo.stopCapturing();
    const chosen = draft.documents.filter(({ documentId }) => files.includes(documentId));
    const { copies, without } = copyPlace(p, chosen, to, draft.placements, limits);
    open.doc.transact(() => {
      for (const copy of copies) {
        // on the same document the placement itself becomes a range
        const widened = copy.documentId === p.documentId && copy.toPage !== undefined && !p.keyword;
        put(widened ? p.placementId : newKey(), copy);
      }
    });
    open.undo.stopCapturing();
    return { count: copies.length, without };
  };

  const duplicate = (p: DraftPlacement) => {
    open.undo.stopCapturing();
    const placementId = newKey();
    put(placementId, freeSpot({ ...p, placementId }, standing, document.pages));
    setSelected(placementId);
  };

  /** Adds a placement that follows the text: positioned where the keyword is found on sending. */
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

  /** Copies the keyword placement to every other file in which the signer has none for that keyword. */
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

  /** Moves a placement by mm from its shown position; if dragged onto another page, it moves there. */
  const move = (p: DraftPlacement, shown: Point, dx: number, dy: number, at?: LetGo) => {
    const { width, height } = p;
    const under = at && p.kind !== 'CROSS_PAGE' ? stage.current?.placeAt(at.clientX, at.clientY) : null;
    if (at && under && under.page !== p.page - 1) {
      const corner = stage.current?.placeAt(at.clientX - at.grabX, at.clientY - at.grabY);
      const from = corner?.page === under.page ? corner : { x: under.x - width / 2, y: under.y - height / 2 };
      const { x, y } = clampTo(document.pages[under.page]!, { ...from, width, height });
      put(p.placementId, { page: under.page + 1, x, y });
      return;
    }
    const to = { x: p.kind === 'CROSS_PAGE' ? p.x : shown.x + dx, y: shown.y + dy };
    const { x, y } = clampTo(document.pages[p.page - 1]!, { ...to, width, height });
    put(p.placementId, { x, y });
  };

  /** Scrolls to the first of the proposed placements. */
  const showFirst = (proposed: readonly DraftPlacement[]) => {
    const here = proposed.find((p) => p.documentId === document.documentId);
    if (here) stage.current?.goTo(here.page - 1, here.y);
  };

  return {
    placements,
    /** Whether a placement is immovable: fields of a template, and existing placements. */
    isFixed: ({ kind, placementId }: DraftPlacement) => kind === 'FIELD' || fixed?.has(placementId) === true,
    signer,
    setSignerId,
    selected: placements.find((p) => p.placementId === selected),
    setSelected,
    /** The placement just added, which gets the focus so that arrow keys move it. */
    added,
    put,
    add,
    addKeyword,
    toAllFiles,
    duplicate,
    move,
    remove,
    addDate,
    withDate,
    setWithDate,
    copyTo,
    showFirst,
  };
}

export type Placing = ReturnType<typeof usePlacing>;
