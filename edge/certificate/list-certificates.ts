import { and, asc, count, desc, eq, gt, isNotNull, isNull, lte, min, or, type SQL } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { getExpiring as expiringCall, listCertificates as listCall } from '#core/certificate/calls.ts';
import { can } from '#core/machine.ts';
import { SEAL_CATEGORIES, UPDATE_AHEAD_MS, UPDATE_MACHINE } from '#core/seal/states.ts';
import { certificate, seal } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { containsIf, isIf } from '#edge/kernel/storage/filters.ts';
import { orderBy } from '#edge/kernel/storage/order-by.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { certificateStateOf, managesSeals, updateStateOf } from '#edge/seal/access.ts';

type Input = ParsedInputOf<typeof listCall>;

const COLUMNS = { not_after: certificate.notAfter, stamp_name: seal.name } as const;

/** Certificates of the enterprise's seals ([3.6a], [2.25e]), the earliest expiry first. */
export async function listCertificates(
  input: Input,
  { db, actor, now }: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const where = and(
    ownSeals(actor.ownerKey),
    containsIf(seal.name, input.stampName),
    isIf(seal.category, input.sealCategory),
    input.status ? hasStatus(input.status, now) : undefined,
  );
  const joined = () => eq(certificate.id, seal.certificateId);
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select({ row: seal, certificate })
      .from(seal)
      .innerJoin(certificate, joined())
      .where(where)
      .orderBy(...orderOf(input)),
    db.select({ n: count() }).from(seal).innerJoin(certificate, joined()).where(where),
  );
  return {
    records: rows.map((view) => {
      const { row, certificate: certificateRow } = view;
      const update = updateStateOf(view, now);
      return {
        stampId: row.id,
        stampName: row.name,
        sealCategory: SEAL_CATEGORIES.find((one) => one === row.category) ?? 'GENERAL',
        serial: certificateRow.serial,
        notAfter: certificateRow.notAfter,
        certificateStatus: certificateStateOf(view, now),
        update,
        certTypeId: certificateRow.keyId === null ? ('UKEY' as const) : ('SERVER' as const),
        actions:
          certificateRow.keyId !== null && can(UPDATE_MACHINE, update, 'start') ? ['update' as const] : [],
      };
    }),
    ...page,
  };
}

const ownSeals = (ownerKey: string): SQL | undefined =>
  and(eq(seal.ownerKey, ownerKey), isNull(seal.deletedAt));

/** Expires within a month and is not being renewed ([4.4g], [9.33]). */
const isDue = (now: number): SQL | undefined =>
  and(
    eq(seal.certificateUpdate, 'NONE'),
    eq(seal.certificateStatus, 'SUCCESS'),
    isNull(certificate.revokedAt),
    gt(certificate.notAfter, now),
    lte(certificate.notAfter, now + UPDATE_AHEAD_MS),
  );

function hasStatus(status: NonNullable<Input['status']>, now: number): SQL | undefined {
  switch (status) {
    case 'TO_UPDATE':
      return isDue(now);
    case 'UPDATING':
      return eq(seal.certificateUpdate, 'UPDATING');
    case 'EXPIRED':
      return or(isNotNull(certificate.revokedAt), lte(certificate.notAfter, now));
  }
}

function orderOf(input: Input): SQL[] {
  const order = orderBy(input, COLUMNS);
  return [...(order.length ? order : [asc(certificate.notAfter)]), desc(seal.id)];
}

/** For the tip of the home page ([2.8b]): how many expire within a month, and when the first does. */
export async function getExpiring(
  _input: unknown,
  { db, actor, now }: SignedInContext,
): Promise<OutputOf<typeof expiringCall>> {
  if (actor.entId === '' || !managesSeals(actor)) return { count: 0, firstNotAfter: null };
  const [row] = await db
    .select({ n: count(), first: min(certificate.notAfter) })
    .from(seal)
    .innerJoin(certificate, eq(certificate.id, seal.certificateId))
    .where(and(ownSeals(actor.ownerKey), isDue(now)));
  return { count: row?.n ?? 0, firstNotAfter: row?.first ?? null };
}
