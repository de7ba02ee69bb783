import { eq } from 'drizzle-orm';
import { type Bytes, fromBase64, sameBytes } from '#core/bytes.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { sha256Hex } from '#core/sha256.ts';
import { certificate } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { openAuthority, rowOf } from './authority.ts';
import type { CertificateRow } from './key-store.ts';

const MOST = 6;
/** Certificates of authorities never change, so each isolate reads each once. */
const known = new Map<string, Pick<CertificateRow, 'der' | 'issuerId'>>();

/** The certificate and its stored chain, DER, the certificate itself first. */
export async function chainOf(
  { db }: Context,
  row: Pick<CertificateRow, 'der' | 'issuerId'>,
): Promise<Bytes[]> {
  const chain = [fromBase64(row.der)];
  let issuerId = row.issuerId;
  while (issuerId && chain.length < MOST) {
    let issuer = known.get(issuerId);
    if (!issuer) {
      [issuer] = await db.select().from(certificate).where(eq(certificate.id, issuerId));
      if (!issuer) break;
      known.set(issuerId, issuer);
    }
    chain.push(fromBase64(issuer.der));
    issuerId = issuer.issuerId;
  }
  return chain;
}

/**
 * Stores the chain above a certificate, each certificate once, unless it is of the embedded authority. `issuerId` is the
 * row of the direct issuer.
 */
export async function keepChain(
  context: Context,
  chain: readonly Bytes[],
): Promise<{ issuerId: string | null; statements: Statement[] }> {
  const own = await openAuthority(context, 'RSA');
  if (chain[0] && sameBytes(chain[0], own.issuing.der)) return { issuerId: own.issuingId, statements: [] };
  const ids = await Promise.all(chain.map(idOf));
  const statements = chain.map((der, i) =>
    context.db
      .insert(certificate)
      .values({
        ...rowOf(context, parseCertificate(der)),
        id: ids[i]!,
        purpose: 'OUTSIDE',
        ownerKey: 'CA:OUTSIDE',
        issuerId: ids[i + 1] ?? null,
      })
      .onConflictDoNothing(),
  );
  return { issuerId: ids[0] ?? null, statements };
}

async function idOf(der: Bytes): Promise<string> {
  const digest = await sha256Hex(der);
  return `ca${digest.slice(0, 30)}`;
}
