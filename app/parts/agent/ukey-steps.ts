import { AgentFailure } from '#core/agent/failures.ts';
import { DOCUMENTS_PER_CALL, MESSAGE_MAX } from '#core/agent/ports.ts';
import type { DocumentToSign, KeyAlgorithm, TokenInfo } from '#core/agent/protocol.ts';
import { fromBase64 } from '#core/bytes.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { continueUkey, type UkeySigningState } from '#core/task/ukey-calls.ts';
import { call } from '../../call.ts';
import { agent } from './agent-store.ts';

/** The UKey does not hold this certificate: a different UKey is required ([8.7j]). */
export class OtherUkey extends Error {}
/** There is no certificate on the UKey at all ([8.7d]). */
export class NoCertificate extends Error {}
/** All certificates on the UKey have expired ([8.7g]). */
export class ExpiredCertificates extends Error {}

/** Maximum number of certificates per call. */
const ATTESTATIONS = 24;

function connected() {
  const client = agent();
  if (!client) throw new AgentFailure('AGENT_GONE');
  return client;
}

/** Verifies the PIN unless this page did so before. Throws PIN_WRONG, PIN_LOCKED with the attempts left ([8.7b]). */
export async function unlock(token: TokenInfo, pin: string): Promise<void> {
  if (token.unlocked && pin === '') return;
  await connected().call('token.login', { serial: token.serial, pin });
}

/** Whether the UKey is connected and this page has verified its PIN. */
export async function isUnlocked(serial: string): Promise<boolean> {
  try {
    const { tokens } = await connected().call('tokens.list', {});
    return tokens.some((token) => token.serial === serial && token.unlocked);
  } catch {
    return false;
  }
}

/** Certificates on the UKey, readable without the PIN; unparsable ones are skipped. */
export async function certificatesOn(serial: string) {
  const { certificates } = await connected().call('certificates.list', { serial });
  return certificates.flatMap(({ keyId, der }) => {
    try {
      return [{ keyId, certificate: parseCertificate(fromBase64(der)) }];
    } catch {
      return [];
    }
  });
}

/** The key of the certificate with this serial number. Throws NoCertificate, OtherUkey. */
export const keyOf = async (serial: string, certificateSerial: string): Promise<string> =>
  keyAmong(await certificatesOn(serial), certificateSerial);

/** Like `keyOf`, among certificates already read from the UKey. */
export function keyAmong(
  tokenKeys: readonly { keyId: string; certificate: { serialHex: string } }[],
  certificateSerial: string,
): string {
  if (tokenKeys.length === 0) throw new NoCertificate();
  const found = tokenKeys.find(({ certificate }) => certificate.serialHex === certificateSerial);
  if (!found) throw new OtherUkey();
  return found.keyId;
}

/** Keys by certificate serial number, cached while the UKey stays connected, since reading them is slow. */
export type KnownKeys = Map<string, string>;

/** Lets the UKey sign everything the server requests, until nothing is left. */
export async function signToTheEnd(
  serial: string,
  begun: UkeySigningState,
  known: KnownKeys = new Map(),
): Promise<NonNullable<UkeySigningState['done']>> {
  let state = begun;
  while (state.done === null) {
    const keyId = known.get(state.certificateSerial) ?? (await keyOf(serial, state.certificateSerial));
    known.set(state.certificateSerial, keyId);
    const values: string[] = [];
    for (const documents of portionsOf(state.items))
      values.push(...(await connected().call('document.sign', { serial, keyId, documents })).values);
    state = await call(continueUkey, { signingId: state.signingId, values });
  }
  return state.done;
}

/** Splits documents into portions that fit into one message. */
export function portionsOf(items: readonly DocumentToSign[]): DocumentToSign[][] {
  const portions: DocumentToSign[][] = [];
  let size = 0;
  for (const item of items) {
    const length = item.message.length + item.title.length * 4 + 400;
    const last = portions.at(-1);
    if (last && last.length < DOCUMENTS_PER_CALL && size + length < MESSAGE_MAX * 0.8) {
      last.push(item);
      size += length;
    } else {
      portions.push([item]);
      size = length;
    }
  }
  return portions;
}

/** Signs a login challenge with the certificate's key. */
export async function signChallenge(serial: string, keyId: string, challenge: string): Promise<string> {
  return (await connected().call('login.sign', { serial, keyId, challenge })).value;
}

/** A key generated in a UKey, with its certificate request (PKCS#10, base64). */
export interface NewKey {
  serial: string;
  algorithm: KeyAlgorithm;
  keyId: string;
  request: string;
}

export async function makeKey(serial: string, algorithm: KeyAlgorithm, subject: string): Promise<NewKey> {
  const made = await connected().call('key.create', { serial, algorithm, subject });
  return { serial, algorithm, ...made };
}

/** The certificates on the UKey (DER, base64), including key attestations if it issues any. */
export async function attestationsOn(serial: string): Promise<string[]> {
  const { certificates } = await connected().call('certificates.list', { serial });
  return certificates.map(({ der }) => der).slice(0, ATTESTATIONS);
}

/** Stores the certificate (DER, base64) with its key. */
export async function keepCertificate({ serial, keyId }: NewKey, certificate: string): Promise<void> {
  await connected().call('certificate.store', { serial, keyId, certificate });
}

export async function changePin(serial: string, pin: string, newPin: string): Promise<void> {
  await connected().call('token.changePin', { serial, pin, newPin });
}

export async function unlockWithAdminPin(serial: string, adminPin: string, newPin: string): Promise<void> {
  await connected().call('token.unlock', { serial, adminPin, newPin });
}
