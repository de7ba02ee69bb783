import { and, ne, notLike } from 'drizzle-orm';
import { firmProvider, ssoCustomer } from '#db/schema/index.ts';
import { keysInColumn, type WrappedKeys } from '#edge/kernel/crypto/rewrap-keys.ts';

const of = { table: ssoCustomer, id: ssoCustomer.id, boundTo: (id: string) => `sso:${id}` };

/** Public keys of customers are not wrapped. */
const isSecret = notLike(ssoCustomer.algorithm, 'EdDSA');

export const customerKeys: readonly WrappedKeys[] = [
  keysInColumn({
    ...of,
    name: 'customers of single sign-on',
    wrapped: ssoCustomer.key,
    where: isSecret,
    write: ({ db }, unchanged, key) => db.update(ssoCustomer).set({ key }).where(unchanged),
  }),
  keysInColumn({
    ...of,
    name: 'former keys of those customers',
    wrapped: ssoCustomer.formerKey,
    where: and(isSecret, ne(ssoCustomer.formerKey, '')),
    write: ({ db }, unchanged, formerKey) => db.update(ssoCustomer).set({ formerKey }).where(unchanged),
  }),
  keysInColumn({
    table: firmProvider,
    id: firmProvider.id,
    boundTo: (id) => `firm:${id}`,
    name: 'client secrets of identity providers',
    wrapped: firmProvider.wrapped,
    write: ({ db }, unchanged, wrapped) => db.update(firmProvider).set({ wrapped }).where(unchanged),
  }),
];
