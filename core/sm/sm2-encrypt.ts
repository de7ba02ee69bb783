import { type Bytes, concatBytes, sameBytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import { multiplyBase, multiplyPoint } from './multiply.ts';
import { CURVE_ORDER, pointToNumbers } from './point.ts';
import {
  encodePoint,
  type RandomBytes,
  randomScalar,
  readPrivateKey,
  readPublicKey,
  secureRandom,
} from './sm2-key.ts';
import { numberToBytes } from './sm2-value.ts';
import { createSm3 } from './sm3.ts';

/**
 * Encrypts under a public key (GB/T 32918.4-2016): C1 (65 bytes) | C3 (32 bytes) | C2 (as long as the message). Throws
 * KEY_UNSUPPORTED for what is no public key, and for an empty message.
 */
export function sm2Encrypt(
  publicKey: Uint8Array,
  message: Uint8Array,
  random: RandomBytes = secureRandom,
): Bytes {
  const key = readPublicKey(publicKey);
  if (!key || message.length === 0) throw new AppError('KEY_UNSUPPORTED');
  for (;;) {
    const k = randomScalar(random, CURVE_ORDER);
    const c1 = pointToNumbers(multiplyBase(k))!;
    const shared = pointToNumbers(multiplyPoint(k, key.point))!;
    const [x, y] = [numberToBytes(shared.x), numberToBytes(shared.y)];
    const mask = deriveKey(x, y, message.length);
    if (mask.every((b) => b === 0)) continue;
    for (const [i, b] of message.entries()) mask[i]! ^= b;
    const c3 = createSm3().update(x).update(message).update(y).digest();
    return concatBytes(encodePoint(c1.x, c1.y), c3, mask);
  }
}

/** The message of `sm2Encrypt`. Throws INPUT_INVALID when it does not belong to the key or was changed. */
export function sm2Decrypt(privateKey: Uint8Array, encrypted: Uint8Array): Bytes {
  const d = readPrivateKey(privateKey);
  const c1 = encrypted.length > 97 ? readPublicKey(encrypted.subarray(0, 65)) : null;
  if (!c1) throw new AppError('INPUT_INVALID');
  const shared = pointToNumbers(multiplyPoint(d, c1.point))!;
  const [x, y] = [numberToBytes(shared.x), numberToBytes(shared.y)];
  const message = deriveKey(x, y, encrypted.length - 97);
  for (let i = 0; i < message.length; i++) message[i]! ^= encrypted[97 + i]!;
  const c3 = createSm3().update(x).update(message).update(y).digest();
  if (!sameBytes(c3, encrypted.subarray(65, 97))) throw new AppError('INPUT_INVALID');
  return message;
}

/** KDF of GB/T 32918.4, clause 5.4.3. */
function deriveKey(x: Uint8Array, y: Uint8Array, length: number): Bytes {
  const out = new Uint8Array(length);
  const counter = new Uint8Array(4);
  for (let at = 0, n = 1; at < length; at += 32, n++) {
    new DataView(counter.buffer).setUint32(0, n);
    const block = createSm3().update(x).update(y).update(counter).digest();
    out.set(block.subarray(0, Math.min(32, length - at)), at);
  }
  return out;
}
