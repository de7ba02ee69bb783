import { AgentFailure } from '#core/agent/failures.ts';
import { DOCUMENTS_PER_CALL, MESSAGE_MAX } from '#core/agent/ports.ts';
import type { DocumentToSign, KeyAlgorithm, TokenInfo } from '#core/agent/protocol.ts';
import { fromBase64 } from '#core/bytes.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { continueUkey, type UkeySigningState } from '#core/task/ukey-calls.ts';
import { call } from '../../call.ts';
import { agent } from './agent-store.ts';

/** The UKey is there and so is the agent, but not with this certificate: another UKey is meant ([8.7j]). */
export class OtherUkey extends Error {}
/** There is no certificate on the UKey at all ([8.7d]). */
export class NoCertificate extends Error {}
/** None of the certificates on the UKey is good any more ([8.7g]). */
export class ExpiredCertificates extends Error {}

/** As many certificates as a call takes. */
const ATTESTATIONS = 24;

function connected() {
  const client = agent();
  if (!client) throw new AgentFailure('AGENT_GONE');
  return client;
}

/** Gives the PIN unless this page gave it before. Throws PIN_WRONG, PIN_LOCKED with the attempts left ([8.7b]). */
export async function unlock(token: TokenInfo, pin: string): Promise<void> {
  if (token.unlocked && pin === '') return;
  await connected().call('token.login', { serial: token.serial, pin });
}

/** Whether the UKey is in and this page gave its PIN. */
export async function isUnlocked(serial: string): Promise<boolean> {
  try {
    const { tokens } = await connected().call('tokens.list', {});
    return tokens.some((token) => token.serial === serial && token.unlocked);
  } catch {
    return false;
  }
}

/** Certificates on the UKey, without the PIN; those that are none are passed over. */
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

/** The same among those that are on the UKey. */
export function keyAmong(
  held: readonly { keyId: string; certificate: { serialHex: string } }[],
  certificateSerial: string,
): string {
  if (held.length === 0) throw new NoCertificate();
  const found = held.find(({ certificate }) => certificate.serialHex === certificateSerial);
  if (!found) throw new OtherUkey();
  return found.keyId;
}

/** Keys by the serial numbers of their certificates, as found on a UKey that has been in since: reading it takes a while. */
export type KnownKeys = Map<string, string>;

/** Has the UKey sign what the server asks for, until it asks for nothing more. */
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

/** As many documents as one message takes. */
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

/** A key that was made in a UKey, with its request (PKCS#10, base64). */
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

/** What the UKey itself says of its keys: its certificates (DER, base64), among them attestations where it makes any. */
export async function attestationsOn(serial: string): Promise<string[]> {
  const { certificates } = await connected().call('certificates.list', { serial });
  return certificates.map(({ der }) => der).slice(0, ATTESTATIONS);
}

/** Puts the certificate (DER, base64) beside its key. */
export async function keepCertificate({ serial, keyId }: NewKey, certificate: string): Promise<void> {
  await connected().call('certificate.store', { serial, keyId, certificate });
}

export async function changePin(serial: string, pin: string, newPin: string): Promise<void> {
  await connected().call('token.changePin', { serial, pin, newPin });
}

export async function unlockWithAdminPin(serial: string, adminPin: string, newPin: string): Promise<void> {
  await connected().call('token.unlock', { serial, adminPin, newPin });
}
