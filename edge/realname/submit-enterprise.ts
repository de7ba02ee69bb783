import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import type {
  confirmEntTransfer as confirmCall,
  submitEntReview as reviewCall,
  sendEntTransfer as sendCall,
  withdrawEntAuth as withdrawCall,
} from '#core/realname/enterprise-calls.ts';
import { nameOfUnit, TRANSFER_REGION } from '#core/realname/enterprise-form.ts';
import { REALNAME_LIMITS } from '#core/realname/limits.ts';
import { ENTERPRISE_PHOTOS } from '#core/realname/photos.ts';
import { APPLICATION_MACHINE } from '#core/realname/states.ts';
import { DAY_MS } from '#core/time.ts';
import { creditCodeProblem } from '#core/validate/credit-code.ts';
import { realnameApplication } from '#db/schema/index.ts';
import { withForgottenSessions } from '#edge/company/sessions-acting.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import { sealFields } from '#edge/kernel/crypto/sealed-fields.ts';
import { openBankTransfer } from '#edge/kernel/providers/bank-transfer.ts';
import { commit, GuardFailed, isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { type ApplicationRow, applicationUnchanged, changeApplication } from './applications.ts';
import { claimEnterprise, type EnterpriseClaim } from './claim-enterprise.ts';
import { endEntApplication, readEnterprise, readOwnEnt } from './ent-applications.ts';
import { type Claim, judgeDraft, keepDraft, readDraft, refuseField } from './ent-draft.ts';
import { PRODUCT, passEnterprise } from './pass-enterprise.ts';
import { bindPhotos, ownPhotos } from './photos.ts';

async function judge(context: SignedInContext, id: string, bank: boolean) {
  if (context.actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
  const row = await readOwnEnt(context, id);
  if (row.state !== 'DRAFT') throw new AppError('ALREADY_DECIDED');
  const draft = await readDraft(context, row);
  const ent = row.entId === '' ? undefined : await readEnterprise(context, row.entId);
  const cert = ent !== undefined && !['UNAUTH', 'AUTHING'].includes(ent.authStatus);
  const claim = await judgeDraft(context, draft, { bank, cert });
  // Stores the validated and normalised values.
  const stored = await keepDraft(context, row.id, {
    ...draft,
    unit: claim.unit as unknown as Record<string, string>,
    legal: claim.legal,
    bank: claim.bank ?? draft.bank,
    ...(claim.cert ? { cert: claim.cert } : {}),
  });
  return { row, draft, claim, kept: { ...stored, name: nameOfUnit(claim.unit) } };
}

type ApplicationUpdate = Partial<typeof realnameApplication.$inferInsert>;

/** Moves a draft to check or review, together with its enterprise and pictures. Returns the enterprise's id. */
async function handIn(
  context: SignedInContext,
  row: ApplicationRow,
  claim: Claim,
  event: 'check' | 'submit',
  set: ApplicationUpdate,
  more: (claimed: EnterpriseClaim) => Statement[],
): Promise<string> {
  const state = next(APPLICATION_MACHINE, row.state, event);
  if (state === null) throw new AppError('ALREADY_DECIDED');
  const numberIndex = await context.keys.indexOf(claim.unit.creditCode, 'credit-code');
  const entId = await withRetry(async () => {
    const claimed = await claimEnterprise(context, row.entId, claim.unit);
    const write = () =>
      commit(
        context,
        [applicationUnchanged(row), ...claimed.guards],
        [
          ...claimed.statements,
          changeApplication(context, row, {
            ...set,
            state,
            entId: claimed.entId,
            before: claimed.before,
            numberIndex,
            submittedAt: context.now,
            reason: '',
          }),
          bindPhotos(context, claim.photos, row.id),
          ...more(claimed),
        ],
      );
    await withForgottenSessions(context, claimed.entId, undefined, write);
    return claimed.entId;
  }).catch((error: unknown) => {
    throw isUniqueError(error) ? new AppError('ENTERPRISE_NAME_TAKEN', {}, 'unit.entName') : error;
  });
  return entId;
}

/** A uniformly distributed number from 1 to 99. */
function randomFen(): number {
  for (;;) {
    const [n] = crypto.getRandomValues(new Uint8Array(1));
    // Rejects values from 198 (the largest multiple of 99 in a byte), which would make some amounts more likely.
    if (n! < 198) return (n! % 99) + 1;
  }
}

const WAIT_MS = 250;
const WAITS = 40;
/** How long a draft stays reserved: more than a transfer takes. */
const RESERVED_MS = 60_000;

/**
 * Reserves a draft for one transfer, so that concurrent requests send money once. A request that loses waits until the
 * winner has finished, so that a retry with the same request id finds the stored answer. Throws ALREADY_DECIDED,
 * REALNAME_UNDER_WAY.
 */
async function takeDraft(context: SignedInContext, row: ApplicationRow): Promise<ApplicationRow> {
  // A request that read the draft after another had reserved it must not reserve it again.
  if ((row.checkEndsAt ?? 0) <= context.now)
    try {
      const checkEndsAt = context.now + RESERVED_MS;
      await commit(context, [applicationUnchanged(row)], [changeApplication(context, row, { checkEndsAt })]);
      return { ...row, checkEndsAt, version: row.version + 1 };
    } catch (error) {
      if (!(error instanceof GuardFailed)) throw error;
    }
  for (let waits = 0; waits < WAITS; waits++) {
    if ((await readOwnEnt(context, row.id)).state !== 'DRAFT') throw new AppError('ALREADY_DECIDED');
    await new Promise((done) => setTimeout(done, WAIT_MS));
  }
  throw new AppError('REALNAME_UNDER_WAY');
}

/** Transfers a random amount, and returns it in fen. Throws TOO_OFTEN, UNAVAILABLE. */
async function transfer(
  context: SignedInContext,
  accountName: string,
  { bankAccount, bankName }: NonNullable<Claim['bank']>,
): Promise<number> {
  const accountIndex = await context.keys.indexOf(bankAccount, 'bank-account');
  for (const counted of [`transfer:${context.actor.accountId}`, `transfer-to:${accountIndex}`])
    if ((await countAttempt(context, counted, DAY_MS)) > REALNAME_LIMITS.transfersPerDay)
      throw new AppError('TOO_OFTEN');
  const fen = randomFen();
  const order = { id: context.newId(), accountName, accountNumber: bankAccount, bankName, fen };
  await openBankTransfer(context).send(order);
  return fen;
}

/**
 * [2.21a] Submits the draft and transfers 0.01 to 0.99 yuan to the account. Throws CREDIT_CODE_NEEDS_REVIEW for a code
 * with wrong check characters, TOO_OFTEN, UNAVAILABLE if the bank refused the transfer, and the errors of `judgeDraft`,
 * `claimEnterprise` and `takeDraft`.
 */
export async function sendEntTransfer(
  input: ParsedInputOf<typeof sendCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof sendCall>> {
  const { row, claim, kept: stored } = await judge(context, input.applicationId, true);
  const { unit, bank } = claim;
  if (unit.region !== 'MAINLAND' || !bank) return refuseField('unit.region', TRANSFER_REGION);
  if (creditCodeProblem(unit.creditCode))
    throw new AppError('CREDIT_CODE_NEEDS_REVIEW', {}, 'unit.creditCode');
  // Checked before money is sent, and again when the application is written.
  await claimEnterprise(context, row.entId, unit);
  const taken = await takeDraft(context, row);
  const fen = await transfer(context, unit.entName, bank).catch(async (error: unknown) => {
    const free = changeApplication(context, taken, { checkEndsAt: null });
    await commit(context, [applicationUnchanged(taken)], [free]).catch(() => {});
    throw error;
  });
  const expiresAt = context.now + REALNAME_LIMITS.transferMs;
  const amount = await sealFields(context, row.id, { amount: String(fen) });
  const set = {
    ...stored,
    sealed: { ...stored.sealed, ...amount },
    route: 'TRANSFER',
    checkState: 'PENDING',
    checkEndsAt: expiresAt,
    tries: 0,
  } satisfies ApplicationUpdate;
  await handIn(context, taken, claim, 'check', set, () => context.remember({ expiresAt }));
  return { expiresAt };
}

/** Confirms the received amount. Throws TRANSFER_WRONG with the number of attempts left, TRANSFER_ENDED. */
export function confirmEntTransfer(
  input: ParsedInputOf<typeof confirmCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof confirmCall>> {
  return withRetry(async () => {
    const row = await readOwnEnt(context, input.applicationId);
    if (row.state === 'PASSED') return { entId: row.entId };
    if (row.state !== 'CHECKING' || (row.checkEndsAt ?? 0) < context.now)
      throw new AppError('TRANSFER_ENDED');
    const amount = await context.keys.openField(row.sealed.amount ?? '', `amount:${row.id}`);
    const right = Number(amount) === Math.round(Number(input.amount) * 100);
    if (right) {
      await passEnterprise(context, row, PRODUCT, { checkState: 'SUCCESS' });
      return { entId: row.entId };
    }
    const tries = row.tries + 1;
    if (tries > REALNAME_LIMITS.transferWrong) {
      await endEntApplication(context, row, 'reject', {
        tries,
        checkState: 'FAILURE',
        reason: 'TRANSFER_WRONG',
      });
      throw new AppError('TRANSFER_ENDED');
    }
    // Guarded by the version, so that concurrent attempts are counted one by one.
    await commit(context, [applicationUnchanged(row)], [changeApplication(context, row, { tries })]);
    throw new AppError('TRANSFER_WRONG', { left: REALNAME_LIMITS.transferWrong + 1 - tries }, 'amount');
  });
}

/** [2.21b] [5.10c] Submits the draft for review, with the applicant's pictures and the authorization letter. */
export async function submitEntReview(
  input: ParsedInputOf<typeof reviewCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof reviewCall>> {
  const { row, draft, claim, kept: stored } = await judge(context, input.applicationId, false);
  const photos = ENTERPRISE_PHOTOS.map((kind) => draft.photos[kind] ?? '');
  await ownPhotos(context, photos, ENTERPRISE_PHOTOS);
  const entId = await handIn(context, row, claim, 'submit', { ...stored, route: 'REVIEW' }, (claimed) => [
    bindPhotos(context, photos, row.id),
    ...context.remember({ entId: claimed.entId }),
  ]);
  return { entId };
}

/** Withdraws an application; deletes a draft that was never submitted. Throws ALREADY_DECIDED. */
export async function withdrawEntAuth(
  input: ParsedInputOf<typeof withdrawCall>,
  context: SignedInContext,
): Promise<null> {
  const row = await readOwnEnt(context, input.applicationId);
  if (row.state === 'DRAFT') {
    await context.db.delete(realnameApplication).where(eq(realnameApplication.id, row.id));
    return null;
  }
  await endEntApplication(context, row, 'end', { checkState: 'ENDED' }).catch((error: unknown) => {
    throw error instanceof GuardFailed ? new AppError('ALREADY_DECIDED') : error;
  });
  return null;
}
