import { and, eq } from 'drizzle-orm';
import { type Bytes, fromBase64, toBase64, toHex } from '#core/bytes.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { issueCertificate } from '#core/pki/certificate/issue-certificate.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import type { KeyKind } from '#core/pki/key/generate-key-pair.ts';
import { pkcs8Signer, type Signer } from '#core/pki/key/signer.ts';
import { certificate } from '#db/schema/index.ts';
import type { Context } from '../context.ts';
import { commit, isUniqueError } from '../storage/commit.ts';
import { type CertificateRow, makeKey, openSigner } from './key-store.ts';

/** The embedded authority signs with one of two families of keys: RSA for PDF, SM2 for OFD. */
export type Family = 'RSA' | 'SM2';

export interface Authority {
  root: Certificate;
  issuing: Certificate;
  issuingId: string;
  signer: Signer;
}

const YEAR = 365 * 86_400_000;
const KIND: Record<Family, KeyKind> = { RSA: 'RSA-3072', SM2: 'SM2' };
const opened = new Map<Family, Promise<Authority>>();

/** The embedded certificate authority: root and issuing certificates, made when it is first asked for. */
export function openAuthority(context: Context, family: Family): Promise<Authority> {
  let authority = opened.get(family);
  if (!authority) {
    authority = loadAuthority(context, family).catch((error: unknown) => {
      opened.delete(family);
      throw error;
    });
    opened.set(family, authority);
  }
  return authority;
}

const newSerial = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return toHex(bytes);
};

async function loadAuthority(context: Context, family: Family): Promise<Authority> {
  const ownerKey = `CA:${family}`;
  const read = () => context.db.select().from(certificate).where(eq(certificate.ownerKey, ownerKey));
  let rows = await read();
  if (rows.length < 2) {
    await makeAuthority(context, family, ownerKey);
    rows = await read();
  }
  const root = rows.find((row) => row.purpose === 'ROOT')!;
  const issuing = rows.find((row) => row.purpose === 'ISSUING')!;
  return {
    root: parseCertificate(fromBase64(root.der)),
    issuing: parseCertificate(fromBase64(issuing.der)),
    issuingId: issuing.id,
    signer: await openSigner(context, issuing),
  };
}

/** Both certificates in one batch with fixed ids: of two isolates that start at once, one wins and both use its work. */
async function makeAuthority(context: Context, family: Family, ownerKey: string): Promise<void> {
  const kind = KIND[family];
  const [rootKey, issuingKey] = await Promise.all([makeKey(context, kind), makeKey(context, kind)]);
  const name = (cn: string) =>
    [
      ['C', 'CN'],
      ['O', 'Signet'],
      ['CN', cn],
    ] as const;
  const rootSigner = await pkcs8Signer(rootKey.pkcs8);
  const notBefore = context.now - 3_600_000;
  const root = await issueCertificate(
    {
      profile: 'root-ca',
      subject: name(`Signet Root CA ${family}`),
      publicKey: rootKey.spki,
      serialHex: newSerial(),
      notBefore,
      notAfter: context.now + 20 * YEAR,
    },
    rootSigner,
  );
  const issuing = await issueCertificate(
    {
      profile: 'issuing-ca',
      subject: name(`Signet Issuing CA ${family}`),
      publicKey: issuingKey.spki,
      serialHex: newSerial(),
      notBefore,
      notAfter: context.now + 10 * YEAR,
      issuer: root,
    },
    rootSigner,
  );
  const rootId = `ca-root-${family.toLowerCase()}`;
  const toRow = (id: string, purpose: string, made: Certificate, keyId: string, issuerId: string | null) => ({
    id,
    purpose,
    ownerKey,
    keyId,
    serial: made.serialHex,
    subject: made.subject.text,
    der: toBase64(made.der),
    issuerId,
    notBefore: made.notBefore,
    notAfter: made.notAfter,
    createdAt: context.now,
  });
  try {
    await commit(
      context.db,
      context.newId(),
      [],
      [
        rootKey.statement,
        issuingKey.statement,
        context.db
          .insert(certificate)
          .values([
            toRow(rootId, 'ROOT', root, rootKey.id, null),
            toRow(`ca-issuing-${family.toLowerCase()}`, 'ISSUING', issuing, issuingKey.id, rootId),
          ]),
      ],
    );
  } catch (error) {
    if (!isUniqueError(error)) throw error;
  }
}

/** Who a certificate is for. */
export interface Subject {
  ownerKey: string;
  /** SEAL_MAKER: signs the electronic seals that OFD files are stamped with (GB/T 38540-2020, 6.2). */
  purpose: 'PERSON' | 'SEAL' | 'SEAL_MAKER';
  /** Real name, or the enterprise's name. */
  organization: string;
  commonName: string;
}

/** A certificate, good for three years, for a key that lives elsewhere (a UKey): the row, not yet written. */
export async function certifyKey(
  context: Context,
  subject: Subject,
  spki: Bytes,
  family: Family,
): Promise<CertificateRow> {
  const authority = await openAuthority(context, family);
  const made = await issueCertificate(
    {
      profile: subject.purpose === 'PERSON' ? 'person' : 'enterprise-seal',
      subject: [
        ['C', 'CN'],
        ['O', subject.organization || undefined],
        ['CN', subject.commonName],
      ],
      publicKey: spki,
      serialHex: newSerial(),
      notBefore: context.now - 300_000,
      notAfter: context.now + 3 * YEAR,
      issuer: authority.issuing,
    },
    authority.signer,
  );
  return {
    id: context.newId(),
    purpose: subject.purpose,
    ownerKey: subject.ownerKey,
    keyId: null,
    serial: made.serialHex,
    subject: made.subject.text,
    der: toBase64(made.der),
    issuerId: authority.issuingId,
    notBefore: made.notBefore,
    notAfter: made.notAfter,
    revokedAt: null,
    revocationReason: '',
    createdAt: context.now,
  };
}

/** Issues a certificate with a key of the edge keystore. Returns its row, written with its key. */
export async function issueFor(context: Context, subject: Subject, family: Family): Promise<CertificateRow> {
  const key = await makeKey(context, family === 'RSA' ? 'RSA-2048' : 'SM2');
  const row = { ...(await certifyKey(context, subject, key.spki, family)), keyId: key.id };
  await commit(context.db, context.newId(), [], [key.statement, context.db.insert(certificate).values(row)]);
  return row;
}

/**
 * The owner's certificate for a purpose and family with its key in the edge keystore, issued now if there is none that
 * is good.
 */
export async function certificateFor(
  context: Context,
  subject: Subject,
  family: Family,
): Promise<CertificateRow> {
  const authority = await openAuthority(context, family);
  const rows = await context.db
    .select()
    .from(certificate)
    .where(
      and(
        eq(certificate.ownerKey, subject.ownerKey),
        eq(certificate.purpose, subject.purpose),
        eq(certificate.issuerId, authority.issuingId),
      ),
    );
  const good = rows.find(
    (row) => row.keyId !== null && row.revokedAt === null && row.notAfter > context.now + 86_400_000,
  );
  return good ?? issueFor(context, subject, family);
}
