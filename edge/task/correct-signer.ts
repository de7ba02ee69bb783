import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { maskMail, maskMobile } from '#core/identity/mask.ts';
import { can } from '#core/machine.ts';
import { sha256Hex } from '#core/sha256.ts';
import type * as calls from '#core/task/correct-calls.ts';
import type { Plan } from '#core/task/plan.ts';
import { TASK_MACHINE } from '#core/task/states.ts';
import { isIdNumber } from '#core/validate/id-number.ts';
import { signer, taskPlan } from '#db/schema/index.ts';
import { movePlace } from '#edge/claim/change-parties.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { idNumberIndex } from '#edge/realname/sealed-fields.ts';
import type { ResolvedParty } from '#edge/sending/sending-part.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { advanceTask, operatorOf } from './advance-task.ts';
import { reviewTask } from './freeze-tasks.ts';
import { judgeCorrection } from './judge-correction.ts';
import { partFrom } from './part-from.ts';
import { noneArrived, resolveParties } from './parties.ts';
import { readTask, type TaskWithParties } from './read-task.ts';
import { noneSuspended, refuseSuspended } from './suspended-enterprises.ts';
import { isInitiator } from './task-item.ts';
import { readTaskPlan, sealPlan } from './task-plan.ts';

type Input = ParsedInputOf<typeof calls.correctSigner>;

/** A signer as they can be read: the sealed fields opened. */
type SignerDetails = Pick<SignerRow, 'entName' | 'userName' | 'department'> & {
  mobile: string;
  email: string;
};

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
  const { mobile, email } = await opened(context, row);
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
    const before = await opened(context, former);
    const now = await namedAnew(context, former, before, input);
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
    const [from, to] = described(before, now.after);
    const corrected = { event: 'CORRECTED' as const, operator: by.name, agent: by.agent };
    await advanceTask(context, after, {
      event: 'correct',
      by,
      signerIds: isMoved(former, now.row) ? [former.id] : [],
      params: { from: shortName(before), to: shortName(now.after) },
      entries: [{ ...corrected, remark: `${from} → ${to} · ${input.reason}` }, ...judged.entries],
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
function openSigner(
  { task, signers }: TaskWithParties,
  signerId: string,
  { actor, now }: SignedInContext,
): SignerRow {
  if (!isInitiator(actor, task)) throw new AppError('NO_PERMISSION');
  const row = signers.find(({ id }) => id === signerId);
  if (!row) throw new AppError('NOT_FOUND');
  // While its own enterprise approves it, the applicant alone changes what is judged, as approvers are found by who submits.
  if (task.state === 'REVIEWING' && task.initiatorId !== actor.accountId)
    throw new AppError('TASK_REVIEWING');
  // The parties of an agreement that voids a contract are those of the contract.
  if (!can(TASK_MACHINE, task.state, 'correct') || task.voids !== '') throw new AppError('TASK_CLOSED');
  if (task.deadline <= now) throw new AppError('DEADLINE_PASSED');
  if (row.state === 'SIGNED') throw new AppError('SIGNER_SIGNED');
  return row;
}

/** Differs after every change of who the signer is, also one that leads back: each seals the number and the address anew. */
const editionOf = ({ id, ownerKey, accountId, mobileSealed, emailSealed }: SignerRow): Promise<string> =>
  sha256Hex([id, ownerKey, accountId, mobileSealed, emailSealed].join('\n'));

/** By what a signer is reached: the number, or the address in its place. */
const contactOf = ({ mobile, email }: SignerDetails): string => mobile || email.toLowerCase();

async function opened({ keys }: Context, row: SignerRow): Promise<SignerDetails> {
  const { id, entName, userName, department, mobileSealed, emailSealed } = row;
  const [mobile, email] = await Promise.all([
    mobileSealed ? keys.openField(mobileSealed, `mobile:${id}`) : '',
    emailSealed ? keys.openField(emailSealed, `email:${id}`) : '',
  ]);
  return { entName, userName, department, mobile, email };
}

/** The signer's row after the correction, the same opened, and whom it names where that is somebody else; null: the same. */
async function namedAnew(
  context: SignedInContext,
  former: SignerRow,
  before: SignerDetails,
  input: Input,
): Promise<{ row: SignerRow; after: SignerDetails; party: ResolvedParty | null }> {
  const { keys } = context;
  const { id, type } = former;
  const after: SignerDetails = {
    entName: type === 'ENTERPRISE' ? (input.entName ?? before.entName) : '',
    userName: input.userName ?? before.userName,
    mobile: input.mobile ?? before.mobile,
    department: input.department ?? before.department,
    email: input.email ?? before.email,
  };
  if (contactOf(after) === '') throw new InputRefused([{ path: 'email', problem: 'rule:email' }]);
  const isOther =
    (['entName', 'userName'] as const).some((key) => after[key] !== before[key]) ||
    contactOf(after) !== contactOf(before);
  const party = isOther ? await resolved(context, former, before, after) : null;
  if (party) after.entName = type === 'ENTERPRISE' ? party.entName : '';
  const row: SignerRow = {
    ...former,
    ...(party
      ? {
          ownerKey: party.ownerKey,
          accountId: party.accountId,
          entName: after.entName,
          entKey: party.entKey,
          mobileIndex: party.mobileIndex,
          claimedAt: null,
          urgedAt: null,
          // Whoever is named anew signs in person.
          autoSealId: '',
          autoAskedWith: '',
          autoProblem: null,
        }
      : {}),
    userName: after.userName,
    department: after.department,
    // Sealed anew, so that the edition differs; without a number, the address is.
    mobileSealed: after.mobile && (await keys.sealField(after.mobile, `mobile:${id}`)),
    emailSealed: after.email ? await keys.sealField(after.email, `email:${id}`) : '',
    ...(await documentAnew(context, former, after.userName !== before.userName, input)),
  };
  return { row, after, party };
}

/** Whom the corrected names mean. What stays as it was keeps its account, whatever number that has by now. */
async function resolved(
  context: SignedInContext,
  former: SignerRow,
  before: SignerDetails,
  after: SignerDetails,
): Promise<ResolvedParty> {
  const { ownerKey, type, accountId, mobileIndex } = former;
  const isSameEnterprise = after.entName === before.entName && ownerKey.startsWith('E:');
  const [party] = await resolveParties(context, [
    {
      type,
      ...(isSameEnterprise ? { entId: ownerKey.slice('E:'.length) } : {}),
      entName: after.entName,
      userName: after.userName,
      mobile: after.mobile,
      email: after.email,
    },
  ]);
  if (contactOf(after) !== contactOf(before) || accountId === '') return party!;
  return { ...party!, accountId, mobileIndex, ...(type === 'PERSON' ? { ownerKey } : {}) };
}

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
  const ownerOf = (one: SignerRow) => one.ownerKey || one.entKey;
  const isSame = (one: SignerRow) =>
    ownerOf(one) === ownerOf(now) &&
    (one.mobileIndex === now.mobileIndex || (one.accountId !== '' && one.accountId === now.accountId));
  if (signers.some((one) => one !== former && isSame(one)))
    throw new AppError(
      'SIGNER_TWICE',
      { name: now.entName || now.userName },
      now.entName ? 'entName' : 'mobile',
    );
  if (task.signFlow === 'FREE' && (now.ownerKey === '' || now.accountId === ''))
    throw new AppError('FREE_FLOW_UNREGISTERED', { name: now.userName });
}

/** Whether the task is somebody else's to sign, or goes to another number. */
const isMoved = (one: SignerRow, other: SignerRow): boolean =>
  (['ownerKey', 'accountId', 'entKey', 'mobileIndex'] as const).some((key) => one[key] !== other[key]);

/** The plan with the corrected signer, so that a copy of the task does not repeat the mistake. */
function withSigner(plan: Plan, at: number, after: SignerDetails, idNumber?: string): Plan {
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

const shortName = ({ entName, userName }: SignerDetails): string =>
  [entName, userName].filter(Boolean).join(' ');

/** Before and after for the trail, which all parties read: who it is, and masked what else has changed. */
function described(before: SignerDetails, after: SignerDetails): [string, string] {
  const describe = (one: SignerDetails) =>
    [
      shortName(one),
      maskMobile(one.mobile),
      before.department === after.department ? '' : one.department,
      before.email === after.email ? '' : maskMail(one.email),
    ]
      .filter(Boolean)
      .join(' ');
  return [describe(before), describe(after)];
}
