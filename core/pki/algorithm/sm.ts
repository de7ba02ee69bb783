/** SM2 and SM3 as certificates and messages need them; the arithmetic is core/sm. */
export { sm2GenerateKeyPair, sm2Sign, sm2Verify } from '#core/sm/sm2.ts';
export { sm3 } from '#core/sm/sm3.ts';
