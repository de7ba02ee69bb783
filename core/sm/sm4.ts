import { sm4 } from 'sm-crypto-v2';
import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';

/** SM4 (GB/T 32907-2016), a block cipher with a key of 16 bytes. ECB and CBC fill up by PKCS#7. */
export type Sm4Mode =
  | { mode: 'ecb' }
  | { mode: 'cbc'; iv: Uint8Array }
  | { mode: 'gcm'; iv: Uint8Array; associatedData?: Uint8Array };

const TAG_LENGTH = 16;

/** In GCM the tag (16 bytes) follows the text. Throws INPUT_INVALID when key or iv have a wrong length. */
export function sm4Encrypt(key: Uint8Array, plain: Uint8Array, mode: Sm4Mode): Bytes {
  checkLengths(key, mode);
  if (mode.mode !== 'gcm')
    return own(sm4.encrypt(plain, key, { ...mode, output: 'array', padding: 'pkcs#7' }));
  const { output, tag } = sm4.encrypt(plain, key, { ...mode, output: 'array', outputTag: true });
  if (!tag) throw new AppError('INTERNAL');
  const out = new Uint8Array(output.length + TAG_LENGTH);
  out.set(output, 0);
  out.set(tag, output.length);
  return out;
}

/** Undoes `sm4Encrypt`. Throws INPUT_INVALID when padding or tag are wrong. */
export function sm4Decrypt(key: Uint8Array, encrypted: Uint8Array, mode: Sm4Mode): Bytes {
  checkLengths(key, mode);
  try {
    if (mode.mode !== 'gcm')
      return own(sm4.decrypt(encrypted, key, { ...mode, output: 'array', padding: 'pkcs#7' }));
    if (encrypted.length < TAG_LENGTH) throw new AppError('INPUT_INVALID');
    const at = encrypted.length - TAG_LENGTH;
    const tag = encrypted.subarray(at);
    return own(sm4.decrypt(encrypted.subarray(0, at), key, { ...mode, output: 'array', tag }));
  } catch {
    throw new AppError('INPUT_INVALID');
  }
}

function checkLengths(key: Uint8Array, mode: Sm4Mode): void {
  if (key.length !== 16) throw new AppError('INPUT_INVALID', {}, 'key');
  if (mode.mode === 'cbc' && mode.iv.length !== 16) throw new AppError('INPUT_INVALID', {}, 'iv');
  if (mode.mode === 'gcm' && mode.iv.length === 0) throw new AppError('INPUT_INVALID', {}, 'iv');
}

const own = (bytes: Uint8Array): Bytes => new Uint8Array(bytes);
