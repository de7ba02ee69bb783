import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createSeal } from '#core/seal/calls.ts';
import { applyCertificate, continueCertificate } from '#core/seal/certificate-calls.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { getTask, rejectTask, sendTask, signTask } from '#core/task/calls.ts';
import { copyTask } from '#core/task/partner-calls.ts';
import { account, signer } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { idNumberIndex } from '#edge/realname/sealed-fields.ts';
import { once } from '#tests/fixtures/approvals.ts';
import {
  ADMIN_B,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  newKey,
  personSigner,
  SIGNATURE,
  seenIn,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { database, keyring, newPerson } from '#tests/fixtures/people.ts';
import { consentOf, fillingsWith, grantTo, sealingFirm } from '#tests/fixtures/seal-uses.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

const NUMBER = '11010519491231002X';

describe('the identity document of an individual', () => {
  it('[3.13a] is stored encrypted, masked for sender and signer alone, and proven before signing', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const person = await newPerson({ signPassword: DEMO.signPassword });
    const client = await signedIn(person);
    const wanted = {
      ...personSigner({ realName: person.name, mobile: person.mobile }),
      idType: 'RESIDENT_ID' as const,
      idNumber: NUMBER.toLowerCase(),
    };
    const plan = await taskToSend(a, [wanted, enterpriseSigner(COMPANY_B, ADMIN_B)]);
    const { planId: taskId } = await a.call(sendTask, plan, once());
    const told = async (who: typeof a) =>
      (await who.call(getTask, { planId: taskId })).signerList.map(({ idType, idNumber }) => [
        idType,
        idNumber,
      ]);
    const masked = [
      ['RESIDENT_ID', expect.stringMatching(/^1\*+2X$/)],
      ['', ''],
    ];
    expect(await told(a)).toEqual(masked);
    expect(await told(client)).toEqual(masked);
    expect(await told(b)).toEqual([
      ['', ''],
      ['', ''],
    ]);
    const rows = await database().select().from(signer).where(eq(signer.taskId, taskId));
    expect(JSON.stringify(rows)).not.toContain(NUMBER);
    expect(JSON.stringify(rows)).not.toContain(NUMBER.toLowerCase());

    const sign = async () => ({
      planId: taskId,
      seen: await seenIn(client, taskId),
      consent: await consentOf(client),
      fillings: (await client.call(getTask, { planId: taskId })).placements
        .filter(({ kind }) => kind === 'HANDWRITTEN')
        .map(({ placementId }) => ({ placementId, drawing: SIGNATURE })),
    });
    const verifiedWith = async (type: string, number: string) =>
      database()
        .update(account)
        .set({ idNumberIndex: await idNumberIndex({ keys: await keyring() }, type, number) })
        .where(eq(account.id, person.id));
    expect(await refusal(client, signTask, await sign())).toBe('SIGNER_DOCUMENT_DIFFERS');
    await verifiedWith('RESIDENT_ID', '110101199003078515');
    expect(await refusal(client, signTask, await sign())).toBe('SIGNER_DOCUMENT_DIFFERS');
    await verifiedWith('PASSPORT', NUMBER);
    expect(await refusal(client, signTask, await sign())).toBe('SIGNER_DOCUMENT_DIFFERS');
    await verifiedWith('RESIDENT_ID', NUMBER);
    expect((await client.call(signTask, await sign(), once())).status).toBe('IN_PROGRESS');
    // Of another person nothing is known when it is sent to somebody else.
    expect(
      (await a.call(copyTask, { planId: taskId })).plan.planSendSignatoryOrderVOList[0],
    ).not.toHaveProperty('idNumber');
  });

  it('that is not theirs can be refused by signers; one that cannot be a document is not sent', async () => {
    const a = await companyA();
    const person = await newPerson();
    const wanted = {
      ...personSigner({ realName: person.name, mobile: person.mobile }),
      idType: 'RESIDENT_ID' as const,
      idNumber: NUMBER,
    };
    const { planId: taskId } = await a.call(sendTask, await taskToSend(a, [wanted]), once());
    const client = await signedIn(person);
    await client.call(rejectTask, { planId: taskId, reason: '证件不是我的' });
    expect((await a.call(getTask, { planId: taskId })).endReason).toBe('REJECTED');
    const wrong = await taskToSend(a, [{ ...wanted, idNumber: '110105194912310021' }]);
    expect(await refusal(a, sendTask, wrong)).toBe('INPUT_INVALID');
  });
});

describe('the kind of seal that an enterprise is to stamp with', () => {
  it('is the only kind of its seals that can stamp; sending again keeps it', async () => {
    const house = await sealingFirm();
    const { admin, ent, boss, stampId } = house;
    await grantTo(admin, stampId, [boss]);
    const { stampId: departments } = await admin.call(createSeal, {
      stampName: `部门章${newKey().slice(0, 6)}`,
      stampCategory: 'DEPARTMENT',
      picture: { kind: 'DESIGN', design: presetDesign('DEPARTMENT_40', { name: ent.name, seed: stampId }) },
    });
    await admin.call(applyCertificate, { stampId: departments });
    await admin.call(continueCertificate, { stampId: departments });
    const own = enterpriseSigner(ent, { realName: boss.name, mobile: boss.mobile });
    const plan = await taskToSend(admin, [{ ...own, sealKind: 'DEPARTMENT' }]);
    const { planId: taskId } = await admin.call(sendTask, plan, once());
    expect((await admin.call(getTask, { planId: taskId })).signerList[0]!.sealKind).toBe('DEPARTMENT');
    const signing = async (sealId: string) => ({
      planId: taskId,
      seen: await seenIn(admin, taskId),
      consent: await consentOf(admin),
      fillings: await fillingsWith(admin, taskId, sealId),
    });
    expect(await refusal(admin, signTask, await signing(stampId))).toBe('SEAL_KIND_DIFFERS');
    expect(
      (await admin.call(copyTask, { planId: taskId })).plan.planSendSignatoryOrderVOList[0],
    ).toMatchObject({
      sealKind: 'DEPARTMENT',
    });
    expect((await admin.call(signTask, await signing(departments), once())).endReason).toBe('COMPLETED');
  });
});
