import { eq } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { getLoggedUserInfo as call } from '#core/identity/calls.ts';
import { maskContact } from '#core/identity/mask.ts';
import { account, enterprise } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { openContact } from './address-of.ts';
import { openRealName } from './names.ts';

/**
 * Messages use the language of the page that the person opened last. Pages call this when they open and when their
 * language changes.
 */
async function keepLanguage(
  { db, language }: SignedInContext,
  row: typeof account.$inferSelect,
): Promise<void> {
  if (row.language !== language) await db.update(account).set({ language }).where(eq(account.id, row.id));
}

/** Returns the account, identity and settings of the session ([7.6e], [3.21]). */
export async function getLoggedUserInfo(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor } = context;
  const [row] = await context.db.select().from(account).where(eq(account.id, actor.accountId));
  if (!row) throw new AppError('SESSION_INVALID');
  await keepLanguage(context, row);
  const [ent] = actor.entId
    ? await context.db.select().from(enterprise).where(eq(enterprise.id, actor.entId))
    : [];
  const personAuth = row.personalAuthStatus;
  return {
    loginUser: {
      userId: row.id,
      entId: actor.entId,
      username: actor.loginName,
      name: actor.name,
      switchUser: actor.entId !== '',
    },
    activeUser: {
      id: actor.entId || row.id,
      name: ent?.name ?? actor.name,
      type: ent ? 'ent' : 'person',
      authStatus: ent?.authStatus ?? personAuth,
      personalAuthStatus: personAuth,
      empType: '',
      nodeType: ent?.nodeType ?? '',
      certTypeId: '',
      entName: ent?.name ?? '',
      userOwnerType: ent ? actor.entOwnerType : actor.accountOwnerType,
    },
    person: {
      account: actor.loginName,
      id: row.id,
      name: await openRealName(context, row),
      photo: row.photoKey,
      perPhone: maskContact(await openContact(context, row)),
      personalAuthStatus: personAuth,
      userOwnerType: row.ownerType,
      defaultPwd: row.defaultPassword,
      hasSignPassword: row.signPasswordHash !== '',
    },
    roles: actor.roles,
    platformAdmin: actor.platformAdmin,
  };
}
