import * as core from 'webcrypto-core';
import type { Bytes } from '#core/bytes.ts';
import { sm2GenerateKeyPair, sm2PublicKey, sm2Sign, sm2Verify } from '#core/sm/sm2.ts';
import { sm3 } from '#core/sm/sm3.ts';
import { parsePublicKey } from '../algorithm/parse-public-key.ts';
import { readDer } from '../der/read-der.ts';
import { parsePkcs8, sm2Pkcs8, sm2Spki } from '../key/pkcs8.ts';

/** An SM2 key of this provider: the numbers are in private fields, so that JSON and logs never contain them. */
export class Sm2CryptoKey extends core.CryptoKey {
  readonly #bytes: Bytes;

  constructor(type: 'private' | 'public', bytes: Bytes, extractable: boolean, usages: KeyUsage[]) {
    super();
    this.algorithm = { name: 'SM2' };
    this.type = type;
    this.extractable = extractable;
    this.usages = usages;
    this.#bytes = bytes;
  }

  /** 32 bytes for a private key, 65 bytes (04|x|y) for a public one. */
  static bytesOf(key: core.CryptoKey): Bytes {
    if (!(key instanceof Sm2CryptoKey)) throw new core.CryptoError('not an SM2 key of this provider');
    return key.#bytes;
  }
}

/** SM3 as a WebCrypto digest. */
export class Sm3Provider extends core.ProviderCrypto {
  readonly name = 'SM3';
  readonly usages = [];

  override async onDigest(_algorithm: Algorithm, data: ArrayBuffer): Promise<ArrayBuffer> {
    return sm3(new Uint8Array(data)).buffer;
  }
}

/**
 * SM2 with SM3 and the default user id as a WebCrypto signature algorithm. Values are DER SEQUENCE { r, s }, as
 * certificates and messages use them (WebCrypto has no rule for SM2; ECDSA's r|s would need conversion every time).
 * Keys are imported and exported as pkcs8, spki and raw (a public key as 04|x|y).
 */
export class Sm2Provider extends core.ProviderCrypto {
  readonly name = 'SM2';
  readonly usages: core.ProviderKeyPairUsage = { privateKey: ['sign'], publicKey: ['verify'] };

  override async onGenerateKey(
    _algorithm: Algorithm,
    extractable: boolean,
    usages: KeyUsage[],
  ): Promise<CryptoKeyPair> {
    const { privateKey, publicKey } = sm2GenerateKeyPair();
    return {
      privateKey: new Sm2CryptoKey(
        'private',
        privateKey,
        extractable,
        usages.filter((u) => u === 'sign'),
      ),
      publicKey: new Sm2CryptoKey(
        'public',
        publicKey,
        true,
        usages.filter((u) => u === 'verify'),
      ),
    };
  }

  override async onSign(_algorithm: Algorithm, key: core.CryptoKey, data: ArrayBuffer): Promise<ArrayBuffer> {
    return sm2Sign(Sm2CryptoKey.bytesOf(key), new Uint8Array(data)).buffer;
  }

  override async onVerify(
    _algorithm: Algorithm,
    key: core.CryptoKey,
    signature: ArrayBuffer,
    data: ArrayBuffer,
  ): Promise<boolean> {
    return sm2Verify(Sm2CryptoKey.bytesOf(key), new Uint8Array(data), new Uint8Array(signature));
  }

  /**
   * Throws UnsupportedOperationError for jwk, CryptoError for a key that is not SM2, KEY_BROKEN, KEY_UNSUPPORTED or
   * ASN1_BROKEN for broken bytes. A raw public key is not checked.
   */
  override async onImportKey(
    format: KeyFormat,
    keyData: JsonWebKey | ArrayBuffer,
    _algorithm: Algorithm,
    extractable: boolean,
    usages: KeyUsage[],
  ): Promise<core.CryptoKey> {
    const bytes = bytesOfSource(keyData);
    if (!bytes) throw new core.UnsupportedOperationError('importKey jwk');
    if (format === 'pkcs8') {
      const parsed = parsePkcs8(bytes);
      if (parsed.kind !== 'SM2') throw new core.CryptoError('not an SM2 key');
      return new Sm2CryptoKey('private', parsed.scalar, extractable, usages);
    }
    const publicKey = format === 'spki' ? parsePublicKey(readDer(bytes)) : undefined;
    if (publicKey && publicKey.kind !== 'SM2') throw new core.CryptoError('not an SM2 key');
    return new Sm2CryptoKey('public', publicKey?.keyBytes ?? bytes, extractable, usages);
  }

  /** Throws UnsupportedOperationError for jwk. A raw private key is its 32 bytes. */
  override async onExportKey(format: KeyFormat, key: core.CryptoKey): Promise<ArrayBuffer> {
    const bytes = Sm2CryptoKey.bytesOf(key);
    if (format === 'pkcs8') return sm2Pkcs8(bytes, sm2PublicKey(bytes)).buffer;
    if (format === 'spki') return sm2Spki(bytes).buffer;
    if (format === 'raw') return new Uint8Array(bytes).buffer;
    throw new core.UnsupportedOperationError('exportKey jwk');
  }
}

/** A copy of the given buffer or view; undefined for a JWK. */
function bytesOfSource(data: JsonWebKey | BufferSource): Bytes | undefined {
  if (data instanceof ArrayBuffer) return new Uint8Array(data.slice(0));
  if (!ArrayBuffer.isView(data)) return undefined;
  return new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength).slice();
}
