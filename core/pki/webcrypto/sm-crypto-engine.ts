import type * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { OID } from '../oids.ts';
import { SmCrypto } from './sm-crypto.ts';

const SM2 = { name: 'SM2', hash: { name: 'SM3' } };
const SM2_OIDS: ReadonlySet<string> = new Set([OID.sm2WithSm3, OID.sm2Sign]);

/**
 * The engine that lets PKI.js make and check certificates, requests and messages with SM2:
 * `certificate.verify(issuer, smCryptoEngine())`. What it does not know of SM2 goes on as before.
 */
class SmCryptoEngine extends pkijs.CryptoEngine {
  override getAlgorithmByOID<T extends Algorithm = Algorithm>(oid: string, safety: true, target?: string): T;
  override getAlgorithmByOID<T extends Algorithm = Algorithm>(
    oid: string,
    safety?: boolean,
    target?: string,
  ): T | object;
  override getAlgorithmByOID(oid: string, safety = false, target?: string): object {
    if (SM2_OIDS.has(oid)) return SM2;
    if (oid === OID.sm3) return { name: 'SM3' };
    return super.getAlgorithmByOID(oid, safety, target);
  }

  override getOIDByAlgorithm(algorithm: Algorithm, safety?: boolean, target?: string): string {
    if (algorithm.name === 'SM3') return OID.sm3;
    if (algorithm.name === 'SM2') return OID.sm2WithSm3;
    return super.getOIDByAlgorithm(algorithm, safety, target);
  }

  override getAlgorithmParameters(
    name: string,
    operation: pkijs.CryptoEngineAlgorithmOperation,
  ): pkijs.CryptoEngineAlgorithmParams {
    if (name.toUpperCase() !== 'SM2') return super.getAlgorithmParameters(name, operation);
    return { algorithm: SM2, usages: operation === 'sign' ? ['sign'] : ['verify'] };
  }

  override getHashAlgorithm(algorithm: pkijs.AlgorithmIdentifier): string {
    return SM2_OIDS.has(algorithm.algorithmId) ? 'SM3' : super.getHashAlgorithm(algorithm);
  }

  override async getSignatureParameters(
    key: CryptoKey,
    hash?: string,
  ): Promise<pkijs.CryptoEngineSignatureParams> {
    if (key.algorithm.name !== 'SM2') return super.getSignatureParameters(key, hash);
    return {
      signatureAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: OID.sm2WithSm3 }),
      parameters: { algorithm: SM2, usages: ['sign'] },
    };
  }

  override async getPublicKey(
    info: pkijs.PublicKeyInfo,
    algorithm: pkijs.AlgorithmIdentifier,
    parameters?: pkijs.CryptoEnginePublicKeyParams,
  ): Promise<CryptoKey> {
    if (!isSm2(info)) return super.getPublicKey(info, algorithm, parameters);
    return this.importKey('spki', info.toSchema().toBER(false), SM2, true, ['verify']);
  }

  override async verifyWithPublicKey(
    data: BufferSource,
    signature: asn1js.BitString | asn1js.OctetString,
    info: pkijs.PublicKeyInfo,
    algorithm: pkijs.AlgorithmIdentifier,
    hash?: string,
  ): Promise<boolean> {
    if (!isSm2(info)) return super.verifyWithPublicKey(data, signature, info, algorithm, hash);
    if (!SM2_OIDS.has(algorithm.algorithmId)) return false;
    const key = await this.getPublicKey(info, algorithm);
    return this.verify(SM2, key, new Uint8Array(signature.valueBlock.valueHexView), data);
  }

  override importKey(
    format: KeyFormat,
    keyData: BufferSource | JsonWebKey,
    algorithm:
      | AlgorithmIdentifier
      | RsaHashedImportParams
      | EcKeyImportParams
      | HmacImportParams
      | AesKeyAlgorithm,
    extractable: boolean,
    keyUsages: Iterable<KeyUsage>,
  ): Promise<CryptoKey> {
    const name = typeof algorithm === 'string' ? algorithm : algorithm.name;
    const usages = [...keyUsages];
    const named = format as 'spki'; // the two declarations of this call differ only in how they list the formats
    if (name === 'SM2')
      return this.subtle.importKey(named, keyData as BufferSource, algorithm, extractable, usages);
    return super.importKey(named, keyData as BufferSource, algorithm, extractable, usages);
  }

  override exportKey(format: 'jwk', key: CryptoKey): Promise<JsonWebKey>;
  override exportKey(format: Exclude<KeyFormat, 'jwk'>, key: CryptoKey): Promise<ArrayBuffer>;
  override exportKey(format: string, key: CryptoKey): Promise<ArrayBuffer | JsonWebKey>;
  override async exportKey(format: KeyFormat, key: CryptoKey): Promise<ArrayBuffer | JsonWebKey> {
    if (key.algorithm.name === 'SM2') return this.subtle.exportKey(format as 'spki', key);
    return super.exportKey(format, key);
  }
}

/** Whether the key's curve is that of SM2. */
function isSm2({ algorithm }: pkijs.PublicKeyInfo): boolean {
  if (algorithm.algorithmId !== OID.ecPublicKey) return false;
  const curve = algorithm.algorithmParams as asn1js.ObjectIdentifier | undefined;
  return curve?.valueBlock?.toString() === OID.sm2;
}

/** An engine over the platform's WebCrypto (`crypto`), to be given to PKI.js calls or to `pkijs.setEngine`. */
export function smCryptoEngine(platform: Crypto): pkijs.ICryptoEngine {
  return new SmCryptoEngine({ name: 'sm', crypto: new SmCrypto(platform) as Crypto });
}
