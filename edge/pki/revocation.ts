import { and, count, eq, gt, inArray, isNotNull, isNull, max, or, type SQL } from 'drizzle-orm';
import type { Bytes } from '#core/bytes.ts';
import { REVOCATION_REASONS, type RevocationReason } from '#core/pki/certificate/certificate.ts';
import { buildCrl } from '#core/pki/crl/build-crl.ts';
import { answerOcspRequest } from '#core/pki/ocsp/answer-ocsp-request.ts';
import type { OcspStatus } from '#core/pki/ocsp/ocsp.ts';
import { buildOcspRequest } from '#core/pki/ocsp/ocsp-request.ts';
import { DAY_MS } from '#core/time.ts';
import { certificate } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { Level } from './addresses.ts';
import { type Authority, type Family, openAuthority } from './authority.ts';
import { openSigningService } from './signing-service.ts';

const HOUR = 3_600_000;
/** Validity of a response; each request gets a new one. */
const OCSP_TERM = HOUR;
const CRL_TERM = DAY_MS;

const reasonOf = (text: string): RevocationReason | undefined =>
  REVOCATION_REASONS.find((reason) => reason === text && reason !== 'unspecified');

/**
 * Statements that revoke certificates; write them in one commit with the cause. Revoked ones keep their time. Earlier
 * signatures stay valid if a time stamp proves when they were made.
 */
export function revokeStatement(
  { db, now }: Context,
  which: { ids: readonly string[] } | { ownerKey: string },
  reason: RevocationReason,
): Statement {
  const of: SQL =
    'ids' in which ? inArray(certificate.id, [...which.ids]) : eq(certificate.ownerKey, which.ownerKey);
  return db
    .update(certificate)
    .set({ revokedAt: now, revocationReason: reason })
    .where(and(of, isNull(certificate.revokedAt)));
}

async function statusOf({ db }: Context, { issuingId }: Authority, serial: string): Promise<OcspStatus> {
  const [row] = await db
    .select()
    .from(certificate)
    .where(and(eq(certificate.issuerId, issuingId), eq(certificate.serial, serial)));
  if (!row) return { kind: 'unknown' };
  if (row.revokedAt === null) return { kind: 'good' };
  return { kind: 'revoked', revokedAt: row.revokedAt, reason: reasonOf(row.revocationReason) };
}

export interface OcspAnswer {
  der: Bytes;
  thisUpdate: number;
  nextUpdate: number;
}

/** Answers a request about certificates of the issuing authority (RFC 6960) by its delegated responder. */
export async function answerOcsp(context: Context, family: Family, request: Bytes): Promise<OcspAnswer> {
  const authority = await openAuthority(context, family);
  const { signer, certificate: responder } = await openSigningService(context, 'OCSP', family);
  const now = Math.floor(context.now / 1000) * 1000;
  const nextUpdate = now + OCSP_TERM;
  const der = await answerOcspRequest(request, {
    issuer: authority.issuing,
    responder,
    signer,
    now,
    nextUpdate,
    statusOf: (serial) => statusOf(context, authority, serial),
  });
  return { der, thisUpdate: now, nextUpdate };
}

/** The responder's answer for one certificate, to be embedded in a document. */
export async function ocspAnswerOf(context: Context, family: Family, serialHex: string): Promise<Bytes> {
  const { issuing } = await openAuthority(context, family);
  return (await answerOcsp(context, family, buildOcspRequest({ serialHex, issuer: issuing }))).der;
}

export interface Crl {
  der: Bytes;
  thisUpdate: number;
  nextUpdate: number;
}

/** Lists by authority, cached until a revocation or their maximum age. */
const lists = new Map<string, { mark: string; crl: Crl }>();

/** The list of revoked certificates of one authority (RFC 5280, clause 5), signed by itself. */
export async function currentCrl(context: Context, family: Family, level: Level): Promise<Crl> {
  const { db, now } = context;
  const authority = await openAuthority(context, family);
  const issuerId = level === 'root' ? authority.rootId : authority.issuingId;
  const revoked = and(eq(certificate.issuerId, issuerId), isNotNull(certificate.revokedAt));
  const [state] = await db
    .select({ last: max(certificate.revokedAt), number: count() })
    .from(certificate)
    .where(revoked);
  const mark = `${state?.last ?? 0}/${state?.number ?? 0}`;
  const key = `${issuerId}/${authority.issuing.serialHex}`;
  const cached = lists.get(key);
  if (cached && cached.mark === mark && cached.crl.thisUpdate > now - HOUR) return cached.crl;
  const rows = await db
    .select()
    .from(certificate)
    // An expired certificate leaves the list after the first list issued after its expiry (clause 5.1.2.6).
    .where(and(revoked, or(gt(certificate.notAfter, now - 2 * CRL_TERM))));
  const thisUpdate = Math.floor(now / 1000) * 1000;
  const signer = level === 'root' ? await authority.openRoot(context) : authority.signer;
  const der = await buildCrl(
    {
      issuer: level === 'root' ? authority.root : authority.issuing,
      thisUpdate,
      nextUpdate: thisUpdate + CRL_TERM,
      // Increases with every list, across isolates too.
      number: now,
      entries: rows.map((row) => {
        const reason = reasonOf(row.revocationReason);
        return {
          serialHex: row.serial,
          revokedAt: row.revokedAt ?? now,
          ...(reason ? { reason } : {}),
        };
      }),
    },
    signer,
  );
  const crl = { der, thisUpdate, nextUpdate: thisUpdate + CRL_TERM };
  lists.set(key, { mark, crl });
  return crl;
}
