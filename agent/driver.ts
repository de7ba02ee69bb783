import type { PinState } from '#core/agent/failures.ts';
import type { KeyAlgorithm, TokenInfo } from '#core/agent/protocol.ts';
import type { Bytes } from '#core/bytes.ts';
import type { SignatureAlgorithm } from '#core/pki/algorithm/algorithms.ts';

/** A token as its driver knows it. */
export type Token = Omit<TokenInfo, 'unlocked'>;

export interface TokenCertificate {
  /** Of the key beside it, hexadecimal. */
  keyId: string;
  der: Bytes;
}

/** A key in a token: `sign` returns values as X.509 and CMS carry them (ECDSA and SM2: DER). */
export interface TokenKey {
  algorithm: SignatureAlgorithm;
  sign(message: Bytes): Promise<Bytes>;
}

/**
 * A kind of token. All throw AgentFailure: TOKEN_NOT_FOUND where the token is not there, TOKEN_REMOVED where it went
 * away on the way, TOKEN_FAILED for what nobody can explain. Calls for one token come one after the other.
 */
export interface Driver {
  readonly name: string;
  state(): 'ready' | 'failed';
  /** Tokens that are there now; asked about once a second. */
  tokens(): Promise<Token[]>;
  /** Without the PIN. */
  certificates(serial: string): Promise<TokenCertificate[]>;
  /** Throws PIN_WRONG or PIN_LOCKED with what the token tells. */
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
  /** Puts a certificate beside its key, in place of an older one. Needs a login. */
  storeCertificate(serial: string, keyId: string, certificate: Bytes): Promise<void>;
  close(): Promise<void>;
}
