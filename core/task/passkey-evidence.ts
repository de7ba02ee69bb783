import type { TrailEntry } from './trail.ts';

/** What an authenticator signed (WebAuthn Level 3, 6.3.3), and the key that verifies it; each in base64. */
export interface PasskeyAssertion {
  /** SubjectPublicKeyInfo of the credential. */
  key: string;
  authenticatorData: string;
  clientData: string;
  /** DER for ECDSA. */
  signature: string;
}

/** Of a consent: the text whose SHA-256 is the challenge that was signed. */
export const consentText = (ticketId: string, subjectId: string, seenDigest: string): string =>
  `signet consent\n${ticketId}\n${subjectId}\n${seenDigest}`;

/**
 * The evidence of a consent by passkey in the trail, with which a third party can verify it. It names the key only, which
 * differs at every site, and nothing else of the person or the device.
 */
export const passkeyEvidence = (
  text: string,
  { key, authenticatorData, clientData, signature }: PasskeyAssertion,
): Record<string, string> => ({
  consentText: text,
  passkeyKey: key,
  passkeyData: authenticatorData,
  passkeyClient: clientData,
  passkeySignature: signature,
});

/** The same read from an entry of a trail; null if its consent was given otherwise. */
export function readPasskeyEvidence({
  evidence,
}: Pick<TrailEntry, 'evidence'>): { text: string; seen: string | null; assertion: PasskeyAssertion } | null {
  const { consentText: text, passkeyKey: key, passkeyData: authenticatorData } = evidence;
  const { passkeyClient: clientData, passkeySignature: signature, consentSeen: seen } = evidence;
  if (!text || !key || !authenticatorData || !clientData || !signature) return null;
  return { text, seen: seen ?? null, assertion: { key, authenticatorData, clientData, signature } };
}
