import type { Node } from '@tiptap/pm/model';
import type { Bytes } from '#core/bytes.ts';
import { pictureType } from '#core/realname/clean-picture.ts';
import { downloadTemplateFile, uploadTemplateFile } from '#core/template/version-calls.ts';
import { call } from '../../../call.ts';
import { keepFile, keptFile } from '../../../parts/room/file-box.ts';

/** The bytes of a template's picture: from this device first, so that it works offline, then from the server. */
export async function pictureBytes(templateId: string, file: string): Promise<Bytes | undefined> {
  const storedFile = await keptFile(file);
  if (storedFile) return storedFile;
  try {
    const { blob } = (await call(downloadTemplateFile, { id: templateId, fileKey: file })) as { blob: Blob };
    const bytes: Bytes = new Uint8Array(await blob.arrayBuffer());
    await keepFile(file, bytes);
    return bytes;
  } catch {
    return undefined;
  }
}

const addresses = new Map<string, Promise<string | undefined>>();

/** A URL of the picture for an img element, created once per page load. */
export function pictureAddress(templateId: string, file: string): Promise<string | undefined> {
  const known = addresses.get(file);
  if (known) return known;
  const made = pictureBytes(templateId, file).then((bytes) => {
    if (bytes) return URL.createObjectURL(new Blob([bytes]));
    // retried on the next rendering: the upload may be in progress
    addresses.delete(file);
    return undefined;
  });
  addresses.set(file, made);
  return made;
}

/** Digests of the pictures in the text, each once. */
export function picturesIn(doc: Node): string[] {
  const files = new Set<string>();
  doc.descendants((node) => {
    if (node.type.name === 'picture') files.add(node.attrs.file);
    return !node.isTextblock;
  });
  return [...files];
}

/** Uploads a picture stored on this device. Resolves to false if it is not stored; rejects if it cannot be sent. */
export async function sendPicture(templateId: string, file: string): Promise<boolean> {
  const bytes = await keptFile(file);
  if (!bytes) return false;
  const fileType = pictureType(bytes) === 'PNG' ? 'PNG' : 'JPEG';
  const input = { id: templateId, fileKey: file, fileType, body: bytes } as const;
  await call(uploadTemplateFile, input);
  return true;
}
