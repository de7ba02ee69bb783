/** A signing link whose own side signs by itself: nobody of the publisher's touches a contract of it. */
import { expect, it } from 'vitest';
import { getTask } from '#core/task/calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate } from '#core/template/version-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { sign } from '#tests/fixtures/contracts.ts';
import { openFor } from '#tests/fixtures/openings.ts';
import { newPerson } from '#tests/fixtures/people.ts';
import { sealingFirm } from '#tests/fixtures/seal-uses.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { publishedBy, sendIn } from '#tests/fixtures/signing-links.ts';
import { webTemplate, withSealsApart } from '#tests/fixtures/template-content.ts';

it('completes each contract with the seal that is open for its publisher', async () => {
  const firm = await sealingFirm();
  const { admin, ent, boss, stampId } = firm;
  await openFor(firm);
  const { id } = await admin.call(saveTemplate, {
    businessType: 'SALES',
    sceneType: 'ENT',
    templateName: '会员协议',
    templateType: 'WEB',
  });
  await admin.call(publishTemplate, { id, number: 0, content: withSealsApart(webTemplate()) });
  const own = {
    role: '甲方',
    entId: ent.id,
    entName: ent.name,
    userName: boss.name,
    mobile: boss.mobile,
    autoSealId: stampId,
  };
  const { code } = await publishedBy({ admin, id, signers: [own] });
  const client = await signedIn(await newPerson({ signPassword: DEMO.signPassword }));
  const { planId: taskId } = await sendIn(client, code);
  // Both may sign at once: the person signs what the seal left.
  await expect
    .poll(async () => {
      const { signerList } = await admin.call(getTask, { planId: taskId });
      return signerList.find(({ signatoryType }) => signatoryType === 'ENTERPRISE')?.status;
    })
    .toBe('SIGNED');
  await sign(client, taskId);
  await expect.poll(async () => (await admin.call(getTask, { planId: taskId })).endReason).toBe('COMPLETED');
});
