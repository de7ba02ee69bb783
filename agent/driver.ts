import type { PinState } from '#core/agent/failures.ts';
import type { KeyAlgorithm, TokenInfo } from '#core/agent/protocol.ts';
import type { Bytes } from '#core/bytes.ts';
import type { SignatureAlgorithm } from '#core/pki/algorithm/algorithms.ts';

/** A token as reported by its driver. */
export type Token = Omit<TokenInfo, 'unlocked'>;

export interface TokenCertificate {
  /** Identifier of the certificate's key, hexadecimal. */
  keyId: string;
  der: Bytes;
}

/** A key in a token: `sign` returns values as X.509 and CMS carry them (ECDSA and SM2: DER). */
export interface TokenKey {
  algorithm: SignatureAlgorithm;
  sign(message: Bytes): Promise<Bytes>;
}

/**
 * A kind of token. All methods throw AgentFailure: TOKEN_NOT_FOUND if the token is absent, TOKEN_REMOVED if it was
 * removed during the call, TOKEN_FAILED for other errors. Calls for one token are serialised.
 */
export interface Driver {
  readonly name: string;
  state(): 'ready' | 'failed';
  /** Tokens present now; polled about once a second. */
  tokens(): Promise<Token[]>;
  /** Certificates on the token; needs no PIN. */
  certificates(serial: string): Promise<TokenCertificate[]>;
  /** Throws PIN_WRONG or PIN_LOCKED, with the attempts left if the token reports them. */
  login(serial: string, pin: string): Promise<PinState>;
  logout(serial: string): Promise<void>;
  changePin(serial: string, pin: string, newPin: string): Promise<PinState>;
  unlock(serial: string, adminPin: string, newPin: string): Promise<PinState>;
  /** Throws KEY_NOT_FOUND. Needs a login. */
  key(serial: string, keyId: string): Promise<TokenKey>;
  /** Needs a login. `publicKey` is a SubjectPublicKeyInfo. */
  createKey(
    serial: string,
    algorithm: KeyAlgorithm,
    label: string,
  ): Promise<{ keyId: string; publicKey: Bytes }>;
  /** Stores a certificate beside its key and replaces an older one. Needs a login. */
  storeCertificate(serial: string, keyId: string, certificate: Bytes): Promise<void>;
  close(): Promise<void>;
}
