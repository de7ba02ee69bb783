import { and, eq, gt, isNull } from 'drizzle-orm';
import { toBase64Url } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type * as calls from '#core/identity/register-calls.ts';
import { isMobile } from '#core/validate/mobile.ts';
import { account, codeTicket } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import { readDevice } from './devices.ts';
import type { AccountRow } from './find-account.ts';
import { judgeAuthCode, judgeMailCode, mailTarget, mobileTarget } from './judge-auth-code.ts';
import { countPasskeys, judgeLoginPasskey } from './passkeys.ts';
import { openPasswordEnvelope } from './password-envelope.ts';
import { endSessions } from './sessions.ts';
import { setPassword } from './set-password.ts';
import { hashToken } from './tokens.ts';
import { countKeys, removingKeys } from './ukeys.ts';

const TICKET_MS = 10 * 60_000;

/** [7.8b] A correct code becomes a ticket: 32 random bytes, stored as a digest, valid once and for ten minutes. */
export async function checkCode(
  input: ParsedInputOf<typeof calls.checkCode>,
  context: Context,
  request: Request,
): Promise<OutputOf<typeof calls.checkCode>> {
  const { username, authCode } = input;
  const byMobile = isMobile(username);
  const by = await readDevice(context, request);
  const proof = byMobile
    ? await judgeAuthCode(context, input.authCodeType, username, authCode, { by })
    : await judgeMailCode(context, input.authCodeType, username, authCode, { by });
  const ticket = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  const insertTicket = context.db.insert(codeTicket).values({
    hash: await hashToken(ticket),
    purpose: input.authCodeType,
    target: byMobile ? await mobileTarget(context, username) : await mailTarget(context, username),
    expiresAt: context.now + TICKET_MS,
  });
  await commitSpending(context, [proof], [], [insertTicket]);
  const row = await accountAt(
    context,
    byMobile ? await mobileTarget(context, username) : await mailTarget(context, username),
  );
  return { ticket, keys: row ? await countKeys(context, row.id) : 0 };
}

/**
 * [7.8f] [1.13c] Sets the new password and ends every session of the account; unbinds UKeys on request. Throws
 * TICKET_INVALID, PASSKEY_NEEDED_TO_RESET, PASSKEY_NOT_TAKEN, PASSWORD_NOT_GOOD, PASSWORD_UNCHANGED.
 */
export async function savePassword(
  input: ParsedInputOf<typeof calls.savePassword>,
  context: Context,
  request: Request,
): Promise<null> {
  const password = await openPasswordEnvelope(context, input.password);
  const live = and(
    eq(codeTicket.hash, await hashToken(input.ticket)),
    eq(codeTicket.purpose, 'FORGOT_PASSWORD'),
    isNull(codeTicket.spentAt),
    gt(codeTicket.expiresAt, context.now),
  );
  const [ticket] = await context.db.select().from(codeTicket).where(live);
  if (!ticket) throw new AppError('TICKET_INVALID');
  const row = await accountAt(context, ticket.target);
  if (!row) throw new AppError('TICKET_INVALID');
  // A code alone must not get around the passkey: with the password that it sets, it would be two factors at login.
  if (input.passkey !== undefined) await judgeLoginPasskey(context, request, row.id, input.passkey);
  else if ((await countPasskeys(context, row.id)) > 0) throw new AppError('PASSKEY_NEEDED_TO_RESET');
  const spend = async () => {
    const spent = await context.db
      .update(codeTicket)
      .set({ spentAt: context.now })
      .where(live)
      .returning({ hash: codeTicket.hash });
    if (spent.length === 0) throw new AppError('TICKET_INVALID');
  };
  const keys = input.removeKeys ? removingKeys(context, row.id) : [];
  await setPassword(context, row, 'FORGOT', password, spend, keys);
  await endSessions(context, row.id);
  return null;
}

/** The account whose mobile or mail address has this digest. */
async function accountAt({ db }: Context, target: string): Promise<AccountRow | undefined> {
  const enabled = eq(account.status, 'ENABLE');
  const [row] = await db
    .select()
    .from(account)
    .where(and(enabled, eq(account.mobileIndex, target)))
    .union(
      db
        .select()
        .from(account)
        .where(and(enabled, eq(account.emailIndex, target))),
    );
  return row;
}

/** [7.11d] [5.7c] [5.7g] Replaces the caller's default or weak password; ends every other session. */
export async function changeDefaultPassword(
  input: ParsedInputOf<typeof calls.changeDefaultPassword>,
  context: SignedInContext,
): Promise<null> {
  const { actor } = context;
  if (input.userId !== actor.accountId) throw new AppError('NO_PERMISSION');
  const [row] = await context.db.select().from(account).where(eq(account.id, actor.accountId));
  // Any other password is changed in the account centre, which requires the old one.
  if (!row?.defaultPassword) throw new AppError('NO_PERMISSION');
  await setPassword(context, row, 'DEFAULT', await openPasswordEnvelope(context, input.password));
  await endSessions(context, actor.accountId, actor.sessionId);
  return null;
}
