import type { BatchSetup } from '#core/batch/batch.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { publishSigningLink as call } from '#core/signinglink/calls.ts';
import { checkOrder, checkParties, checkTask } from '#core/task/check-plan.ts';
import { planPathToWire } from '#core/task/plan-wire.ts';
import type { TemplateContent } from '#core/template/content.ts';
import { signingLink } from '#db/schema/index.ts';
import { draftFromTemplate } from '#edge/batch/draft-from-template.ts';
import { makeRowFiles } from '#edge/batch/make-row-files.ts';
import { refuseShared } from '#edge/batch/refuse-shared.ts';
import { sealSetup } from '#edge/batch/setup.ts';
import { checkBusinessType } from '#edge/company/check-business-type.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import { refuseWithoutCredits } from '#edge/credit/balance.ts';
import { askedWith } from '#edge/identity/act-as.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { checkWithFiles } from '#edge/task/check-with-files.ts';
import { readFiles } from '#edge/task/plan-reads.ts';
import { keptCode, newCode } from './codes.ts';
import { sealAllowed } from './links.ts';

/**
 * Publishes a link for the version in force of a template. What every contract of it would be refused for is refused at
 * once; a file is made for trial. Throws INPUT_INVALID with the paths of this input, TEMPLATE_DISABLED, and the errors of
 * sending a task.
 */
export async function publishSigningLink(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, db, now } = context;
  refusePast(input.until, now);
  const { planned, template, content, documentId, cast, openerId } = await draftFromTemplate(
    input,
    context,
    input.opener,
  );
  const linkId = context.newId();
  const setup: BatchSetup = {
    plan: { ...planned, draftId: linkId },
    varying: [openerId],
    casts: { [documentId]: cast },
    registeredOnly: false,
  };
  await refuseAtOnce(setup, context);
  await makeForTrial(setup, content, context);
  const answer = { linkId };
  await commit(
    context,
    [],
    [
      db.insert(signingLink).values({
        id: linkId,
        ownerKey: actor.ownerKey,
        creatorId: actor.accountId,
        creatorName: actor.name,
        askedWith: askedWith(actor),
        ...(await keptCode(context, linkId, newCode())),
        templateId: input.templateId,
        templateName: template.name,
        taskName: planned.taskName,
        openerRole: content.signers.find(({ key }) => cast[key] === openerId)?.name ?? '',
        businessType: planned.businessType,
        setupSealed: await sealSetup(context, linkId, setup),
        allowedSealed: await sealAllowed(context, linkId, input.allowed),
        signDays: input.signDays ?? null,
        language: context.language,
        state: 'OPEN',
        limit: input.limit,
        until: input.until,
        repeats: input.repeats,
        approval: input.approval,
        counterOnly: input.counterOnly,
        createdAt: now,
      }),
      ...context.remember(answer),
    ],
  );
  return answer;
}

/** Throws INPUT_INVALID for a term that is over already. */
export function refusePast(until: number | null, now: number): void {
  if (until !== null && until <= now) throw new InputRefused([{ path: 'until', problem: 'endInPast' }]);
}

/** What can be judged without a file, of all contracts alike. Throws the errors of sending a task. */
async function refuseAtOnce(setup: BatchSetup, context: SignedInContext): Promise<void> {
  const { plan, varying } = setup;
  const limits = await limitsInForce(context);
  const at = plan.signers.findIndex(({ signerId }) => varying.includes(signerId));
  const problems = [
    ...checkTask(plan, context.now, limits),
    ...checkParties(plan, limits),
    ...checkOrder(plan),
  ].filter(({ path }) => !path.startsWith(`signers.${at}.`));
  if (problems.length > 0)
    throw new InputRefused(problems.map(({ path, problem }) => ({ path: planPathToWire(path), problem })));
  await checkBusinessType(context, plan.businessType);
  await refuseWithoutCredits(context, context.actor.entId);
  await refuseShared(setup, { rowKey: plan.draftId, cells: {}, kept: false }, context);
}

/** In the place of the opener, while a file is made for trial; nobody has this number. */
const SOMEBODY = { userName: '—', mobile: '13000000000' };

/** Makes a file as for somebody who fills in nothing, and judges where its seals stand. Throws INPUT_INVALID, PLACES_OVERLAP. */
async function makeForTrial(
  { plan: planned, varying, casts }: BatchSetup,
  content: TemplateContent,
  context: SignedInContext,
): Promise<void> {
  const documentId = planned.documents[0]!.documentId;
  const { plan, refused } = await makeRowFiles(planned, new Map([[documentId, content]]), casts, context);
  try {
    const signers = plan.signers.map((one) =>
      varying.includes(one.signerId) ? { ...one, ...SOMEBODY } : one,
    );
    await checkWithFiles({ ...plan, signers }, await readFiles(plan, context), context);
  } finally {
    await commit(context, [], refused());
  }
}
