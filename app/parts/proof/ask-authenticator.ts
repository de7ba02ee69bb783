/** What the server asks an authenticator for; all but `rpId` and `userName` base64url. */
interface AuthenticatorRequest {
  challenge: string;
  rpId: string;
  known: readonly string[];
}

const load = () => import('@simplewebauthn/browser');

/** Whether this browser has passkeys for the page: only on https and for a host name, not for an IP address. */
export const hasPasskeys = (): boolean =>
  typeof window.PublicKeyCredential === 'function' && /[a-z]/i.test(window.location.hostname);

const credentials = (ids: readonly string[]) => ids.map((id) => ({ id, type: 'public-key' as const }));

/** Has an authenticator make a passkey and verify the person; resolves with its response as JSON. Rejects if they cancel. */
export async function makePasskey({
  challenge,
  rpId,
  known,
  userHandle,
  userName,
}: AuthenticatorRequest & { userHandle: string; userName: string }): Promise<string> {
  const { startRegistration } = await load();
  const response = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rpId, name: 'Signet' },
      user: { id: userHandle, name: userName, displayName: userName },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' as const })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: credentials(known),
      attestation: 'none',
      timeout: 120_000,
    },
  });
  return JSON.stringify(response);
}

/** Has an authenticator sign the challenge with one of the known passkeys, or any of this site; resolves as above. */
export async function signWithPasskey({ challenge, rpId, known }: AuthenticatorRequest): Promise<string> {
  const { startAuthentication } = await load();
  const response = await startAuthentication({
    optionsJSON: {
      challenge,
      rpId,
      allowCredentials: credentials(known),
      userVerification: 'required',
      timeout: 120_000,
    },
  });
  return JSON.stringify(response);
}
