import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import type { MakeCipher } from '#core/agent/session.ts';

const ALGORITHM = 'aes-256-gcm';
const TAG = 16;

/** Synchronous session cipher: WebCrypto's round trip to a thread takes longer than encrypting a frame. */
export const nodeCipher: MakeCipher = (raw) => {
  const key = createSecretKey(raw);
  return {
    seal(iv, clear) {
      const cipher = createCipheriv(ALGORITHM, key, iv);
      const sealed = new Uint8Array(clear.length + TAG);
      sealed.set(cipher.update(clear));
      cipher.final();
      sealed.set(cipher.getAuthTag(), clear.length);
      return sealed;
    },
    open(iv, sealed) {
      const end = sealed.length - TAG;
      if (end < 0) throw new RangeError('shorter than its tag');
      const cipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG });
      cipher.setAuthTag(sealed.subarray(end));
      const clear = new Uint8Array(cipher.update(sealed.subarray(0, end)));
      cipher.final();
      return clear;
    },
  };
};
