import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Role } from '#core/call.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { getCompanyInfo, revealCompanyInfo } from '#core/realname/enterprise-calls.ts';
import { getTask, revokeTask, sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { account, member } from '#db/schema/index.ts';
import { ADMIN_B, COMPANY_B, enterpriseSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { giveTestCredits } from '#tests/fixtures/credits.ts';
import { newBankAccount, realPerson, wholeDraft } from '#tests/fixtures/enterprise-drafts.ts';
import { keyring, type SignedInPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { actingFor, verified } from '#tests/fixtures/verified-enterprises.ts';

/** Somebody with a real name, proved by this number. */
const proved = async (idNumber: string): Promise<SignedInPerson> =>
  realPerson({ idNumberIndex: await (await keyring()).indexOf(`RESIDENT_ID|${idNumber}`, 'id-number') });

const join = (entId: string, person: SignedInPerson, roles: Role[]) =>
  database()
    .insert(member)
    .values({
      id: `m${person.id}`.slice(0, 20),
      enterpriseId: entId,
      accountId: person.id,
      roles,
      businessTypes: null,
      joinedAt: Date.now(),
    });

const rolesOf = async (entId: string, { id }: SignedInPerson) => {
  const [row] = await database()
    .select({ roles: member.roles })
    .from(member)
    .where(and(eq(member.enterpriseId, entId), eq(member.accountId, id)));
  return row?.roles;
};

it('whom the real name names is legal representative and authorizer, until it names others', async () => {
  const [first, second] = [newResidentId(), newResidentId()];
  const [boss, other] = await Promise.all([proved(first), proved(second)]);
  const draft = await wholeDraft(boss);
  draft.legal.legalIdNumber = first;
  const entId = await verified(boss, draft);
  expect(await rolesOf(entId, boss)).toEqual(['ENT_ADMIN', 'LEGAL_REPRESENTATIVE', 'AUTHORIZER']);
  await join(entId, other, ['EMPLOYEE']);
  const again = { ...draft, legal: { ...draft.legal, legalIdNumber: second } };
  again.bank = { ...draft.bank, bankAccount: newBankAccount() };
  await verified(boss, again, entId);
  expect(await rolesOf(entId, boss)).toEqual(['ENT_ADMIN', 'AUTHORIZER']);
  expect(await rolesOf(entId, other)).toEqual(['EMPLOYEE', 'LEGAL_REPRESENTATIVE']);
  const db = database();
  expect((await db.select().from(account).where(eq(account.id, other.id))).length).toBe(1);
});

it('both see its numbers, the legal representative all its tasks; neither acts for others', async () => {
  const boss = await realPerson();
  const draft = await wholeDraft(boss);
  const entId = await verified(boss, draft);
  await giveTestCredits(database(), entId, 5);
  const own = await actingFor(boss, entId);
  const { planId: taskId } = await own.call(
    sendTask,
    await taskToSend(own, [enterpriseSigner(COMPANY_B, ADMIN_B)]),
  );
  for (const [role, seesNumbers, seesTasks] of [
    ['LEGAL_REPRESENTATIVE', true, true],
    ['AUTHORIZER', true, false],
    ['APPROVER', false, false],
    ['EMPLOYEE', false, false],
  ] as const) {
    const person = await realPerson();
    await join(entId, person, [role]);
    const client = await actingFor(person, entId);
    const revealed = await client.envelope(revealCompanyInfo, {});
    expect(revealed.code, role).toBe(seesNumbers ? 200 : ERROR_CODES.NO_PERMISSION);
    if (seesNumbers) expect(revealed.data.legalIdNumber).toBe(draft.legal.legalIdNumber);
    const info = await client.call(getCompanyInfo, {});
    expect([info.mayReveal, info.mayChange], role).toEqual([seesNumbers, false]);
    const listed = (await client.call(listTasks, { box: 'startWithMe' })).records;
    expect(
      listed.map((row) => row.planId),
      role,
    ).toEqual(seesTasks ? [taskId] : []);
    expect((await client.envelope(getTask, { planId: taskId })).code, role).toBe(
      seesTasks ? 200 : ERROR_CODES.NOT_FOUND,
    );
    for (const { actions } of listed) expect(actions).not.toContain('revoke');
    expect((await client.envelope(revokeTask, { planId: taskId, reason: '重发' })).code, role).toBe(
      ERROR_CODES.NO_PERMISSION,
    );
  }
});
