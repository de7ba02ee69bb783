import { eq, type SQL } from 'drizzle-orm';
import type { EnterpriseAuth } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import { nameKey } from '#core/identity/compare-names.ts';
import { next } from '#core/machine.ts';
import { nameOfUnit, type UnitForm } from '#core/realname/enterprise-form.ts';
import { ENTERPRISE_MACHINE } from '#core/realname/states.ts';
import { enterprise, member } from '#db/schema/index.ts';
import { readAsAdministrator } from '#edge/company/read-company.ts';
import { endMembership } from '#edge/company/release-authorizations.ts';
import { standStill } from '#edge/company/sessions-acting.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { operatorOf } from '#edge/seal/change-seal.ts';
import {
  codeIsFree,
  type EnterpriseRow,
  enterpriseUnchanged,
  isCodeTaken,
  nameIsFree,
  openOfEnterprise,
} from './ent-applications.ts';

/** Guards and statements that bind an application to an enterprise. */
export interface EnterpriseClaim {
  entId: string;
  /** State to restore if the application fails. */
  before: EnterpriseAuth;
  guards: SQL[];
  statements: Statement[];
}

/**
 * Determines the enterprise of an application: the one that the applicant administers, or a new one with that name. A
 * name is free again after an unsuccessful application. Throws ENTERPRISE_NAME_TAKEN, ENTERPRISE_CODE_TAKEN,
 * REALNAME_UNDER_WAY, COMPANY_DISABLED.
 */
export async function claimEnterprise(
  context: SignedInContext,
  entId: string,
  unit: UnitForm,
): Promise<EnterpriseClaim> {
  const name = nameOfUnit(unit);
  const [named] = await context.db
    .select()
    .from(enterprise)
    .where(eq(enterprise.nameKey, nameKey(name)));
  const known = entId === '' ? undefined : await readOwn(context, entId);
  if (named && named.id !== known?.id && (known || !(await isForsaken(context, named))))
    throw new AppError('ENTERPRISE_NAME_TAKEN', {}, 'unit.entName');
  const row = known ?? named;
  if (row && (await openOfEnterprise(context, row.id))) throw new AppError('REALNAME_UNDER_WAY');
  const id = row?.id ?? context.newId();
  if (await isCodeTaken(context, id, unit.creditCode))
    throw new AppError('ENTERPRISE_CODE_TAKEN', {}, 'unit.creditCode');
  const guards = [nameIsFree(id, name), codeIsFree(id, unit.creditCode)];
  if (!row) return { entId: id, before: 'UNAUTH', guards, statements: found(context, id, name) };
  if (row.businessStatus === 'DISABLE') throw new AppError('COMPANY_DISABLED');
  const before = row.authStatus;
  const status = next(ENTERPRISE_MACHINE, before, 'submit');
  if (status === null) throw new AppError('REALNAME_UNDER_WAY');
  return {
    entId: id,
    before,
    guards: [...guards, enterpriseUnchanged(row)],
    statements: [
      context.db.update(enterprise).set({ authStatus: status }).where(eq(enterprise.id, id)),
      ...standStill(context, id),
      ...(row.administratorId === context.actor.accountId ? [] : await takeOver(context, row)),
    ],
  };
}

async function readOwn(context: SignedInContext, entId: string): Promise<EnterpriseRow> {
  const { enterprise: row } = await readAsAdministrator(context, entId, context.actor.accountId);
  return row;
}

/** Whether an enterprise was never verified and has no application in progress, so that its name is free. */
const isForsaken = async (context: SignedInContext, row: EnterpriseRow): Promise<boolean> =>
  row.authStatus === 'UNAUTH' && (await openOfEnterprise(context, row.id)) === undefined;

function found(context: SignedInContext, id: string, name: string): Statement[] {
  const { actor, db, now } = context;
  return [
    db.insert(enterprise).values({
      id,
      name,
      ownerType: actor.accountOwnerType,
      authStatus: 'AUTHING',
      businessStatus: 'PENDING_REVIEW',
      administratorId: actor.accountId,
      createdAt: now,
    }),
    join(context, id),
  ];
}

const join = ({ actor, db, newId, now }: SignedInContext, enterpriseId: string): Statement =>
  db
    .insert(member)
    .values({
      id: newId(),
      enterpriseId,
      accountId: actor.accountId,
      roles: ['ENT_ADMIN'],
      businessTypes: null,
      joinedAt: now,
    })
    .onConflictDoUpdate({
      target: [member.enterpriseId, member.accountId],
      set: { roles: ['ENT_ADMIN'], businessTypes: null, joinedAt: now, leftAt: null },
    });

async function takeOver(context: SignedInContext, row: EnterpriseRow): Promise<Statement[]> {
  const { actor, db } = context;
  const former = row.administratorId;
  return [
    ...(former ? await endMembership(context, row.id, former, operatorOf(context), '') : []),
    db.update(enterprise).set({ administratorId: actor.accountId }).where(eq(enterprise.id, row.id)),
    join(context, row.id),
  ];
}
