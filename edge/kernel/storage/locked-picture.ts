import { type Bytes, concatBytes, utf8 } from '#core/bytes.ts';
import type { Context } from '#edge/kernel/context.ts';

const IV = 12;

/** A picture's file key and its wrapped encryption key; without this row the picture is unreadable. */
export interface LockedPicture {
  id: string;
  fileKey: string;
  wrappedKey: string;
}

/** Stores a picture encrypted with its own key. The store never deletes; deleting the row makes the picture unreadable. */
export async function lockPicture(context: Context, id: string, bytes: Bytes): Promise<LockedPicture> {
  const raw = crypto.getRandomValues(new Uint8Array(32));
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(IV));
  const additionalData = utf8(`photo:${id}`);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes);
  const fileKey = await context.files.put(concatBytes(iv, new Uint8Array(sealed)));
  return { id, fileKey, wrappedKey: await context.keys.wrap(raw, `photo:${id}`) };
}

/** Decrypts a picture. Callers must have checked the actor's access. */
export async function unsafeReadPicture(context: Context, row: LockedPicture): Promise<Bytes> {
  const raw = await context.keys.unwrap(row.wrappedKey, `photo:${row.id}`);
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  const sealed = await context.files.get(row.fileKey);
  const additionalData = utf8(`photo:${row.id}`);
  const iv = sealed.slice(0, IV);
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, sealed.slice(IV));
  return new Uint8Array(plain);
}
