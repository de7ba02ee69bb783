import { and, asc, count, desc, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import type {
  askRecertification as askCall,
  listPlatformEnterprises as listCall,
  switchEnterprise as switchCall,
} from '#core/platform/calls.ts';
import { maskName } from '#core/realname/mask.ts';
import { ENTERPRISE_MACHINE } from '#core/realname/states.ts';
import { account, enterprise } from '#db/schema/index.ts';
import { recheckTasks, standStill, withForgottenSessions } from '#edge/company/sessions-acting.ts';
import { openRealName, REAL_NAME } from '#edge/identity/names.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { containsIf, isIf } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { enterpriseUnchanged, readEnterprise } from '#edge/realname/ent-applications.ts';
import { tellApplicant } from '#edge/realname/pass-enterprise.ts';
import { editionOf } from './change-edition.ts';

export async function listPlatformEnterprises(
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { db } = context;
  const where = and(
    eq(enterprise.nodeType, 'ENTERPRISE-ENTERPRISE'),
    containsIf(enterprise.name, input.entName),
    isIf(enterprise.authStatus, input.authStatus),
    isIf(enterprise.businessStatus, input.businessStatus),
  );
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select({ enterprise, administrator: REAL_NAME })
      .from(enterprise)
      .leftJoin(account, eq(account.id, enterprise.administratorId))
      .where(where)
      .orderBy(desc(enterprise.createdAt), asc(enterprise.id)),
    db.select({ n: count() }).from(enterprise).where(where),
  );
  return {
    records: await Promise.all(
      rows.map(async ({ enterprise: row, administrator }) => ({
        entId: row.id,
        entName: row.name,
        creditCode: row.creditCode,
        authStatus: row.authStatus,
        businessStatus: row.businessStatus,
        edition: editionOf(row),
        ownerType: row.ownerType,
        administrator: maskName(await openRealName(context, administrator)),
        createTime: row.createdAt,
      })),
    ),
    ...page,
  };
}

/**
 * [6.1] Disables or enables an enterprise. Nobody can act for a disabled one: its sessions fall back to the person, and
 * its running tasks are frozen until it is enabled. Throws CONFLICT if the status differs from `from`.
 */
export async function switchEnterprise(
  input: ParsedInputOf<typeof switchCall>,
  context: SignedInContext,
): Promise<null> {
  const { db } = context;
  const row = await readEnterprise(context, input.entId);
  if (!row) throw new AppError('NOT_FOUND');
  if (row.businessStatus !== input.from || input.from === input.to) throw new AppError('CONFLICT');
  const off = input.to === 'DISABLE';
  const change = () =>
    commit(
      context,
      [enterpriseUnchanged(row)],
      [
        db.update(enterprise).set({ businessStatus: input.to }).where(eq(enterprise.id, row.id)),
        ...(off ? standStill(context, row.id) : [recheckTasks(context, row.id)]),
        auditOf(context, {
          action: off ? 'ENTERPRISE_DISABLED' : 'ENTERPRISE_ENABLED',
          targetKind: 'ENTERPRISE',
          targetId: row.id,
          targetName: row.name,
          remark: input.reason,
        }),
        ...(row.administratorId
          ? [
              tellApplicant(
                context,
                row.administratorId,
                off ? 'ENTERPRISE_SWITCHED_OFF' : 'ENTERPRISE_SWITCHED_ON',
                { enterprise: row.name, ...(off ? { reason: input.reason } : {}) },
              ),
            ]
          : []),
      ],
      new AppError('CONFLICT'),
    );
  await withForgottenSessions(context, row.id, undefined, change);
  return null;
}

/**
 * [4.8a] Changes the status from AUTH to PENDING_REAUTH, because the licence expired or its data changed. Until the
 * enterprise is verified again ([4.18a]), nobody can act for it, and its running tasks are frozen. Throws CONFLICT.
 */
export async function askRecertification(
  input: ParsedInputOf<typeof askCall>,
  context: SignedInContext,
): Promise<null> {
  const { db } = context;
  const row = await readEnterprise(context, input.entId);
  if (!row) throw new AppError('NOT_FOUND');
  const status = next(ENTERPRISE_MACHINE, row.authStatus, 'ask');
  if (row.authStatus !== 'AUTH' || status === null) throw new AppError('CONFLICT');
  const change = () =>
    commit(
      context,
      [enterpriseUnchanged(row)],
      [
        db.update(enterprise).set({ authStatus: status }).where(eq(enterprise.id, row.id)),
        ...standStill(context, row.id),
        auditOf(context, {
          action: 'RECERTIFICATION_ASKED',
          targetKind: 'ENTERPRISE',
          targetId: row.id,
          targetName: row.name,
          remark: input.reason,
        }),
        ...(row.administratorId
          ? [
              tellApplicant(context, row.administratorId, 'RECERTIFICATION_ASKED', {
                enterprise: row.name,
                reason: input.reason,
              }),
            ]
          : []),
      ],
      new AppError('CONFLICT'),
    );
  await withForgottenSessions(context, row.id, undefined, change);
  return null;
}
