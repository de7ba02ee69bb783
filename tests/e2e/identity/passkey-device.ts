import type { CDPSession, Page } from 'playwright-core';
import { product } from '../../product.ts';

/** The product by a host name: browsers have no passkeys for an IP address. */
export const here = (path: string): string => {
  const url = new URL(path, product().baseUrl);
  url.hostname = 'localhost';
  return url.href;
};

type Credential = Awaited<ReturnType<typeof credentialsOf>>[number];
const credentialsOf = async (cdp: CDPSession, authenticatorId: string) =>
  (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

/** An authenticator of Chromium in this page, which verifies its user without asking anybody. */
export async function plugIn(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** What was put into it on one page, for an authenticator of another page. */
    keys: () => credentialsOf(cdp, authenticatorId),
    take: async (keys: readonly Credential[]) => {
      for (const credential of keys)
        await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
    count: async () => (await credentialsOf(cdp, authenticatorId)).length,
  };
}
