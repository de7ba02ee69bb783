import { type SQL, sql } from 'drizzle-orm';
import { maskContact } from '#core/identity/mask.ts';
import { isContact } from '#core/validate/contact.ts';
import { account } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Keyring } from '#edge/kernel/crypto/keys.ts';

type Row = typeof account.$inferSelect;
type Keys = Pick<Context, 'keys'>;
type NameRow = Pick<Row, 'id' | 'nameSealed' | 'plainName'>;
type Login = Pick<Row, 'id' | 'loginSealed' | 'plainLogin'>;

/** Columns of an account that a query selects for its real name, or any name. */
export const REAL_NAME = {
  id: account.id,
  nameSealed: account.nameSealed,
  plainName: account.plainName,
};
export const ANY_NAME = {
  ...REAL_NAME,
  loginSealed: account.loginSealed,
  plainLogin: account.plainLogin,
};

/** The real name of an account; empty without one or without an account. */
export async function openRealName({ keys }: Keys, row: NameRow | null | undefined): Promise<string> {
  if (!row) return '';
  // A plain column is newer: an older version may still run beside this one.
  if (row.plainName || !row.nameSealed) return row.plainName;
  return keys.openField(row.nameSealed, `name:${row.id}`);
}

export const openLoginName = async ({ keys }: Keys, row: Login): Promise<string> =>
  row.loginSealed ? keys.openField(row.loginSealed, `login:${row.id}`) : row.plainLogin;

/** A person's name in their own session: the real name, or the login name without one. */
export const openOwnName = async (context: Keys, row: NameRow & Login): Promise<string> =>
  (await openRealName(context, row)) || openLoginName(context, row);

/** As above, for other people: a login name that is a mobile number ([3.2a]) or an address is masked. */
export async function openDisplayName(
  context: Keys,
  row: (NameRow & Login) | null | undefined,
): Promise<string> {
  if (!row) return '';
  const realName = await openRealName(context, row);
  if (realName) return realName;
  const loginName = await openLoginName(context, row);
  return isContact(loginName) ? maskContact(loginName) : loginName;
}

/** Keyed digest of a login name. */
export const loginIndexOf = (keys: Keyring, loginName: string): Promise<string> =>
  keys.indexOf(loginName, 'login');

/** Selects the account with this login name. */
export async function hasLoginName({ keys }: Keys, loginName: string): Promise<SQL> {
  const index = await loginIndexOf(keys, loginName);
  return sql`(${account.loginIndex} = ${index} or (${account.loginIndex} is null and ${account.plainLogin} = ${loginName}))`;
}

/** Columns of a real name. */
export const sealRealName = async ({ keys }: Keys, accountId: string, realName: string) => ({
  nameSealed: realName && (await keys.sealField(realName, `name:${accountId}`)),
  plainName: '',
});

/** Columns of a login name. */
export const sealLoginName = async ({ keys }: Keys, accountId: string, loginName: string) => ({
  loginSealed: await keys.sealField(loginName, `login:${accountId}`),
  loginIndex: await loginIndexOf(keys, loginName),
  plainLogin: accountId,
});

/** Columns of an account that say who somebody is, sealed, with the digests to find them by. */
export const sealIdentity = async (
  context: Keys,
  accountId: string,
  who: { loginName: string; mobile: string; mail?: string; realName?: string },
) => ({
  ...(await sealLoginName(context, accountId, who.loginName)),
  // An account without a number has a digest that no number has.
  mobileIndex: who.mobile ? await context.keys.indexOf(who.mobile, 'mobile') : `none-${accountId}`,
  mobileSealed: who.mobile && (await context.keys.sealField(who.mobile, `mobile:${accountId}`)),
  ...(who.mail
    ? {
        emailIndex: await context.keys.indexOf(who.mail.toLowerCase(), 'email'),
        emailSealed: await context.keys.sealField(who.mail, `email:${accountId}`),
      }
    : {}),
  ...(await sealRealName(context, accountId, who.realName ?? '')),
});

/** Order of a list of people: by the characters of the name, then by account. */
export const byName = (a: { name: string; userId: string }, b: { name: string; userId: string }): number =>
  compare(a.name, b.name) || compare(a.userId, b.userId);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
