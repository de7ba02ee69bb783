import { and, count, eq, ne, notLike, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { employeeImage, realnamePhoto, setting, signingKey, ssoCustomer } from '#db/schema/index.ts';
import { PASSWORD_KEY_NAME } from '#edge/identity/password-envelope.ts';
import type { Context } from '#edge/kernel/context.ts';

const BATCH = 100;

/** Somewhere that wrapped keys are kept. `context` is what each was bound to when it was wrapped. */
interface Store {
  name: string;
  /** Which are not under the key in force, a batch of them. */
  stale(context: Context): Promise<{ id: string; wrapped: string; boundTo: string }[]>;
  count(context: Context): Promise<number>;
  /** Writes the new text unless somebody changed the old one meanwhile. */
  write(context: Context, row: { id: string; wrapped: string }, next: string): Promise<void>;
}

const notUnder = (column: SQLiteColumn, { keys }: Context): SQL => notLike(column, `${keys.wrapPrefix}%`);

const numberOf = async (
  { db }: Context,
  table: typeof signingKey | typeof realnamePhoto | typeof employeeImage | typeof ssoCustomer,
  where: SQL | undefined,
): Promise<number> => (await db.select({ n: count() }).from(table).where(where))[0]?.n ?? 0;

const STORES: readonly Store[] = [
  {
    name: 'signing keys',
    stale: async (context) =>
      (
        await context.db.select().from(signingKey).where(notUnder(signingKey.wrapped, context)).limit(BATCH)
      ).map(({ id, wrapped }) => ({ id, wrapped, boundTo: `key:${id}` })),
    count: (context) => numberOf(context, signingKey, notUnder(signingKey.wrapped, context)),
    write: async ({ db, keys }, { id, wrapped }, next) => {
      await db
        .update(signingKey)
        .set({ wrapped: next, kekId: keys.kekId })
        .where(and(eq(signingKey.id, id), eq(signingKey.wrapped, wrapped)));
    },
  },
  {
    name: 'pictures of real names',
    stale: async (context) =>
      (
        await context.db
          .select()
          .from(realnamePhoto)
          .where(notUnder(realnamePhoto.wrappedKey, context))
          .limit(BATCH)
      ).map(({ id, wrappedKey }) => ({ id, wrapped: wrappedKey, boundTo: `photo:${id}` })),
    count: (context) => numberOf(context, realnamePhoto, notUnder(realnamePhoto.wrappedKey, context)),
    write: async ({ db }, { id, wrapped }, next) => {
      await db
        .update(realnamePhoto)
        .set({ wrappedKey: next })
        .where(and(eq(realnamePhoto.id, id), eq(realnamePhoto.wrappedKey, wrapped)));
    },
  },
  {
    name: 'pictures of employees',
    stale: async (context) =>
      (
        await context.db
          .select()
          .from(employeeImage)
          .where(notUnder(employeeImage.wrappedKey, context))
          .limit(BATCH)
      ).map(({ id, wrappedKey }) => ({ id, wrapped: wrappedKey, boundTo: `photo:${id}` })),
    count: (context) => numberOf(context, employeeImage, notUnder(employeeImage.wrappedKey, context)),
    write: async ({ db }, { id, wrapped }, next) => {
      await db
        .update(employeeImage)
        .set({ wrappedKey: next })
        .where(and(eq(employeeImage.id, id), eq(employeeImage.wrappedKey, wrapped)));
    },
  },
  {
    name: 'customers of single sign-on',
    stale: async (context) =>
      (await context.db.select().from(ssoCustomer).where(sharedNotUnder(context)).limit(BATCH)).map(
        ({ id, key }) => ({ id, wrapped: key, boundTo: `sso:${id}` }),
      ),
    count: (context) => numberOf(context, ssoCustomer, sharedNotUnder(context)),
    write: async ({ db }, { id, wrapped }, next) => {
      await db
        .update(ssoCustomer)
        .set({ key: next })
        .where(and(eq(ssoCustomer.id, id), eq(ssoCustomer.key, wrapped)));
    },
  },
  {
    name: 'former keys of those customers',
    stale: async (context) =>
      (await context.db.select().from(ssoCustomer).where(formerNotUnder(context)).limit(BATCH)).map(
        ({ id, formerKey }) => ({ id, wrapped: formerKey, boundTo: `sso:${id}` }),
      ),
    count: (context) => numberOf(context, ssoCustomer, formerNotUnder(context)),
    write: async ({ db }, { id, wrapped }, next) => {
      await db
        .update(ssoCustomer)
        .set({ formerKey: next })
        .where(and(eq(ssoCustomer.id, id), eq(ssoCustomer.formerKey, wrapped)));
    },
  },
  {
    name: 'the key of passwords',
    stale: async (context) => {
      const kept = await passwordKey(context);
      return kept ? [{ id: PASSWORD_KEY_NAME, wrapped: kept.wrapped, boundTo: PASSWORD_KEY_NAME }] : [];
    },
    count: async (context) => ((await passwordKey(context)) ? 1 : 0),
    write: async (context, { wrapped }, next) => {
      const kept = await passwordKey(context);
      if (kept?.wrapped !== wrapped) return;
      await context.db
        .update(setting)
        .set({ value: JSON.stringify({ ...kept.rest, wrapped: next }), updatedAt: context.now })
        .where(and(eq(setting.name, PASSWORD_KEY_NAME), eq(setting.value, kept.value)));
    },
  },
];

/** A public key of a customer is not wrapped at all. */
const sharedNotUnder = (context: Context): SQL | undefined =>
  and(notLike(ssoCustomer.algorithm, 'EdDSA'), notUnder(ssoCustomer.key, context));

const formerNotUnder = (context: Context): SQL | undefined =>
  and(
    notLike(ssoCustomer.algorithm, 'EdDSA'),
    ne(ssoCustomer.formerKey, ''),
    notUnder(ssoCustomer.formerKey, context),
  );

async function passwordKey({ db, keys }: Context) {
  const [row] = await db.select().from(setting).where(eq(setting.name, PASSWORD_KEY_NAME));
  if (!row) return null;
  const { wrapped, ...rest } = JSON.parse(row.value) as { wrapped: string };
  return wrapped.startsWith(keys.wrapPrefix) ? null : { value: row.value, wrapped, rest };
}

/**
 * Wraps again, under the key-encryption key in force, what still lies under another: a batch of each kind. Nothing
 * stands still meanwhile: whoever needs a key finds it under the one or the other. Returns how many were done; throws
 * where one lies under a key that is not configured.
 */
export async function rewrapKeys(context: Context): Promise<number> {
  let done = 0;
  for (const store of STORES) {
    for (const row of await store.stale(context)) {
      const plain = await context.keys.unwrap(row.wrapped, row.boundTo);
      await store.write(context, row, await context.keys.wrap(plain, row.boundTo));
      plain.fill(0);
      done++;
    }
  }
  return done;
}

/** How many of each kind do not lie under the key in force yet: a key may be dropped when all are 0. */
export async function countStaleKeys(context: Context): Promise<{ name: string; left: number }[]> {
  return Promise.all(STORES.map(async (store) => ({ name: store.name, left: await store.count(context) })));
}
