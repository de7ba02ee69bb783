import { eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { signPlan as call } from '#core/task/calls.ts';
import { allSigned, signersToCall } from '#core/task/order.ts';
import { boxesOf, findOverlaps } from '#core/task/place-rules.ts';
import type { PlacementKind } from '#core/task/plan.ts';
import { consent as consentTable, document, documentRevision, signer } from '#db/schema/index.ts';
import { spendCopy } from '#edge/copies/ledger.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { runOutbox } from '#edge/kernel/outbox/run-outbox.ts';
import { type Statement, withRetry } from '#edge/kernel/storage/commit.ts';
import { recordStamping, type UsableSeal } from '#edge/seal/use-seals.ts';
import { checkConsent, type GivenConsent } from '#edge/signing/check-consent.ts';
import { checkSeen } from '#edge/signing/check-seen.ts';
import { type ChooseKey, chooseKey, type SigningKey } from '#edge/signing/choose-key.ts';
import { fillPlacements } from '#edge/signing/fill-placements.ts';
import { signEach } from '#edge/signing/remote-key.ts';
import type { DocumentRow, PlacementRow, SignerRow } from '#edge/signing/rows.ts';
import { type SignedDocument, signDocument } from '#edge/signing/sign-document.ts';
import { followSteps, type SignSteps } from '#edge/signing/sign-steps.ts';
import { changeTask } from './change-task.ts';
import { finishTaskEffect } from './effects.ts';
import { ownTurn } from './own-turn.ts';
import { readTask, type WholeTask } from './read-task.ts';
import { pushTask, tellInitiator, tellParty } from './tell-parties.ts';

/** What is signed, and by what the signer proved that they want it. */
export type PlanSigning = Pick<ParsedInputOf<typeof call>, 'planId' | 'seen' | 'fillings'> & {
  consent: GivenConsent;
};
type Input = PlanSigning;
type Answer = OutputOf<typeof call>;

/**
 * Signs every document of a task as one signer, as they were shown to them. Writers compete by the task's version: the
 * loser reads again. Where the winner made a new revision, the loser is refused with REVISION_CHANGED, sees what changed
 * and signs on top of it, so that both signatures are in the file, both stay valid and nobody signs what they did not
 * see; any other change of the task is not the signer's matter, and the signing goes on.
 */
export async function signPlan(input: ParsedInputOf<typeof call>, context: SignedInContext): Promise<Answer> {
  const before = await readTask(context, input.planId);
  ownTurn(before, context);
  await checkSeen(context, input.seen, before.documents);
  const steps = followSteps(context);
  steps.begin('consent');
  const consent = await checkConsent(context, input.consent, input.planId, input.seen);
  const answer = await signAs({ ...input, consent }, context, steps, (...signer) =>
    chooseKey(context, ...signer),
  );
  context.defer(runOutbox(context));
  return answer;
}

/** Signs with the key that `choose` finds, again while others are quicker. */
export const signAs = (
  input: Input,
  context: SignedInContext,
  steps: SignSteps,
  choose: ChooseKey,
): Promise<Answer> => withRetry(() => attempt(input, context, steps, choose));

async function attempt(
  input: Input,
  context: SignedInContext,
  steps: SignSteps,
  choose: ChooseKey,
): Promise<Answer> {
  steps.begin('key');
  const whole = await readTask(context, input.planId);
  const mine = ownTurn(whole, context);
  await checkSeen(context, input.seen, whole.documents);
  const own = whole.placements.filter((p) => p.signerId === mine.id);
  refuseCovering(whole, own);
  const filled = await fillPlacements(context, mine, own, input.fillings);
  const fileType = whole.task.fileType === 'OFD' ? 'OFD' : 'PDF';
  const key = await choose(mine, filled, fileType);
  steps.begin('digest');
  const placementsIn = (row: DocumentRow) => own.filter((p) => p.documentId === row.id);
  const signed = await signEach(
    whole.documents.filter((row) => placementsIn(row).length > 0),
    whole.task.name,
    (row) => signDocument(context, row, fileType, { mine, placements: placementsIn(row), filled, key }),
  );
  steps.begin('store');
  const answer = await write(input, context, whole, mine, signed, key, filled.seals);
  return { ...answer, steps: steps.end() };
}

/** No place may lie over one that somebody has signed at. Sending refuses such places; this holds for all. */
function refuseCovering(whole: WholeTask, own: readonly PlacementRow[]): void {
  const nameOf = (id: string) => {
    const party = whole.signers.find((s) => s.id === id);
    return party?.entName || party?.userName || '';
  };
  const signed = new Set(whole.signers.filter((s) => s.state === 'SIGNED').map((s) => s.id));
  for (const { id, name, pages } of whole.documents) {
    const here = [...whole.placements.filter((p) => signed.has(p.signerId)), ...own]
      .filter((p) => p.documentId === id)
      .map((place) => ({ place, boxes: boxesOf(planPlacementOf(place), pages) }));
    const found = findOverlaps(here).find(({ a, b }) => a.signerId !== b.signerId);
    if (found)
      throw new AppError('PLACES_OVERLAP', {
        file: name,
        page: found.page,
        one: nameOf(found.a.signerId),
        other: nameOf(found.b.signerId),
      });
  }
}

const planPlacementOf = (row: PlacementRow) => ({
  ...row,
  kind: row.kind as PlacementKind,
  rule: row.rule as 'CONSECUTIVE' | 'ALTERNATE',
});

/** Writes what was signed, the signer's and the task's new states, and whom to tell, in one batch. */
async function write(
  input: Input,
  context: SignedInContext,
  whole: WholeTask,
  mine: SignerRow,
  signed: SignedDocument[],
  key: SigningKey,
  seals: readonly UsableSeal[],
): Promise<Omit<Answer, 'steps'>> {
  const { db, actor, now } = context;
  const after = whole.signers.map((s) => (s.id === mine.id ? { ...s, state: 'SIGNED' as const } : s));
  const complete = allSigned(after);
  const called = signersToCall(after, whole.task.ordered);
  const answer = {
    planId: whole.task.id,
    status: complete ? ('ENDED' as const) : whole.task.state,
    endReason: complete ? ('COMPLETED' as const) : null,
    documents: signed.map((d) => ({ documentId: d.documentId, revision: d.revision, sha256: d.sha256 })),
  };
  const params = {
    initiator: whole.task.initiatorEntName || whole.task.initiatorName,
    task: whole.task.name,
  };
  const more: Statement[] = [
    ...recordStamping(
      context,
      seals.map((used) => used.seal),
      whole.task,
    ),
    ...(key.guards ?? []),
    ...signed.flatMap((d) => [
      db.update(document).set({ revision: d.revision }).where(eq(document.id, d.documentId)),
      db.insert(documentRevision).values({
        documentId: d.documentId,
        revision: d.revision,
        segments: d.segments,
        length: d.length,
        sha256: d.sha256,
        signerId: mine.id,
        certificateId: key.certificateId,
        createdAt: now,
      }),
    ]),
    db.update(signer).set({ state: 'SIGNED', signedAt: now }).where(eq(signer.id, mine.id)),
    ...(whole.signers.some((s) => s.state === 'SIGNED') ? [] : [spendCopy(context, whole.task.id)]),
    ...(called.length
      ? [
          db
            .update(signer)
            .set({ state: 'SIGNING' })
            .where(
              inArray(
                signer.id,
                called.map((s) => s.id),
              ),
            ),
        ]
      : []),
    db.insert(consentTable).values({
      id: context.newId(),
      taskId: whole.task.id,
      signerId: mine.id,
      accountId: actor.accountId,
      method: input.consent.method,
      seen: input.seen,
      digests: signed.flatMap((d) => d.digests),
      createdAt: now,
    }),
    ...called.flatMap((s) => tellParty(context, whole.task, s, 'TASK_TO_SIGN', params)),
    ...(complete ? tellAll(context, whole, params) : []),
    pushTask(context, whole),
    ...context.remember({ ...answer, steps: [] }),
  ];
  await changeTask(context, whole.task, {
    set: {
      signedNum: after.filter((s) => s.state === 'SIGNED').length,
      ...(complete ? { state: 'ENDED', endReason: 'COMPLETED', endedAt: now } : {}),
    },
    trail: [
      {
        event: 'SIGNED',
        operator: actor.name,
        agent: mine.entName,
        evidence: {
          consent: input.consent.method,
          certificate: key.serial,
          ...Object.fromEntries(signed.map((d) => [`document ${d.position + 1}`, d.sha256])),
        },
      },
      ...(complete ? [{ event: 'COMPLETED' as const, operator: 'Signet' }] : []),
    ],
    more,
    proofs: input.consent.once ? [input.consent.once] : [],
  });
  return answer;
}

const tellAll = (context: SignedInContext, whole: WholeTask, params: Record<string, string>): Statement[] => [
  ...whole.signers.flatMap((s) => tellParty(context, whole.task, s, 'TASK_COMPLETED', params)),
  tellInitiator(context, whole.task, 'TASK_COMPLETED', params),
  enqueue(context, `task:${whole.task.id}`, finishTaskEffect, { taskId: whole.task.id }),
];
