import { eq } from 'drizzle-orm';
import type {
  resetSignPassword as resetCall,
  updateSignPassword as updateCall,
} from '#core/account/calls.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { saveSignPassword as saveCall } from '#core/identity/calls.ts';
import { isCommonPin } from '#core/identity/common-pins.ts';
import { account } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { hashPassword, verifyPassword } from '#edge/kernel/crypto/passwords.ts';
import { commitSpending, type OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import { contactOf } from './address-of.ts';
import { judgeAuthCode } from './judge-auth-code.ts';
import { judgeSecret, signPasswordName } from './judge-secret.ts';
import { openPasswordEnvelope } from './password-envelope.ts';
import { type AccountRecord, recordAccount } from './record-account.ts';

/** A signing password: 6 to 20 characters without blanks, none that everybody tries first, and not the login password. */
async function openNew(context: SignedInContext, envelope: string, loginHash: string): Promise<string> {
  const password = await openPasswordEnvelope(context, envelope);
  if (!/^\S{6,20}$/.test(password) || /^(.)\1*$/.test(password) || isCommonPin(password))
    throw new AppError('PASSWORD_NOT_GOOD', {}, 'password');
  if (loginHash !== '' && (await verifyPassword(password, loginHash)))
    throw new AppError('PASSWORD_UNCHANGED', {}, 'password');
  return password;
}

async function ownRow({ db, actor }: SignedInContext) {
  const [row] = await db.select().from(account).where(eq(account.id, actor.accountId));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

async function keep(
  context: SignedInContext,
  password: string,
  record: AccountRecord,
  proofs: readonly OneTimeProof[] = [],
): Promise<null> {
  const { db, actor } = context;
  const signPasswordHash = await hashPassword(password);
  await commitSpending(
    context,
    proofs,
    [],
    [
      db.update(account).set({ signPasswordHash }).where(eq(account.id, actor.accountId)),
      recordAccount(context, actor.accountId, record, actor.sessionId),
    ],
  );
  return null;
}

/** [7.8l] The first signing password, with a code to one's mobile. Throws CONFLICT where there is one already. */
export async function saveSignPassword(
  input: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<null> {
  const row = await ownRow(context);
  if (row.signPasswordHash !== '') throw new AppError('CONFLICT');
  const password = await openNew(context, input.password, row.passwordHash);
  const mobile = await contactOf(context, row.id);
  const proof = await judgeAuthCode(context, 'SIGN_PASSWORD', mobile, input.authCode);
  return keep(context, password, 'SIGN_PASSWORD_SET', [proof]);
}

/** [7.8l] A new signing password by the old one, which can be guessed at five times in a quarter of an hour. */
export async function updateSignPassword(
  input: ParsedInputOf<typeof updateCall>,
  context: SignedInContext,
): Promise<null> {
  const row = await ownRow(context);
  if (row.signPasswordHash === '') throw new AppError('SIGN_PASSWORD_NOT_SET');
  const old = await openPasswordEnvelope(context, input.oldPassword);
  const right = await judgeSecret(context, signPasswordName(row.id), new AppError('TOO_OFTEN'), () =>
    verifyPassword(old, row.signPasswordHash),
  );
  if (!right) throw new AppError('SIGN_PASSWORD_WRONG', {}, 'oldPassword');
  const password = await openNew(context, input.password, row.passwordHash);
  if (password === old) throw new AppError('PASSWORD_UNCHANGED', {}, 'password');
  return keep(context, password, 'SIGN_PASSWORD_CHANGED');
}

/** [7.8l] A forgotten signing password set anew, with a code to one's mobile. */
export async function resetSignPassword(
  input: ParsedInputOf<typeof resetCall>,
  context: SignedInContext,
): Promise<null> {
  const row = await ownRow(context);
  if (row.signPasswordHash === '') throw new AppError('SIGN_PASSWORD_NOT_SET');
  const password = await openNew(context, input.password, row.passwordHash);
  const mobile = await contactOf(context, row.id);
  const proof = await judgeAuthCode(context, 'SIGN_PASSWORD', mobile, input.authCode);
  return keep(context, password, 'SIGN_PASSWORD_RESET', [proof]);
}
