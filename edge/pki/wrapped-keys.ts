import { signingKey } from '#db/schema/index.ts';
import { keysInColumn, type WrappedKeys } from '#edge/kernel/crypto/rewrap-keys.ts';

export const signingKeys: WrappedKeys = keysInColumn({
  name: 'signing keys',
  table: signingKey,
  id: signingKey.id,
  wrapped: signingKey.wrapped,
  boundTo: (id) => `key:${id}`,
  write: ({ db, keys }, unchanged, wrapped) =>
    db.update(signingKey).set({ wrapped, kekId: keys.kekId }).where(unchanged),
});
