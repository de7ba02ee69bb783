import { type Bytes, concatBytes, utf8 } from '#core/bytes.ts';

/**
 * The session between a page and the agent. Each connection derives its own keys by ECDH (P-256) with ephemeral keys on
 * both sides, bound to the pairing secret: nobody can take part without the secret, and a secret that is stolen later
 * does not decrypt recordings (forward secrecy). Frames are AES-256-GCM with a counter as nonce, so a frame can be
 * opened only once, in order, in its direction and connection.
 */
const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const;

export type AgentSide = 'page' | 'agent';
export interface OwnKey {
  privateKey: CryptoKey;
  /** 65 bytes, sent to the other side. */
  publicKey: Bytes;
}

/** Generates an ephemeral key for one connection (P-256); the private key is not exportable. */
export async function makeSessionKey(): Promise<OwnKey> {
  const pair = await crypto.subtle.generateKey(ECDH, false, ['deriveBits']);
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey);
  return { privateKey: pair.privateKey, publicKey: new Uint8Array(raw) };
}

/** Imports a pairing secret as a non-extractable key, which a browser can store. */
export const importPairing = (secret: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);

export interface Frames {
  seal(text: string): Promise<Bytes>;
  /** Throws if the frame is not the next one from the other side. */
  open(frame: Bytes): Promise<string>;
}

/** Derives the keys of one connection. Throws if `other`, the peer's public key, is not a valid point. */
export async function openFrames(
  side: AgentSide,
  own: OwnKey,
  other: Bytes,
  pairing: CryptoKey,
  origin: string,
  makeCipher: MakeCipher = webCipher,
): Promise<Frames> {
  const peer = await crypto.subtle.importKey('raw', other, ECDH, false, []);
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: peer }, own.privateKey, 256);
  const [page, agent] = side === 'page' ? [own.publicKey, other] : [other, own.publicKey];
  const transcript = new Uint8Array(
    await crypto.subtle.digest('SHA-256', concatBytes(utf8(`signet-agent-1\0${origin}\0`), page, agent)),
  );
  const bound = await crypto.subtle.deriveBits(hkdf(transcript, 'pairing'), pairing, 256);
  const input = concatBytes(new Uint8Array(shared), new Uint8Array(bound));
  const base = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
  const cipherOf = async (from: AgentSide) => {
    const key = new Uint8Array(await crypto.subtle.deriveBits(hkdf(transcript, from), base, 256));
    const cipher = await makeCipher(key);
    key.fill(0);
    return cipher;
  };
  const [sending, receiving] = await Promise.all([
    cipherOf(side),
    cipherOf(side === 'page' ? 'agent' : 'page'),
  ]);
  let sent = 0;
  let received = 0;
  return {
    seal: async (text) => sending.seal(nonceOf(sent++), utf8(text)),
    open: async (frame) => new TextDecoder().decode(await receiving.open(nonceOf(received++), frame)),
  };
}

/** AES-256-GCM with one key; the tag of 16 bytes follows the ciphertext. */
export interface FrameCipher {
  seal(iv: Bytes, clear: Bytes): Bytes | Promise<Bytes>;
  /** Throws if the frame was not sealed with this key and nonce. */
  open(iv: Bytes, sealed: Bytes): Bytes | Promise<Bytes>;
}
/** Takes ownership of the key: its bytes are wiped after the call. */
export type MakeCipher = (key: Bytes) => FrameCipher | Promise<FrameCipher>;

const webCipher: MakeCipher = async (raw) => {
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    seal: async (iv, clear) =>
      new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, clear)),
    open: async (iv, sealed) =>
      new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed)),
  };
};

const hkdf = (salt: Bytes, info: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt,
  info: utf8(`signet-agent-1 ${info}`),
});

function nonceOf(count: number): Bytes {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setBigUint64(4, BigInt(count));
  return iv;
}
