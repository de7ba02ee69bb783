/** Tasks in flight and the seals they wait for: frozen with the reason, and going on when it is put right. */
import { beforeAll, describe, expect, it } from 'vitest';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { removePerson } from '#core/company/calls.ts';
import { createSeal, deleteSeal, getSeal, saveGrants } from '#core/seal/calls.ts';
import { applyCertificate, continueCertificate } from '#core/seal/certificate-calls.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { getTask, sendTask, signTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openKeyring } from '#edge/kernel/crypto/keys.ts';
import { voidSeals } from '#edge/seal/void-seals.ts';
import type { ApiClient } from '#tests/client.ts';
import { companyA, enterpriseSigner, fillingsFor, seenIn, taskToSend } from '#tests/fixtures/contracts.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import {
  addMember,
  type Company,
  database,
  newCompany,
  newPerson,
  type Person,
} from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { until } from '#tests/fixtures/until.ts';

const SIGN_PASSWORD = '135790';
let sender: ApiClient;
let admin: Person;
let operator: Person;
let company: Company;
let own: ApiClient;

beforeAll(async () => {
  sender = await companyA();
  [admin, operator] = await Promise.all([
    newPerson({ signPassword: SIGN_PASSWORD }),
    newPerson({ signPassword: SIGN_PASSWORD }),
  ]);
  company = await newCompany(admin);
  await addMember(company, operator, ['SIGN_OPERATOR']);
  own = await signedIn(admin, company);
});

async function certifiedSeal(name: string): Promise<string> {
  const design = presetDesign('CONTRACT_40', { name: company.name.slice(0, 14), seed: name });
  const { stampId } = await own.call(createSeal, {
    stampName: name,
    stampCategory: 'ENTERPRISE',
    picture: { kind: 'DESIGN', design },
  });
  await own.call(applyCertificate, { stampId });
  expect((await own.call(continueCertificate, { stampId })).certificateStatus).toBe('SUCCESS');
  return stampId;
}

async function taskFor(person: Person): Promise<string> {
  const signer = enterpriseSigner(company, { realName: person.name, mobile: person.mobile });
  return (await sender.call(sendTask, await taskToSend(sender, [signer]))).planId;
}

const stateOf = async (taskId: string) => {
  const { status, label, frozenReason } = await sender.call(getTask, { planId: taskId });
  return { status, label, frozenReason };
};
const becomes = (taskId: string, wanted: Partial<Awaited<ReturnType<typeof stateOf>>>) =>
  until(async () => expect(await stateOf(taskId)).toMatchObject(wanted));

const signAs = async (client: ApiClient, taskId: string) => ({
  planId: taskId,
  consent: { method: 'PASSWORD' as const, password: await client.seal(SIGN_PASSWORD) },
  seen: await seenIn(client, taskId),
  fillings: await fillingsFor(client, taskId),
});

describe('a task that waits for a stamp', () => {
  it('[4.4f] [8.14a] is suspended when its seal is deleted, says why, and goes on with a new one', async () => {
    const stampId = await certifiedSeal('一号章');
    const taskId = await taskFor(admin);
    const prepared = await signAs(own, taskId);
    await own.call(deleteSeal, { stampId });
    await becomes(taskId, { status: 'FROZEN', label: 'SUSPENDED', frozenReason: 'SEAL_MISSING' });
    const listed = (await sender.call(listTasks, { box: 'startWithMe' })).records.find(
      (row) => row.planId === taskId,
    );
    expect(listed).toMatchObject({ label: 'SUSPENDED', frozenReason: 'SEAL_MISSING' });
    expect(listed!.actions).toContain('revoke');
    expect(await refusal(own, signTask, prepared)).toBe('TASK_FROZEN');

    await certifiedSeal('二号章');
    await becomes(taskId, { status: 'IN_PROGRESS', frozenReason: null });
    const entries = await trailEntries(sender, taskId);
    expect(entries.slice(-2).map(({ event, evidence }) => [event, evidence.reason])).toEqual([
      ['FROZEN', 'SEAL_MISSING'],
      ['THAWED', undefined],
    ]);
    expect((await own.call(signTask, await signAs(own, taskId))).endReason).toBe('COMPLETED');
  });

  it('[8.14a] [6.3a] is suspended while its operator has no seal, and without a certificate', async () => {
    const stampId = await certifiedSeal('三号章');
    const admins = [{ userId: admin.id, level: 'EDITABLE' as const }];
    const both = [...admins, { userId: operator.id, level: 'VIEWABLE' as const }];
    await own.call(saveGrants, { stampId, grants: both });
    const taskId = await taskFor(operator);
    await own.call(saveGrants, { stampId, grants: admins });
    await becomes(taskId, { status: 'FROZEN', frozenReason: 'SEAL_UNAUTHORIZED' });
    await own.call(saveGrants, { stampId, grants: both });
    await becomes(taskId, { status: 'IN_PROGRESS' });

    const { stampId: bare } = await own.call(createSeal, {
      stampName: '无证书章',
      stampCategory: 'ENTERPRISE',
      picture: { kind: 'DESIGN', design: presetDesign('CONTRACT_40', { name: '无证书', seed: 'x' }) },
    });
    await own.call(saveGrants, { stampId: bare, grants: both });
    await own.call(deleteSeal, { stampId });
    await becomes(taskId, { status: 'FROZEN', frozenReason: 'CERTIFICATE_MISSING' });
    await own.call(applyCertificate, { stampId: bare });
    await becomes(taskId, { status: 'IN_PROGRESS' });
    // Who may only view the seal stamps with it.
    const client = await signedIn(operator, company);
    const { status } = await client.call(signTask, await signAs(client, taskId));
    expect(status).toBe('ENDED');
  });

  it('leaves others alone: only who lost a seal by it is stopped', async () => {
    const [kept, gone] = [await certifiedSeal('四号章'), await certifiedSeal('五号章')];
    const taskId = await taskFor(admin);
    await own.call(deleteSeal, { stampId: gone });
    await expect.poll(() => refusal(own, getSeal, { stampId: gone })).toBe('NOT_FOUND');
    expect((await stateOf(taskId)).status).toBe('IN_PROGRESS');
    expect((await own.call(getSeal, { stampId: kept })).enabled).toBe(true);
  });

  it('[8.14a] is suspended when its operator is gone and there is nobody to take over', async () => {
    const [keeper, clerk] = [await newPerson(), await newPerson({ signPassword: SIGN_PASSWORD })];
    const orphan = await newCompany(null);
    await addMember(orphan, keeper, ['BUSINESS_ADMIN']);
    await addMember(orphan, clerk, ['SIGN_OPERATOR']);
    [own, company] = [await signedIn(keeper, orphan), orphan];
    const stampId = await certifiedSeal('六号章');
    await own.call(saveGrants, { stampId, grants: [{ userId: clerk.id, level: 'VIEWABLE' }] });
    const taskId = await taskFor(clerk);
    await own.call(removePerson, { userId: clerk.id });
    await becomes(taskId, { status: 'FROZEN', frozenReason: 'AGENT_MISSING' });
  });
});

it('[4.14b] a change of the enterprise voids its seals, their certificates and authorizations', async () => {
  const boss = await newPerson({ signPassword: SIGN_PASSWORD });
  company = await newCompany(boss);
  own = await signedIn(boss, company);
  const stampId = await certifiedSeal('变更前公章');
  const { certificate } = await own.call(getSeal, { stampId });
  const context = await contextOf();
  const operatorOfChange = { id: boss.id, name: boss.name };
  // The legal person has no seal of their own here: a change of them alone voids nothing.
  expect(await voidSeals(context, company.id, 'LEGAL_PERSON', operatorOfChange)).toEqual([]);
  const [first, ...rest] = await voidSeals(context, company.id, 'ALL', operatorOfChange);
  await database().batch([first!, ...rest]);
  expect(await refusal(own, getSeal, { stampId })).toBe('NOT_FOUND');
  const { certificate: rows, sealGrant } = await import('#db/schema/index.ts');
  const { eq } = await import('drizzle-orm');
  const [row] = await database().select().from(rows).where(eq(rows.serial, certificate!.serial));
  expect(row).toMatchObject({ revocationReason: 'affiliationChanged', revokedAt: expect.any(Number) });
  expect(await database().select().from(sealGrant).where(eq(sealGrant.sealId, stampId))).toEqual([]);
  expect((await own.call(listTrustAnchors, {})).length).toBeGreaterThan(0);
});

/** What procedures of the edge get, on the running product's database. */
async function contextOf(): Promise<Context> {
  const now = Date.now();
  const keys = await openKeyring({ KEY_ENCRYPTION_KEY: btoa(String.fromCharCode(...new Uint8Array(32))) });
  let made = 0;
  return {
    db: database(),
    keys,
    now,
    newId: () => `void${now}${++made}`,
    defer: () => undefined,
  } as unknown as Context;
}
