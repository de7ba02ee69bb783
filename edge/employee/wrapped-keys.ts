import { employeeImage, newcomerImage } from '#db/schema/index.ts';
import { keysInColumn, type WrappedKeys } from '#edge/kernel/crypto/rewrap-keys.ts';

export const employeePictureKeys: WrappedKeys = keysInColumn({
  name: 'pictures of employees',
  table: employeeImage,
  id: employeeImage.id,
  wrapped: employeeImage.wrappedKey,
  boundTo: (id) => `photo:${id}`,
  write: ({ db }, unchanged, wrappedKey) => db.update(employeeImage).set({ wrappedKey }).where(unchanged),
});

export const newcomerPictureKeys: WrappedKeys = keysInColumn({
  name: 'pictures of newcomers',
  table: newcomerImage,
  id: newcomerImage.id,
  wrapped: newcomerImage.wrappedKey,
  boundTo: (id) => `photo:${id}`,
  write: ({ db }, unchanged, wrappedKey) => db.update(newcomerImage).set({ wrappedKey }).where(unchanged),
});
