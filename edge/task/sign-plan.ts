import { eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { can } from '#core/machine.ts';
import type { signPlan as call } from '#core/task/calls.ts';
import { allSigned, signersToCall } from '#core/task/order.ts';
import { SIGNER_MACHINE, TASK_MACHINE } from '#core/task/states.ts';
import { consent as consentTable, document, documentRevision, signer } from '#db/schema/index.ts';
import type { SignedInContext } from '../context.ts';
import { enqueue } from '../outbox/effects.ts';
import { runOutbox } from '../outbox/run-outbox.ts';
import { recordStamping, type UsableSeal } from '../seal/use-seals.ts';
import { type Statement, withRetry } from '../storage/commit.ts';
import { checkConsent } from './check-consent.ts';
import { chooseKey, type SigningKey } from './choose-key.ts';
import { changeTask } from './end-task.ts';
import { fillPlacements } from './fill-placements.ts';
import { isOwnSigner, readTask, type SignerRow, type WholeTask } from './read-task.ts';
import { type SignedDocument, signDocument } from './sign-document.ts';
import { pushTask, tellInitiator, tellParty } from './tell-parties.ts';

type Input = ParsedInputOf<typeof call>;
type Answer = OutputOf<typeof call>;

/**
 * Signs every document of a task as one signer. Writers compete by the task's version: the loser reads again, signs on
 * top of the winner's revision and tries again, so that both signatures are in the file and both stay valid.
 */
export async function signPlan(input: Input, context: SignedInContext): Promise<Answer> {
  const watch = stopwatch();
  const before = await readTask(context, input.planId);
  ownTurn(before, context);
  await checkConsent(context, input.consent);
  watch.lap('consent');
  const answer = await withRetry(() => attempt(input, context, watch));
  context.defer(runOutbox(context));
  return answer;
}

type Step = Answer['steps'][number]['step'];

function stopwatch() {
  let last = performance.now();
  const spent = new Map<Step, number>();
  return {
    /** Adds the time since the last lap to a step. */
    lap(step: Step) {
      const now = performance.now();
      spent.set(step, (spent.get(step) ?? 0) + now - last);
      last = now;
    },
    steps: () => [...spent].map(([step, ms]) => ({ step, ms: Math.round(ms * 10) / 10 })),
  };
}

/** The signer that the actor may sign as now. Throws why not. */
function ownTurn(whole: WholeTask, { actor, now }: SignedInContext): SignerRow {
  const own = whole.signers.filter((s) => isOwnSigner(actor, s));
  if (own.length === 0) throw new AppError('NO_SIGNING_PERMISSION');
  const mine = own.find((s) => can(SIGNER_MACHINE, s.state, 'sign'));
  if (!mine && own.some((s) => s.state === 'SIGNED')) throw new AppError('ALREADY_SIGNED');
  if (!can(TASK_MACHINE, whole.task.state, 'complete')) throw new AppError('TASK_CLOSED');
  if (whole.task.deadline <= now) throw new AppError('DEADLINE_PASSED');
  if (!mine) throw new AppError('NOT_YOUR_TURN');
  return mine;
}

async function attempt(
  input: Input,
  context: SignedInContext,
  watch: ReturnType<typeof stopwatch>,
): Promise<Answer> {
  const whole = await readTask(context, input.planId);
  const mine = ownTurn(whole, context);
  const own = whole.placements.filter((p) => p.signerId === mine.id);
  const filled = await fillPlacements(context, own, input.fillings);
  const fileType = whole.task.fileType === 'OFD' ? 'OFD' : 'PDF';
  const key = await chooseKey(context, mine, filled, fileType);
  watch.lap('key');
  const signed: SignedDocument[] = [];
  for (const row of whole.documents) {
    const here = own.filter((p) => p.documentId === row.id);
    if (here.length === 0) continue;
    signed.push(await signDocument(context, row, fileType, { mine, placements: here, filled, key }));
  }
  watch.lap('digest');
  const answer = await write(input, context, whole, mine, signed, key, filled.seals);
  watch.lap('store');
  return { ...answer, steps: watch.steps() };
}

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
  });
  return answer;
}

const tellAll = (context: SignedInContext, whole: WholeTask, params: Record<string, string>): Statement[] => [
  ...whole.signers.flatMap((s) => tellParty(context, whole.task, s, 'TASK_COMPLETED', params)),
  tellInitiator(context, whole.task, 'TASK_COMPLETED', params),
  enqueue(context, `task:${whole.task.id}`, { topic: 'finish', taskId: whole.task.id }),
];
