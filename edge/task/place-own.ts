import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { placeOwn as call } from '#core/task/calls.ts';
import { checkOnPages, kindFits } from '#core/task/check-plan.ts';
import { boxesOf, findOverlaps } from '#core/task/place-rules.ts';
import { placement } from '#db/schema/index.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import type { PlacementRow, SignerRow } from '#edge/signing/rows.ts';
import { changeTask } from './change-task.ts';
import { ownTurn } from './own-turn.ts';
import { readTask, type TaskWithParties } from './read-task.ts';
import { freeField, refuseCovering } from './sign-task.ts';

type Input = ParsedInputOf<typeof call>;

/**
 * Replaces the current signer's own placements; signs nothing. Throws the reason if they may not sign now,
 * FREE_FLOW_PLACES if the sender set the placements, INPUT_INVALID, PLACES_OVERLAP.
 */
export const placeOwn = (
  { planId: taskId, places }: Input,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> =>
  withRetry(async () => {
    const contract = await readTask(context, taskId);
    const mine = await ownTurn(contract, context);
    if (contract.task.signFlow !== 'FREE') throw new AppError('FREE_FLOW_PLACES');
    await checkPlaces(contract, mine, places, context);
    const rows = places.map((place) => rowOf(context.newId(), contract, mine, place));
    refuseOverlaps(contract, rows);
    refuseCovering(contract, rows);
    await changeTask(context, contract.task, {}, [
      context.db.delete(placement).where(eq(placement.signerId, mine.id)),
      context.db.insert(placement).values(rows),
    ]);
    return { placementIds: rows.map(({ id }) => id) };
  });

const rowOf = (
  id: string,
  { task }: TaskWithParties,
  mine: SignerRow,
  { placementId: _, toPage, rule, ...place }: Input['places'][number],
): PlacementRow => ({
  ...place,
  id,
  taskId: task.id,
  signerId: mine.id,
  toPage: toPage ?? place.page,
  rule: rule ?? 'CONSECUTIVE',
  field: freeField(mine),
  part: id,
  fills: null,
  valueSealed: '',
});

/** Checks that each placement is on a page of a document and of a kind allowed for the party. Throws INPUT_INVALID. */
async function checkPlaces(
  { documents, placements }: TaskWithParties,
  mine: SignerRow,
  places: Input['places'],
  context: SignedInContext,
): Promise<void> {
  const limits = await limitsInForce(context);
  const problems: { path: string; problem: string }[] = [];
  const others = placements.filter(({ signerId }) => signerId !== mine.id).length;
  if (others + places.length > limits.placementsPerTask)
    problems.push({ path: 'places', problem: 'tooManyPlacements' });
  for (const [i, place] of places.entries()) {
    const add = (problem: string) => problems.push({ path: `places.${i}`, problem });
    const pages = documents.find(({ id }) => id === place.documentId)?.pages;
    if (!pages) add('placementMissing');
    else if (!kindFits(place, mine)) add('kindNotForSigner');
    else checkOnPages(place, pages, add, limits);
  }
  if (problems.length > 0) throw new InputRefused(problems);
}

/** Throws PLACES_OVERLAP if placements in one document overlap. */
function refuseOverlaps({ documents }: TaskWithParties, rows: readonly PlacementRow[]): void {
  for (const { id, name, pages } of documents) {
    const here = rows.filter(({ documentId }) => documentId === id);
    const [found] = findOverlaps(here.map((place) => ({ place, boxes: boxesOf(place, pages) })));
    if (!found) continue;
    const called = (row: PlacementRow) => `${here.indexOf(row) + 1}`;
    throw new AppError('PLACES_OVERLAP', {
      file: name,
      page: found.page,
      one: called(found.a),
      other: called(found.b),
    });
  }
}
