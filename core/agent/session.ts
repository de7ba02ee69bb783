import { type Bytes, concatBytes, utf8 } from '#core/bytes.ts';

/**
 * The session between a page and the agent. Each connection agrees on keys of its own by ECDH with fresh keys on both
 * sides (P-256), bound to the secret of the pairing: without the secret nobody can take part, and with a secret
 * stolen later nobody can read what was recorded. Frames are AES-256-GCM with a nonce that counts, so that a frame
 * opens once, in its place, in its direction, in its connection.
 */
const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const;

export type AgentSide = 'page' | 'agent';
export interface OwnKey {
  privateKey: CryptoKey;
  /** 65 bytes for the other side. */
  publicKey: Bytes;
}

/** Fresh for one connection (P-256); its private half cannot be exported. */
export async function makeSessionKey(): Promise<OwnKey> {
  const pair = await crypto.subtle.generateKey(ECDH, false, ['deriveBits']);
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey);
  return { privateKey: pair.privateKey, publicKey: new Uint8Array(raw) };
}

/** The secret of a pairing as a key that cannot be read again: a browser keeps it so. */
export const importPairing = (secret: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);

export interface Frames {
  seal(text: string): Promise<Bytes>;
  /** Throws for a frame that is not the next one of the other side. */
  open(frame: Bytes): Promise<string>;
}

/** Keys of one connection: `pagePublic` and `agentPublic` as they went over the wire. Throws for a broken point. */
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

/** AES-256-GCM under one key, the tag of 16 bytes at the end of what is sealed. */
export interface FrameCipher {
  seal(iv: Bytes, clear: Bytes): Bytes | Promise<Bytes>;
  /** Throws where the frame was not sealed under this key and nonce. */
  open(iv: Bytes, sealed: Bytes): Bytes | Promise<Bytes>;
}
/** Takes the key over: its bytes are wiped when it returns. */
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
