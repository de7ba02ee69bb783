import type { Draft } from '#core/task/draft.ts';
import { PLACE_SIZE } from '#core/task/place-rules.ts';
import type { PlanPlacement } from '#core/task/plan.ts';
import { newKey } from '../../../parts/room/new-key.ts';

const MARGIN = 25;
const GAP = 12;
const FOOT = 30;

/**
 * A first proposal: one seal or signature for each signer that has none, side by side above the foot of each document's
 * last page, beside those that are there.
 */
export function placeAll(draft: Draft): PlanPlacement[] {
  const placed: PlanPlacement[] = [];
  for (const document of draft.documents) {
    const page = document.pages.at(-1);
    if (!page) continue;
    const missing = draft.signers.filter(
      (s) =>
        !draft.placements.some(
          (p) => p.signerId === s.signerId && p.documentId === document.documentId && p.kind !== 'FIELD',
        ),
    );
    let x = MARGIN;
    let y = page.heightMm - FOOT - PLACE_SIZE.ENT_SEAL.height;
    for (const signer of missing) {
      const kind = signer.type === 'ENTERPRISE' ? 'ENT_SEAL' : 'HANDWRITTEN';
      const { width, height } = PLACE_SIZE[kind];
      if (x + width > page.widthMm - 10) {
        x = MARGIN;
        y -= PLACE_SIZE.ENT_SEAL.height + GAP;
      }
      placed.push({
        placementId: newKey(),
        signerId: signer.signerId,
        documentId: document.documentId,
        kind,
        page: document.pages.length,
        x,
        y: Math.max(5, y),
        width,
        height,
      });
      x += PLACE_SIZE.ENT_SEAL.width + GAP * 2;
    }
  }
  return placed;
}
