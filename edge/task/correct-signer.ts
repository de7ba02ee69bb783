import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { maskMobile } from '#core/identity/mask.ts';
import type * as calls from '#core/task/correct-calls.ts';
import type { Plan } from '#core/task/plan.ts';
import { isIdNumber } from '#core/validate/id-number.ts';
import { signer, taskPlan } from '#db/schema/index.ts';
import { movePlace } from '#edge/claim/change-parties.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { idNumberIndex } from '#edge/realname/sealed-fields.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { advanceTask, operatorOf } from './advance-task.ts';
import {
  described,
  editionOf,
  isMoved,
  isSameParty,
  namedAnew,
  openDetails,
  type PartyDetails,
  shortName,
} from './corrected-party.ts';
import { reviewTask } from './freeze-tasks.ts';
import { judgeCorrection, openForCorrection } from './judge-correction.ts';
import { partFrom } from './part-from.ts';
import { noneArrived } from './parties.ts';
import { readTask, type TaskWithParties } from './read-task.ts';
import { noneSuspended, refuseSuspended } from './suspended-enterprises.ts';
import { readTaskPlan, sealPlan } from './task-plan.ts';

type Input = ParsedInputOf<typeof calls.correctSigner>;

/**
 * A signer who can be corrected, as the sender named them; for the initiator and administrators. Throws NO_PERMISSION,
 * NOT_FOUND, TASK_REVIEWING to others than the applicant, TASK_CLOSED, DEADLINE_PASSED, SIGNER_SIGNED.
 */
export async function getSigner(
  { planId: taskId, signerId }: ParsedInputOf<typeof calls.getSigner>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.getSigner>> {
  const contract = await readTask(context, taskId);
  const row = openSigner(contract, signerId, context);
  const { mobile, email } = await openDetails(context, row);
  const typed = (await readTaskPlan(context, taskId)).signers[contract.signers.indexOf(row)];
  // After a handover the number is one that the signer's side chose, and the sender never knew.
  const isTyped = typed?.mobile === mobile;
  return {
    edition: await editionOf(row),
    type: row.type,
    entName: row.entName,
    userName: row.userName,
    mobile: isTyped ? mobile : '',
    mobileShown: maskMobile(mobile),
    department: row.department,
    email,
    idType: row.idType,
  };
}

/**
 * Corrects a signer before they sign: whoever else it becomes is called in their place, and the former is told. For the
 * initiator and administrators. Throws what `getSigner` throws; SIGNER_CHANGED if somebody else changed the signer since
 * they were read; SIGNER_TWICE; PARTIES_APPROVED as `judgeCorrection`; the reason if an enterprise is held.
 */
export async function correctSigner(input: Input, context: SignedInContext): Promise<null> {
  await withRetry(async () => {
    const { actor, db } = context;
    const contract = await readTask(context, input.planId);
    const former = openSigner(contract, input.signerId, context);
    if (input.edition !== (await editionOf(former))) throw new AppError('SIGNER_CHANGED');
    const before = await openDetails(context, former, former.department);
    const named = await namedAnew(context, former, before, input);
    const isRenamed = named.after.userName !== before.userName;
    const row: SignerRow = {
      ...former,
      ...named.columns,
      ...(named.party ? ANEW : {}),
      department: named.after.department,
      ...(await documentAnew(context, former, isRenamed, input)),
    };
    const now = { ...named, row };
    refuseTwice(contract, former, now.row);
    const at = contract.signers.indexOf(former);
    const after = { ...contract, signers: contract.signers.with(at, now.row) };
    const plan = withSigner(await readTaskPlan(context, contract.task.id), at, now.after, input.idNumber);
    const judged = await judgeCorrection(context, contract, after, plan);
    if (now.party) await refuseSuspended(context, [now.party.ownerKey]);
    const left = now.party
      ? await partFrom(context, contract, former, now.row)
      : { guards: [], statements: [] };
    const by = operatorOf(actor);
    const corrected = { event: 'CORRECTED' as const, operator: by.name, agent: by.agent };
    await advanceTask(context, after, {
      event: 'correct',
      by,
      signerIds: isMoved(former, now.row) ? [former.id] : [],
      params: { from: shortName(before), to: shortName(now.after) },
      entries: [
        { ...corrected, remark: `${described(before, now.after)} · ${input.reason}` },
        ...judged.entries,
      ],
      guards: [
        ...(now.party ? [noneArrived([now.party]), noneSuspended([now.party.ownerKey])] : []),
        ...judged.guards,
        ...left.guards,
      ],
      statements: [
        db.update(signer).set(now.row).where(eq(signer.id, former.id)),
        ...movePlace(context, { task: contract.task, part: 'SIGNER' }, former, now.row),
        db
          .update(taskPlan)
          .set({ planSealed: await sealPlan(context, contract.task.id, plan) })
          .where(eq(taskPlan.taskId, contract.task.id)),
        ...left.statements,
        ...judged.statements,
        ...context.remember(null),
      ],
    });
  });
  // What held the former may not hold the new one, and the reverse.
  await reviewTask(context, input.planId);
  return null;
}

/** The signer, if the actor may correct them now. */
function openSigner(contract: TaskWithParties, signerId: string, context: SignedInContext): SignerRow {
  openForCorrection(contract, 'correct', context);
  const row = contract.signers.find(({ id }) => id === signerId);
  if (!row) throw new AppError('NOT_FOUND');
  if (row.state === 'SIGNED') throw new AppError('SIGNER_SIGNED');
  return row;
}

/** The columns of a signer who is somebody else now: whoever is named anew signs in person, and has not been urged. */
const ANEW = { urgedAt: null, autoSealId: '', autoAskedWith: '', autoProblem: null };

/** The identity document that an individual must prove: of another person it is another one. Throws InputRefused. */
async function documentAnew(
  context: SignedInContext,
  { id, idType, idNumberSealed }: SignerRow,
  isRenamed: boolean,
  { idNumber = '' }: Input,
): Promise<Partial<SignerRow>> {
  if (idType === '' || idNumberSealed === '') return {};
  if (idNumber === '' && !isRenamed) return {};
  if (!isIdNumber(idType, idNumber, context.now))
    throw new InputRefused([{ path: 'idNumber', problem: 'rule:idNumber' }]);
  return {
    idNumberIndex: await idNumberIndex(context, idType, idNumber),
    idNumberSealed: await context.keys.sealField(idNumber, `idNumber:${id}`),
  };
}

/** Refuses a signer who is another signer of the task, as sending does, or who the flow does not allow. */
function refuseTwice({ task, signers }: TaskWithParties, former: SignerRow, now: SignerRow): void {
  if (signers.some((one) => one !== former && isSameParty(one, now)))
    throw new AppError(
      'SIGNER_TWICE',
      { name: now.entName || now.userName },
      now.entName ? 'entName' : 'mobile',
    );
  if (task.signFlow === 'FREE' && (now.ownerKey === '' || now.accountId === ''))
    throw new AppError('FREE_FLOW_UNREGISTERED', { name: now.userName });
}

/** The plan with the corrected signer, so that a copy of the task does not repeat the mistake. */
function withSigner(plan: Plan, at: number, after: PartyDetails, idNumber?: string): Plan {
  const { entId, accountId: _former, ...rest } = plan.signers[at]!;
  const { entName, userName, mobile, department, email } = after;
  const signer = {
    ...rest,
    ...(entId && entName === rest.entName ? { entId } : {}),
    ...(rest.type === 'ENTERPRISE' ? { entName } : {}),
    userName,
    mobile,
    department,
    email,
    ...(idNumber ? { idNumber } : {}),
  };
  return { ...plan, signers: plan.signers.with(at, signer) };
}
