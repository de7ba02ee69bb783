import * as smCrypto from 'sm-crypto-v2';
import { type Bytes, fromHex, toHex } from '#core/bytes.ts';

export const sm3 = (data: Uint8Array): Bytes => fromHex(smCrypto.sm3(data as Bytes));

export function sm2Sign(privateKey: Bytes, message: Bytes): Bytes {
  return fromHex(smCrypto.sm2.doSignature(message, toHex(privateKey), { hash: true, der: true }));
}

export function sm2Verify(publicKey: Bytes, message: Bytes, signature: Bytes): boolean {
  try {
    return smCrypto.sm2.doVerifySignature(message, toHex(signature), toHex(publicKey), {
      hash: true,
      der: true,
    });
  } catch {
    return false;
  }
}

export function sm2GenerateKeyPair(): { privateKey: Bytes; publicKey: Bytes } {
  const pair = smCrypto.sm2.generateKeyPairHex();
  return { privateKey: fromHex(pair.privateKey), publicKey: fromHex(pair.publicKey) };
}
