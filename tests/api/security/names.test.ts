import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { bindUkey } from '#core/identity/ukey-calls.ts';
import { createQuickFiles, getQuickFiles, signQuickFiles } from '#core/quicksign/calls.ts';
import { beginQuickUkey } from '#core/quicksign/ukey-calls.ts';
import { createSeal } from '#core/seal/calls.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { getTask, sendTask, signTask } from '#core/task/calls.ts';
import { startConsent } from '#core/task/consent-calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { beginTaskUkey } from '#core/task/ukey-calls.ts';
import { account, certificate } from '#db/schema/index.ts';
import {
  fillingsFor,
  newKey,
  personSigner,
  SIGNATURE,
  seenIn,
  taskToSend,
  twoPages,
} from '#tests/fixtures/contracts.ts';
import { companyWithAdmin, database, newPerson } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { softwareKey } from '#tests/fixtures/software-key.ts';
import { proofOf } from '#tests/fixtures/ukeys.ts';

const SIGN_PASSWORD = '730518';
const certificatesOf = (accountId: string) =>
  database()
    .select()
    .from(certificate)
    .where(eq(certificate.ownerKey, `P:${accountId}`));

it('nobody without a verified name signs, by any key, nor gets a certificate that says another', async () => {
  // Somebody who registered with a mobile number and chose no name: what their session calls them is that number.
  const person = await newPerson({ personalAuthStatus: 'UNAUTH', name: '', signPassword: SIGN_PASSWORD });
  const client = await signedIn(person);
  const { admin } = await companyWithAdmin();
  const plan = await taskToSend(admin, [personSigner({ realName: '某某', mobile: person.mobile })]);
  const { planId: taskId } = await admin.call(sendTask, plan);
  expect((await client.call(getTask, { planId: taskId })).signerList.some(({ mine }) => mine)).toBe(true);
  const fillings = await fillingsFor(client, taskId);
  const seen = await seenIn(client, taskId);
  const key = softwareKey();
  const consent = await proofOf(client, SIGN_PASSWORD);
  expect(await refusal(client, signTask, { planId: taskId, seen, consent, fillings })).toBe(
    'REAL_NAME_NEEDED',
  );
  expect(
    await refusal(client, beginTaskUkey, { planId: taskId, seen, ukeySerial: key.serial, fillings }),
  ).toBe('REAL_NAME_NEEDED');
  const subject = { kind: 'PLAN' as const, id: taskId };
  expect(await refusal(client, startConsent, { method: 'APP', subject, seen })).toBe('REAL_NAME_NEEDED');
  const proof = await proofOf(client, SIGN_PASSWORD);
  const { serial, request } = key;
  expect(await refusal(client, bindUkey, { serial, label: '', request, proof })).toBe('REAL_NAME_NEEDED');
  const fileKey = await client.upload(await twoPages());
  const { id } = await client.call(createQuickFiles, {
    taskName: '盖章函',
    businessType: 'OTHER',
    businessTypeName: '其他',
    taskFileType: 'PDF',
    planSendDocumentVOList: [{ fileName: '盖章函', fileKey }],
  });
  const { documents } = await client.call(getQuickFiles, { id });
  const { documentId } = documents[0]!;
  const file = { id, seen: seenOf(documents) };
  const at = { kind: 'HANDWRITTEN' as const, page: 1, x: 30, y: 220, width: 36.5, height: 19 };
  const placements = [{ placementId: newKey(), documentId, ...at, drawing: SIGNATURE }];
  const quickConsent = await proofOf(client, SIGN_PASSWORD);
  expect(await refusal(client, signQuickFiles, { ...file, consent: quickConsent, placements })).toBe(
    'REAL_NAME_NEEDED',
  );
  expect(await refusal(client, beginQuickUkey, { ...file, ukeySerial: serial, placements })).toBe(
    'REAL_NAME_NEEDED',
  );
  const design = presetDesign('CONTRACT_40', { name: '某某', seed: 'n' });
  await refusal(client, createSeal, {
    stampName: '章',
    stampCategory: 'PERSONAL',
    picture: { kind: 'DESIGN', design },
  });
  expect(await certificatesOf(person.id)).toEqual([]);

  // Verified, the same person signs, and the certificate says the verified name.
  await database()
    .update(account)
    .set({ personalAuthStatus: 'AUTH', plainName: '季明' })
    .where(eq(account.id, person.id));
  const verified = await signedIn(person);
  const again = await proofOf(verified, SIGN_PASSWORD);
  expect(await refusal(verified, signTask, { planId: taskId, seen, consent: again, fillings })).toBe('OK');
  const [held] = await certificatesOf(person.id);
  expect(held?.subject).toContain('CN=季明');
  expect(held?.subject).not.toContain(person.mobile);

  // A certificate from before, which says a number, signs nothing any more.
  await database()
    .update(certificate)
    .set({ subject: `C=CN,CN=${person.mobile}` })
    .where(eq(certificate.id, held!.id));
  const next = await taskToSend(admin, [personSigner({ realName: '季明', mobile: person.mobile })]);
  const second = (await admin.call(sendTask, next)).planId;
  await verified.call(signTask, {
    planId: second,
    seen: await seenIn(verified, second),
    consent: await proofOf(verified, SIGN_PASSWORD),
    fillings: await fillingsFor(verified, second),
  });
  expect((await certificatesOf(person.id)).filter(({ subject }) => subject.includes('季明'))).toHaveLength(1);
});
