import { realnamePhoto } from '#db/schema/index.ts';
import { keysInColumn, type WrappedKeys } from '#edge/kernel/crypto/rewrap-keys.ts';

export const realnamePictureKeys: WrappedKeys = keysInColumn({
  name: 'pictures of real names',
  table: realnamePhoto,
  id: realnamePhoto.id,
  wrapped: realnamePhoto.wrappedKey,
  boundTo: (id) => `photo:${id}`,
  write: ({ db }, unchanged, wrappedKey) => db.update(realnamePhoto).set({ wrappedKey }).where(unchanged),
});
