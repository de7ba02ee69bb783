import { AppError } from '#core/errors.ts';
import type { PlanProblem } from '#core/task/check-plan.ts';
import { boxesOf, findOverlaps, mayOverlap } from '#core/task/place-rules.ts';
import type { Plan } from '#core/task/plan.ts';
import type { PreparedDocument } from '#edge/signing/prepare-document.ts';

/** Throws PLACES_OVERLAP for the first problem if all problems are overlaps. */
export function refuseOverlaps(problems: readonly PlanProblem[]): void {
  const [first] = problems;
  if (first?.params && problems.every(({ problem }) => problem === 'placesOverlap'))
    throw new AppError('PLACES_OVERLAP', first.params);
}

/** Checks placements by keyword, whose positions are known only after preparation. Throws PLACES_OVERLAP. */
export function refuseKeywordOverlaps(plan: Plan, prepared: ReadonlyMap<string, PreparedDocument>): void {
  if (!plan.placements.some(({ keyword }) => keyword)) return;
  const parties = new Map(plan.signers.map((s) => [s.signerId, s.entName || s.userName]));
  for (const { documentId, fileName } of plan.documents) {
    const found = prepared.get(documentId);
    if (!found) continue;
    const { fields, pages } = found;
    const widgets = fields.flatMap((field) => field.widgets);
    const places = plan.placements
      .filter((p) => p.documentId === documentId)
      .flatMap((p) => {
        const place = p;
        if (!p.keyword) return [{ place, boxes: boxesOf(p, pages) }];
        const hits = widgets.filter(({ part }) => part === p.placementId);
        return hits.map(({ page, box }) => ({ place, boxes: [{ page: page + 1, box }] }));
      });
    const over = findOverlaps(places).find(({ a, b }) => !mayOverlap(a, b));
    if (over)
      throw new AppError('PLACES_OVERLAP', {
        file: fileName,
        page: over.page,
        one: parties.get(over.a.signerId) ?? '',
        other: parties.get(over.b.signerId) ?? '',
      });
  }
}
