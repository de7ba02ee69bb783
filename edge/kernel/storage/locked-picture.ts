import { type Bytes, concatBytes, utf8 } from '#core/bytes.ts';
import type { Context } from '#edge/kernel/context.ts';

const IV = 12;

/** Where a picture lies and the key that opens it, wrapped: without its row nothing can be read of it. */
export interface LockedPicture {
  id: string;
  fileKey: string;
  wrappedKey: string;
}

/** Stores a picture under a key of its own. The store never deletes; forgetting the row is forgetting the picture. */
export async function lockPicture(context: Context, id: string, bytes: Bytes): Promise<LockedPicture> {
  const raw = crypto.getRandomValues(new Uint8Array(32));
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(IV));
  const additionalData = utf8(`photo:${id}`);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes);
  const fileKey = await context.files.put(concatBytes(iv, new Uint8Array(sealed)));
  return { id, fileKey, wrappedKey: await context.keys.wrap(raw, `photo:${id}`) };
}

/** The picture's bytes. Only for callers that have asked whether the actor may see it. */
export async function unsafeReadPicture(context: Context, row: LockedPicture): Promise<Bytes> {
  const raw = await context.keys.unwrap(row.wrappedKey, `photo:${row.id}`);
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  const sealed = await context.files.get(row.fileKey);
  const additionalData = utf8(`photo:${row.id}`);
  const iv = sealed.slice(0, IV);
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, sealed.slice(IV));
  return new Uint8Array(plain);
}
