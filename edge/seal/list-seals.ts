import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { getSeal as getCall, listSeals as listCall } from '#core/seal/calls.ts';
import {
  account,
  certificate,
  placement,
  seal,
  sealGrant,
  sealUkey,
  signer,
  task,
} from '#db/schema/index.ts';
import { openRealName, REAL_NAME } from '#edge/identity/names.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { containsIf, isIf } from '#edge/kernel/storage/filters.ts';
import { orderBy } from '#edge/kernel/storage/order-by.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { managesSeals, readSeal } from './access.ts';
import { toRow } from './seal-row.ts';

type ListInput = ParsedInputOf<typeof listCall>;

/** Seals of the identity: all of them for seal managers, otherwise those it is authorized for ([2.19a]). */
export async function listSeals(
  input: ListInput,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { db, actor, now } = context;
  const own = and(eq(sealGrant.sealId, seal.id), eq(sealGrant.accountId, actor.accountId));
  const where = and(
    eq(seal.ownerKey, actor.ownerKey),
    isNull(seal.deletedAt),
    managesSeals(actor) ? undefined : isNotNull(sealGrant.level),
    containsIf(seal.name, input.stampName),
    isIf(seal.category, input.stampCategory),
    input.enabled ? eq(seal.enabled, input.enabled === 'true') : undefined,
    input.certificateStatus ? hasStatus(input.certificateStatus, now) : undefined,
  );
  const from = () =>
    db
      .select({ row: seal, certificate, level: sealGrant.level, creator: REAL_NAME })
      .from(seal)
      .leftJoin(certificate, eq(certificate.id, seal.certificateId))
      .leftJoin(sealGrant, own)
      .leftJoin(account, eq(account.id, seal.creatorId));
  const { rows, page } = await readPage(
    db,
    input,
    from()
      .where(where)
      .orderBy(...orderOf(input)),
    db
      .select({ n: count() })
      .from(seal)
      .leftJoin(certificate, eq(certificate.id, seal.certificateId))
      .leftJoin(sealGrant, own)
      .where(where),
  );
  const authorized = await authorizedNames(
    context,
    rows.map(({ row }) => row.id),
  );
  return {
    records: await Promise.all(
      rows.map(async ({ row, certificate: certificateRow, level, creator }) =>
        toRow(
          { row, certificate: certificateRow, grant: level },
          { creator: await openRealName(context, creator), authorized: authorized.get(row.id) ?? [] },
          actor,
          now,
        ),
      ),
    ),
    ...page,
  };
}

function hasStatus(status: NonNullable<ListInput['certificateStatus']>, now: number): SQL | undefined {
  if (status === 'SUCCESS') {
    return and(
      eq(seal.certificateStatus, 'SUCCESS'),
      isNull(certificate.revokedAt),
      gt(certificate.notAfter, now),
    );
  }
  if (status === 'EXPIRED') {
    const ended = or(isNotNull(certificate.revokedAt), lte(certificate.notAfter, now));
    return or(eq(seal.certificateStatus, 'EXPIRED'), and(eq(seal.certificateStatus, 'SUCCESS'), ended));
  }
  return eq(seal.certificateStatus, status);
}

const COLUMNS = {
  create_time: seal.createdAt,
  stamp_name: seal.name,
  stamp_category: seal.category,
} as const;

/** Sort order of the list ([3.25b]); newest first by default. */
function orderOf(input: ListInput): SQL[] {
  const order = orderBy(input, COLUMNS);
  return [...(order.length ? order : [desc(seal.createdAt)]), desc(seal.id)];
}

async function authorizedNames(context: SignedInContext, sealIds: string[]): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  if (sealIds.length === 0) return names;
  const rows = await context.db
    .select({ sealId: sealGrant.sealId, person: REAL_NAME })
    .from(sealGrant)
    .innerJoin(account, eq(account.id, sealGrant.accountId))
    .where(inArray(sealGrant.sealId, sealIds))
    .orderBy(asc(sealGrant.grantedAt));
  for (const { sealId, person } of rows)
    names.set(sealId, [...(names.get(sealId) ?? []), await openRealName(context, person)]);
  return names;
}

export async function getSeal(
  input: ParsedInputOf<typeof getCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof getCall>> {
  const { db, actor, now } = context;
  const view = await readSeal(context, input.stampId);
  const [creators, ukeys, [waiting]] = await db.batch([
    db.select(REAL_NAME).from(account).where(eq(account.id, view.row.creatorId)),
    db
      .select({ serial: sealUkey.serial, createdAt: sealUkey.createdAt, notAfter: certificate.notAfter })
      .from(sealUkey)
      .leftJoin(certificate, eq(certificate.id, sealUkey.certificateId))
      .where(eq(sealUkey.sealId, view.row.id))
      .orderBy(asc(sealUkey.createdAt)),
    db
      .select({ n: countDistinct(task.id) })
      .from(task)
      .innerJoin(signer, eq(signer.taskId, task.id))
      .innerJoin(placement, eq(placement.signerId, signer.id))
      .where(
        and(
          eq(signer.ownerKey, view.row.ownerKey),
          inArray(signer.state, ['UNSIGNED', 'SIGNING']),
          inArray(task.state, ['NOT_STARTED', 'IN_PROGRESS']),
          sql`${placement.kind} <> 'SIGN_DATE'`,
        ),
      ),
  ]);
  const authorized = await authorizedNames(context, [view.row.id]);
  const names = {
    creator: await openRealName(context, creators[0]),
    authorized: authorized.get(view.row.id) ?? [],
  };
  const certificateRow = view.certificate;
  return {
    ...toRow(view, names, actor, now),
    picture: view.row.picture ?? null,
    certificate: certificateRow
      ? { subject: certificateRow.subject, serial: certificateRow.serial, notAfter: certificateRow.notAfter }
      : null,
    ukeys: ukeys.map((key) => ({
      serial: key.serial,
      createTime: key.createdAt,
      certificateNotAfter: key.notAfter,
    })),
    waitingTasks: waiting?.n ?? 0,
  };
}
