import { and, eq } from 'drizzle-orm';
import { type Bytes, fromBase64, toBase64 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { issueCertificate, newSerial } from '#core/pki/certificate/issue-certificate.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import type { ProfileName } from '#core/pki/certificate/profiles.ts';
import type { KeyKind } from '#core/pki/key/generate-key-pair.ts';
import { pkcs8Signer, type Signer } from '#core/pki/key/signer.ts';
import { commonNameIn } from '#core/pki/name/common-name-in.ts';
import { DAY_MS } from '#core/time.ts';
import { certificate, signingKey } from '#db/schema/index.ts';
import { type Context, personKey } from '#edge/kernel/context.ts';
import { commit, isUniqueError } from '#edge/kernel/storage/commit.ts';
import { addressesIn } from './addresses.ts';
import type { Family } from './families.ts';
import { type CertificateRow, type KeyRow, makeKey, openSigner, withKey } from './key-store.ts';

export type { Family } from './families.ts';

export interface Authority {
  root: Certificate;
  issuing: Certificate;
  rootId: string;
  issuingId: string;
  /** Of the issuing certificate. */
  signer: Signer;
  /** The root's signer, opened only when its own list is made. */
  openRoot(context: Context): Promise<Signer>;
}

const YEAR = 365 * DAY_MS;
const KIND: Record<Family, KeyKind> = { RSA: 'RSA-3072', EC: 'P-384', SM2: 'SM2' };
const LEAF_KIND: Record<Family, KeyKind> = { RSA: 'RSA-2048', EC: 'P-256', SM2: 'SM2' };
/** Cached values, never promises: one request must not await what another began (edge/kernel/storage/database.ts). */
const opened = new Map<Family, Authority>();

/** The embedded certificate authority: root and issuing certificates, made at first use. */
export async function openAuthority(context: Context, family: Family): Promise<Authority> {
  const known = opened.get(family);
  if (known) return known;
  const authority = await loadAuthority(context, family);
  opened.set(family, authority);
  return authority;
}

const serial = () => newSerial((bytes) => crypto.getRandomValues(bytes));

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
    rootId: root.id,
    issuingId: issuing.id,
    signer: await openSigner(context, issuing),
    openRoot: (later) => openSigner(later, root),
  };
}

/** Writes both certificates in one batch with fixed ids: of two isolates that start at once, one wins and both use its rows. */
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
      serialHex: serial(),
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
      serialHex: serial(),
      notBefore,
      notAfter: context.now + 10 * YEAR,
      issuer: root,
      ...addressesIn(context.env, family, 'root'),
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
      context,
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

/** Purposes of the certificates that the embedded authority issues. */
export type Purpose = 'PERSON' | 'SEAL' | 'SEAL_MAKER' | 'TSA' | 'OCSP';

/** SEAL_MAKER signs the electronic seals that OFD files are stamped with (GB/T 38540-2020, 6.2). */
const PURPOSES: Record<Purpose, { profile: ProfileName; term: number }> = {
  PERSON: { profile: 'person', term: 3 * YEAR },
  SEAL: { profile: 'enterprise-seal', term: 3 * YEAR },
  SEAL_MAKER: { profile: 'enterprise-seal', term: 3 * YEAR },
  TSA: { profile: 'tsa', term: 8 * YEAR },
  // Nobody checks whether a responder's own certificate is revoked, so it is short-lived (RFC 6960, 4.2.2.2.1).
  OCSP: { profile: 'ocsp-responder', term: 90 * DAY_MS },
};

/** The subject of a certificate. */
export interface Subject {
  ownerKey: string;
  purpose: Purpose;
  /** Real name, or the enterprise's name. */
  organization: string;
  commonName: string;
}

/** A person's certificate contains their verified name and nothing else. Throws REAL_NAME_NEEDED without one. */
export function personSubject(accountId: string, verifiedName: string): Subject {
  if (verifiedName === '') throw new AppError('REAL_NAME_NEEDED');
  return {
    ownerKey: personKey(accountId),
    purpose: 'PERSON',
    organization: '',
    commonName: verifiedName,
  };
}

/** The row, not yet written, of a certificate for a key outside the keystore (a UKey). It expires before its issuer. */
export async function certifyKey(
  context: Context,
  subject: Subject,
  spki: Bytes,
  family: Family,
): Promise<CertificateRow> {
  const authority = await openAuthority(context, family);
  const { profile, term } = PURPOSES[subject.purpose];
  const made = await issueCertificate(
    {
      profile,
      subject: [
        ['C', 'CN'],
        ['O', subject.organization || undefined],
        ['CN', subject.commonName],
      ],
      publicKey: spki,
      serialHex: serial(),
      notBefore: context.now - 300_000,
      notAfter: Math.min(context.now + term, authority.issuing.notAfter),
      issuer: authority.issuing,
      ...addressesIn(context.env, family, 'issuing'),
    },
    authority.signer,
  );
  return {
    ...rowOf(context, made),
    purpose: subject.purpose,
    ownerKey: subject.ownerKey,
    issuerId: authority.issuingId,
  };
}

/** The columns of a certificate's row that are read from the certificate. */
export const rowOf = (context: Context, made: Certificate) => ({
  id: context.newId(),
  keyId: null,
  attestedBy: '',
  serial: made.serialHex,
  subject: made.subject.text,
  der: toBase64(made.der),
  notBefore: made.notBefore,
  notAfter: made.notAfter,
  revokedAt: null,
  revocationReason: '',
  remindedAt: null,
  createdAt: context.now,
});

/** Issues a certificate with a key of the edge keystore. Returns its row, written with its key. */
export async function issueFor(context: Context, subject: Subject, family: Family): Promise<CertificateRow> {
  const key = await makeKey(context, LEAF_KIND[family]);
  const row = { ...(await certifyKey(context, subject, key.spki, family)), keyId: key.id };
  await commit(context, [], [key.statement, context.db.insert(certificate).values(row)]);
  return row;
}

/** The owner's certificates of the embedded authority for a purpose and family, with their keys. */
export async function certificatesOf(
  context: Context,
  { ownerKey, purpose }: Pick<Subject, 'ownerKey' | 'purpose'>,
  family: Family,
): Promise<{ row: CertificateRow; key: KeyRow | null }[]> {
  const { issuingId } = await openAuthority(context, family);
  return context.db
    .select({ row: certificate, key: signingKey })
    .from(certificate)
    .leftJoin(signingKey, eq(signingKey.id, certificate.keyId))
    .where(
      and(
        eq(certificate.ownerKey, ownerKey),
        eq(certificate.purpose, purpose),
        eq(certificate.issuerId, issuingId),
      ),
    );
}

/**
 * The owner's certificate for a purpose and family with its key in the edge keystore, issued now unless one is valid
 * for another day. A person's certificate with another name, as from before verification, is not reused.
 */
export async function certificateFor(
  context: Context,
  subject: Subject,
  family: Family,
): Promise<CertificateRow> {
  const rows = await certificatesOf(context, subject, family);
  const good = rows.find(
    ({ row }) =>
      row.keyId !== null &&
      row.revokedAt === null &&
      row.notAfter > context.now + DAY_MS &&
      (subject.purpose !== 'PERSON' || commonNameIn(row.subject) === subject.commonName),
  );
  return good ? withKey(good.row, good.key) : issueFor(context, subject, family);
}
