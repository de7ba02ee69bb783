import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { chinaDay } from '#core/china-time.ts';
import { mayChangeRoles, mayLeaveByRoster } from '#core/company/roles.ts';
import type { getEmployee as getCall, revealEmployee as revealCall } from '#core/employee/calls.ts';
import { maskField } from '#core/employee/mask.ts';
import type { Section } from '#core/employee/sections.ts';
import { warningsOf } from '#core/employee/warnings.ts';
import { maskContact } from '#core/identity/mask.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import { isContact } from '#core/validate/contact.ts';
import { account, employeeImage, employeeRecord, member, seal, sealGrant } from '#db/schema/index.ts';
import { departmentPaths } from '#edge/company/departments.ts';
import { namesOf } from '#edge/company/people.ts';
import { mayAs } from '#edge/identity/check-access.ts';
import { ANY_NAME, openLoginName } from '#edge/identity/names.ts';
import { enterpriseKey, type SignedInContext } from '#edge/kernel/context.ts';
import {
  type EmployeeSource,
  openSection,
  readEmployee,
  recordEmployee,
  refuseWithheld,
} from './read-employee.ts';
import { transfersOf } from './transfer-employees.ts';

type Detail = OutputOf<typeof getCall>;

const MOST_RECORDS = 50;

/** [3.2b] What is known of an employee, with what is personal masked. */
export async function getEmployee(
  input: ParsedInputOf<typeof getCall>,
  context: SignedInContext,
): Promise<Detail> {
  const row = await readEmployee(context, input.employeeId);
  const masked = async (section: Section) =>
    Object.fromEntries(
      Object.entries(await openSection(context, row, section)).map(([name, value]) => [
        name,
        maskField(name, value),
      ]),
    );
  const pathOf = await departmentPaths(context, row.enterpriseId);
  const images = await imagesOf(context, row);
  const expiries = images.map(({ expiry }) => expiry);
  const [who, contact, salary] = await Promise.all([masked('PERSONAL'), masked('CONTACT'), masked('SALARY')]);
  return {
    employeeId: row.id,
    state: row.state,
    version: row.version,
    personal: {
      ...(who as Omit<Detail['personal'], 'idType' | 'idExpiry'>),
      idType: row.idType,
      idExpiry: row.idExpiry,
    },
    work: {
      entryDate: row.entryDate,
      departmentId: row.departmentId,
      jobContent: row.jobContent,
      workLocation: row.workLocation,
      regularDate: row.regularDate,
      firstWorkDate: row.firstWorkDate,
    },
    contact: contact as Detail['contact'],
    salary: context.actor.salaryWithheld ? null : (salary as Detail['salary']),
    contract: { contractStart: row.contractStart, contractEnd: row.contractEnd },
    department: pathOf(row.departmentId),
    departDate: row.departDate,
    departReason: row.sealed.departReason
      ? await context.keys.openField(row.sealed.departReason, `departReason:${row.id}`)
      : '',
    erasedAt: row.erasedAt,
    warnings: row.state === 'ACTIVE' ? warningsOf(row, expiries, chinaDay(context.now)) : [],
    transfers: await transfersOf(context, row, pathOf),
    images,
    member: await memberOf(context, row),
    records: await recordsOf(context, row),
  };
}

/** [3.2b] A section in full. Written before the answer goes out: no look without its line. */
export async function revealEmployee(
  input: ParsedInputOf<typeof revealCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof revealCall>> {
  const row = await readEmployee(context, input.employeeId);
  refuseWithheld(context, input.section);
  await recordEmployee(context, row.id, 'REVEALED', input.section);
  return { values: await openSection(context, row, input.section) };
}

async function imagesOf({ db }: SignedInContext, row: EmployeeSource): Promise<Detail['images']> {
  const rows = await db
    .select()
    .from(employeeImage)
    .where(eq(employeeImage.employeeId, row.id))
    .orderBy(asc(employeeImage.kind), asc(employeeImage.createdAt), asc(employeeImage.id));
  return rows.map(({ id, kind, name, expiry, width, height }) => ({
    imageId: id,
    kind,
    name,
    expiry,
    width,
    height,
  }));
}

/** The member of the enterprise who has the employee's mobile number. */
export async function readMember({ db }: SignedInContext, row: EmployeeSource) {
  const [found] = await db
    .select({
      ...ANY_NAME,
      accountId: account.id,
      roles: member.roles,
      joinedAt: member.joinedAt,
      authStatus: account.personalAuthStatus,
      idNumberIndex: account.idNumberIndex,
    })
    .from(member)
    .innerJoin(account, eq(account.id, member.accountId))
    .where(
      and(
        eq(member.enterpriseId, row.enterpriseId),
        eq(account.mobileIndex, row.mobileIndex),
        isNull(member.leftAt),
      ),
    );
  return found;
}

type Membership = NonNullable<Awaited<ReturnType<typeof readMember>>>;

/**
 * How the actor may ask for the end of the membership of an employee who leaves: as somebody who manages members, or as HR,
 * whose word ends it only where `endsByRoster`. HR enters the numbers of the roster and could enter anybody's, so nothing
 * that is asked without a departure says whether they fit. Null: not at all.
 */
export function mayEndMembership(
  { actor }: SignedInContext,
  { accountId, roles }: Membership,
): 'MANAGER' | 'ROSTER' | null {
  if (accountId === actor.accountId) return null;
  if (mayChangeRoles(actor.roles, roles, [])) return 'MANAGER';
  return mayAs(actor, CONSOLE) ? null : 'ROSTER';
}

/**
 * Whether HR's word ends a membership: the member's verified identity, which is not entered, is the employee's, and no role
 * of theirs is above the roster's (`mayLeaveByRoster`).
 */
export const endsByRoster = (
  row: EmployeeSource,
  { roles, authStatus, idNumberIndex }: Membership,
): boolean =>
  authStatus === 'AUTH' &&
  idNumberIndex !== null &&
  idNumberIndex === row.idNumberIndex &&
  mayLeaveByRoster(roles);

async function memberOf(context: SignedInContext, row: EmployeeSource): Promise<Detail['member']> {
  const found = await readMember(context, row);
  if (!found) return null;
  const { joinedAt: joinTime } = found;
  const mayEnd = mayEndMembership(context, found) !== null;
  // Whoever writes a number on the roster must not learn by it what that person may do: that is asked under "People".
  if (!mayAs(context.actor, CONSOLE)) return { joinTime, mayEnd, authority: null };
  const stamps = await context.db
    .select({ stampName: seal.name, level: sealGrant.level })
    .from(sealGrant)
    .innerJoin(seal, eq(seal.id, sealGrant.sealId))
    .where(
      and(
        eq(sealGrant.accountId, found.accountId),
        eq(seal.ownerKey, enterpriseKey(row.enterpriseId)),
        isNull(seal.deletedAt),
      ),
    )
    .orderBy(asc(seal.createdAt));
  const loginName = await openLoginName(context, found);
  return {
    joinTime,
    mayEnd,
    authority: {
      loginName: isContact(loginName) ? maskContact(loginName) : loginName,
      roles: found.roles,
      stamps: stamps.map(({ stampName, level }) => ({ stampName, level })),
    },
  };
}

async function recordsOf(context: SignedInContext, row: EmployeeSource): Promise<Detail['records']> {
  const rows = await context.db
    .select()
    .from(employeeRecord)
    .where(eq(employeeRecord.employeeId, row.id))
    .orderBy(desc(employeeRecord.at), desc(employeeRecord.id))
    .limit(MOST_RECORDS);
  const names = await namesOf(
    context,
    rows.map(({ operatorId }) => operatorId),
  );
  return rows.map(({ at, record, operatorId, remark }) => ({
    at,
    record,
    operator: names.get(operatorId) ?? '',
    remark,
  }));
}
