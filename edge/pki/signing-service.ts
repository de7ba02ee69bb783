import { fromBase64 } from '#core/bytes.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import type { Signer } from '#core/pki/key/signer.ts';
import { DAY_MS } from '#core/time.ts';
import type { Context } from '#edge/kernel/context.ts';
import { certificateFor, type Family } from './authority.ts';
import { openSigner } from './key-store.ts';

/** A service of the product that signs in its own name: time stamps and revocation responses. */
export interface SigningService {
  signer: Signer;
  certificate: Certificate;
}

const NAMES = { TSA: 'Signet TSA', OCSP: 'Signet OCSP' } as const;
/** A value, never a promise: one request must not await what another began (edge/kernel/storage/database.ts). */
const open = new Map<string, { service: SigningService; until: number }>();

/** The service with its certificate, which is renewed a day before it expires. Cached per isolate for an hour. */
export async function openSigningService(
  context: Context,
  purpose: 'TSA' | 'OCSP',
  family: Family,
): Promise<SigningService> {
  const key = `${purpose}:${family}`;
  const known = open.get(key);
  if (known && known.until > context.now) return known.service;
  const service = await load(context, purpose, family);
  open.set(key, { service, until: context.now + DAY_MS / 24 });
  return service;
}

async function load(context: Context, purpose: 'TSA' | 'OCSP', family: Family): Promise<SigningService> {
  const row = await certificateFor(
    context,
    {
      ownerKey: `CA:${purpose}`,
      purpose,
      organization: 'Signet',
      commonName: `${NAMES[purpose]} ${family}`,
    },
    family,
  );
  return { signer: await openSigner(context, row), certificate: parseCertificate(fromBase64(row.der)) };
}
