import type { sendFromTemplate as call } from '#core/batch/calls.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { checkOrder, checkParties, checkTask } from '#core/task/check-plan.ts';
import type { Plan, PlanSigner } from '#core/task/plan.ts';
import { planPathToWire } from '#core/task/plan-wire.ts';
import { firstValues } from '#core/task/template-document.ts';
import type { ContentSigner, TemplateContent } from '#core/template/content.ts';
import { problemsOf } from '#core/template/fill/fields-in-text.ts';
import { readNamed } from '#core/template/fill/read-named.ts';
import { checkBusinessType } from '#edge/company/check-business-type.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import { refuseWithoutCredits } from '#edge/credit/balance.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { SendingPart } from '#edge/sending/sending-part.ts';
import { resolveParties } from '#edge/task/parties.ts';
import { sendDraft } from '#edge/task/send-draft.ts';
import { refuseSuspended } from '#edge/task/suspended-enterprises.ts';
import { reachTemplate } from '#edge/template/reach-template.ts';
import { openContent, unsafeVersion } from '#edge/template/versions.ts';
import { dropMade, makeRowFiles } from './make-row-files.ts';

type Input = ParsedInputOf<typeof call>;

/**
 * Sends the version in force of a template: resolves names, judges the plan, makes the file, places the seals, and
 * starts the task as `sendTask` does. Whoever may not send makes no file: it may take a second of the processor. Throws
 * INPUT_INVALID with the paths of this input, NOT_FOUND, TEMPLATE_DISABLED, and the errors of sending a task.
 */
export async function sendFromTemplate(
  parts: readonly SendingPart[],
  input: Input,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> {
  const template = await reachTemplate(context, input.templateId, 'see');
  if (template.status !== 'ENABLED' || !template.versionId)
    throw new AppError('TEMPLATE_DISABLED', { name: template.name });
  const content = await openContent(context, await unsafeVersion(context, template.versionId));
  const { values, unknown } = readNamed(content, input, firstValues(content));
  const { signers, cast, problems } = castSigners(input, content, context.newId);
  const wrong = [
    ...unknown.map((path) => ({ path, problem: 'unknownName' })),
    ...problems,
    ...(unknown.length > 0 ? [] : problemsOf(content, values)).map(({ problem, field, rows, row }) => ({
      path: pathOf(content, { field, rows, row }),
      problem,
    })),
  ];
  if (wrong.length > 0) throw new InputRefused(wrong);

  const documentId = context.newId();
  const taskFileType = content.kind === 'WORD' ? 'PDF' : input.taskFileType;
  const source = {
    versionId: template.versionId,
    values,
    title: template.name,
    language: context.language,
    madeAt: context.now,
  };
  const planned: Plan = {
    draftId: context.newId(),
    taskName: input.taskName || template.name,
    businessType: template.businessType,
    businessTypeName: '',
    scenario: template.scene,
    ...(input.startTime === undefined ? {} : { startTime: input.startTime }),
    ...(input.contractAmount === undefined ? {} : { contractAmount: input.contractAmount }),
    ...(input.endTime === undefined ? {} : { endTime: input.endTime }),
    taskFileType,
    signFlow: 'SPECIFIED',
    orderState: new Set(signers.map(({ signOrder }) => signOrder)).size > 1 ? 'ORDER' : 'DISORDER',
    codeStatus: 'DISABLE',
    watermarkState: 'DISABLE',
    documents: [
      {
        documentId,
        fileName: `${template.name}.${taskFileType.toLowerCase()}`,
        fileKey: '',
        template: source,
      },
    ],
    attachments: [],
    signers,
    copies: input.copies.map((copy) => ({ ...copy, copyId: context.newId() })),
    placements: [],
  };
  await judgePlan(planned, context);
  const { plan, made, refused } = await makeRowFiles(
    planned,
    new Map([[documentId, content]]),
    { [documentId]: cast },
    context,
  );
  try {
    return await sendDraft(parts, plan, context, context.env.PUBLIC_URL || request.url, {
      voids: '',
      made,
      guards: [],
      statements: () => dropMade(context, context.actor.ownerKey, made),
    });
  } catch (error) {
    await commit(context, [], refused());
    throw error;
  }
}

/**
 * Everything that can be judged without the file, in the order of `sendDraft`, which judges it again with the file.
 * Throws the errors of sending a task.
 */
async function judgePlan(plan: Plan, context: SignedInContext): Promise<void> {
  if (context.actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
  const limits = await limitsInForce(context);
  const problems = [
    ...checkTask(plan, context.now, limits),
    ...checkParties(plan, limits),
    ...checkOrder(plan),
  ];
  if (problems.length > 0)
    throw new InputRefused(problems.map(({ path, problem }) => ({ path: planPathToWire(path), problem })));
  await checkBusinessType(context, plan.businessType);
  await refuseWithoutCredits(context, context.actor.entId);
  const parties = await resolveParties(context, plan.signers);
  await refuseSuspended(
    context,
    parties.map(({ ownerKey }) => ownerKey),
  );
  await resolveParties(context, plan.copies);
}

/** The task's signers in the roles of the template; each role is played once. */
function castSigners(input: Input, content: TemplateContent, newId: () => string) {
  const cast: Record<string, string> = {};
  const problems: { path: string; problem: string }[] = [];
  const signers: PlanSigner[] = [];
  for (const [i, { role, ...party }] of input.signers.entries()) {
    const wanted = content.signers.find(({ key, name }) => key === role || name === role);
    if (!wanted || cast[wanted.key]) {
      problems.push({ path: `signers.${i}.role`, problem: wanted ? 'repeated' : 'unknownName' });
      continue;
    }
    const signerId = newId();
    cast[wanted.key] = signerId;
    signers.push({ ...party, signerId, type: wanted.type, signOrder: wanted.order });
  }
  const missing = content.signers.filter(({ key }: ContentSigner) => !cast[key]);
  problems.push(...missing.map(({ name }) => ({ path: `signers.${name}`, problem: 'required' })));
  return { cast, problems, signers };
}

/** The path in the call's input, by names. */
function pathOf(
  content: TemplateContent,
  { field, rows, row }: { field?: string | undefined; rows?: string | undefined; row?: number | undefined },
): string {
  const nameOf = (list: readonly { key: string; name: string }[], key: string) =>
    list.find((one) => one.key === key)?.name ?? key;
  const inRows =
    rows === undefined ? [] : ['rows', nameOf(content.rows, rows), ...(row === undefined ? [] : [row])];
  const name = field === undefined ? [] : [nameOf(content.fields, field)];
  return [...(rows === undefined ? ['fields'] : inRows), ...name].join('.');
}
