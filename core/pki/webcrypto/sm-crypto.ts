import * as core from 'webcrypto-core';
import { Sm2Provider, Sm3Provider } from './sm-providers.ts';

/** A SubtleCrypto that supports SM2 and SM3 and delegates everything else to the platform's. */
class SmSubtle extends core.SubtleCrypto {
  readonly #platform: SubtleCrypto;

  constructor(platform: SubtleCrypto) {
    super();
    this.#platform = platform;
    this.providers.set(new Sm2Provider());
    this.providers.set(new Sm3Provider());
  }

  override digest(...args: Parameters<SubtleCrypto['digest']>): Promise<ArrayBuffer> {
    return this.#has(args[0]) ? super.digest(...args) : this.#platform.digest(...args);
  }

  override generateKey(...args: unknown[]): Promise<never> {
    const [algorithm, extractable, usages] = args as [AlgorithmIdentifier, boolean, KeyUsage[]];
    const made = this.#has(algorithm)
      ? super.generateKey(algorithm, extractable, usages)
      : this.#platform.generateKey(algorithm, extractable, usages);
    return made as Promise<never>;
  }

  override sign(...args: Parameters<SubtleCrypto['sign']>): Promise<ArrayBuffer> {
    return this.#has(args[0]) ? super.sign(...args) : this.#platform.sign(...args);
  }

  override verify(...args: Parameters<SubtleCrypto['verify']>): Promise<boolean> {
    return this.#has(args[0]) ? super.verify(...args) : this.#platform.verify(...args);
  }

  override importKey(...args: unknown[]): Promise<CryptoKey> {
    const known = args as Parameters<SubtleCrypto['importKey']>;
    const imported = this.#has(known[2]) ? super.importKey(...known) : this.#platform.importKey(...known);
    return imported as Promise<CryptoKey>;
  }

  override exportKey(...args: unknown[]): Promise<never> {
    const known = args as ['pkcs8', CryptoKey];
    const exported = this.#has(known[1].algorithm)
      ? super.exportKey(...known)
      : this.#platform.exportKey(...known);
    return exported as Promise<never>;
  }

  #has(algorithm: AlgorithmIdentifier): boolean {
    return this.providers.has(typeof algorithm === 'string' ? algorithm : algorithm.name);
  }
}

/** A Crypto that adds SM2 and SM3 to the platform's algorithms. */
export class SmCrypto extends core.Crypto {
  readonly subtle: SmSubtle;
  readonly #platform: Crypto;

  constructor(platform: Crypto) {
    super();
    this.#platform = platform;
    this.subtle = new SmSubtle(platform.subtle);
  }

  getRandomValues<T extends ArrayBufferView | null>(array: T): T {
    return this.#platform.getRandomValues(array as never);
  }
}
