import { and, eq, isNull, sql } from 'drizzle-orm';
import type { endAutoSign as endCall, openAutoSign as openCall } from '#core/autosign/calls.ts';
import { agreementText, digestOfOpening } from '#core/autosign/opening.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import { sealProblem } from '#core/seal/usable.ts';
import { DAY_MS } from '#core/time.ts';
import { autoSign } from '#db/schema/index.ts';
import { recordCompany } from '#edge/company/records.ts';
import { requireVerifiedName } from '#edge/identity/require-verified-name.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import { readSealToManage } from '#edge/seal/access.ts';
import { factsOf } from '#edge/seal/use-seals.ts';
import { checkConsent } from '#edge/signing/check-consent.ts';
import { isOpen } from './openings.ts';

/**
 * Opens automatic signing with a seal. Throws INPUT_INVALID for a date that is over or too far, the reason if the seal
 * cannot stamp now, UKEY_NEEDED if its key is in a UKey, AUTO_SIGN_AGREEMENT if what was read is not what would be agreed to,
 * AUTO_SIGN_ALREADY if it is open, and the errors of `checkConsent`.
 */
export async function openAutoSign(
  {
    sealId,
    businessTypes,
    senderRoles,
    dailyLimit,
    until,
    agreement,
    consent,
  }: ParsedInputOf<typeof openCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof openCall>> {
  const { actor, db, now, language } = context;
  requireVerifiedName(context);
  if (until <= now || until > now + (LIMITS.autoSignDays + 1) * DAY_MS)
    throw new AppError('INPUT_INVALID', {}, 'until');
  const view = await readSealToManage(context, sealId);
  const problem = sealProblem({ ...factsOf(view, context), granted: true }, now);
  if (problem) throw problem;
  if (!view.certificate || view.certificate.keyId === null)
    throw new AppError('UKEY_NEEDED', { name: view.row.name });
  const scope = { businessTypes, senderRoles, dailyLimit, until };
  const facts = { ...scope, entName: actor.entName, sealId, sealName: view.row.name };
  const digest = await digestOfOpening(language, facts);
  if (digest !== agreement) throw new AppError('AUTO_SIGN_AGREEMENT');
  const willingness = await checkConsent(context, consent, sealId, digest);
  const openingId = context.newId();
  const others = and(eq(autoSign.sealId, sealId), ...isOpen(now));
  try {
    await commitSpending(
      context,
      willingness.once ? [willingness.once] : [],
      [sql`select 1 where not exists (select 1 from ${autoSign} where ${others})`],
      [
        db.insert(autoSign).values({
          id: openingId,
          enterpriseId: actor.entId,
          sealId,
          ...scope,
          agreement: agreementText(language, facts),
          language,
          digest,
          method: consent.method,
          openedBy: actor.accountId,
          openedAt: now,
        }),
        recordCompany(context, actor.entId, 'AUTO_SIGN_OPENED', {
          operatorId: actor.accountId,
          remark: view.row.name,
        }),
      ],
    );
  } catch (error) {
    if (error instanceof GuardFailed) throw new AppError('AUTO_SIGN_ALREADY', { name: view.row.name });
    throw error;
  }
  return { openingId };
}

/** Ends an opening at once. Ending one that has ended changes nothing. Throws NOT_FOUND for one of another enterprise. */
export async function endAutoSign(
  { openingId }: ParsedInputOf<typeof endCall>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db, now } = context;
  const own = and(eq(autoSign.id, openingId), eq(autoSign.enterpriseId, actor.entId));
  const [row] = await db.select().from(autoSign).where(own);
  if (!row) throw new AppError('NOT_FOUND');
  if (row.endedAt !== null) return null;
  const open = and(own, isNull(autoSign.endedAt));
  await commit(
    context,
    [sql`select 1 from ${autoSign} where ${open}`],
    [
      db.update(autoSign).set({ endedAt: now, endedBy: actor.accountId }).where(open),
      recordCompany(context, actor.entId, 'AUTO_SIGN_ENDED', {
        operatorId: actor.accountId,
        remark: openingId,
      }),
    ],
  ).catch((error: unknown) => {
    // Somebody else ended it first; their act is recorded.
    if (!(error instanceof GuardFailed)) throw error;
  });
  return null;
}
