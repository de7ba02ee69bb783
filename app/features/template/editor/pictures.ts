import { type Bytes, toHex } from '#core/bytes.ts';
import { downloadTemplateFile, uploadTemplateFile } from '#core/template/version-calls.ts';
import { call } from '../../../call.ts';
import { keepFile, keptFile } from '../../../parts/room/file-box.ts';

/** Pictures of templates: on this device first, so that they are there without a network, then from the server. */
export async function pictureBytes(templateId: string, file: string): Promise<Bytes | undefined> {
  const kept = await keptFile(file);
  if (kept) return kept;
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

/** An address of the picture for an img element, made once a page. */
export function pictureAddress(templateId: string, file: string): Promise<string | undefined> {
  const known = addresses.get(file);
  if (known) return known;
  const made = pictureBytes(templateId, file).then((bytes) => {
    if (bytes) return URL.createObjectURL(new Blob([bytes]));
    // asked again when it is drawn again: it may be on its way
    addresses.delete(file);
    return undefined;
  });
  addresses.set(file, made);
  return made;
}

const PNG = [0x89, 0x50, 0x4e, 0x47];
const JPEG = [0xff, 0xd8, 0xff];
const begins = (bytes: Bytes, magic: number[]) => magic.every((byte, at) => bytes[at] === byte);

export interface ChosenPicture {
  file: string;
  bytes: Bytes;
  type: 'PNG' | 'JPEG';
  /** Pixels. */
  width: number;
  height: number;
}

/** Reads a chosen file; undefined where it is no PNG or JPEG that a browser can draw. */
export async function readPicture(chosen: Blob): Promise<ChosenPicture | undefined> {
  const bytes: Bytes = new Uint8Array(await chosen.arrayBuffer());
  const type = begins(bytes, PNG) ? 'PNG' : begins(bytes, JPEG) ? 'JPEG' : undefined;
  if (!type) return undefined;
  try {
    const { width, height } = await createImageBitmap(new Blob([bytes]));
    return {
      file: toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))),
      bytes,
      type,
      width,
      height,
    };
  } catch {
    return undefined;
  }
}

/** Keeps a picture on the device, then uploads it. Rejects where it could not be uploaded; it is kept all the same. */
export async function keepPicture(templateId: string, { file, bytes, type }: ChosenPicture): Promise<void> {
  await keepFile(file, bytes);
  const input = { id: templateId, fileKey: file, fileType: type, body: bytes };
  await call(uploadTemplateFile, input);
}
