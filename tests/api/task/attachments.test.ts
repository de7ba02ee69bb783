import { expect, it } from 'vitest';
import { LIMITS } from '#core/config/limits.ts';
import { downloadDocument, getTask, sendTask, viewAttachment } from '#core/task/calls.ts';
import { copyTask } from '#core/task/partner-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { newKey, personSigner, sign, taskToSend, twoPages } from '#tests/fixtures/contracts.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { plainPng } from '#tests/fixtures/pictures.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { makePdf } from '#tests/unit/pdf/documents.ts';

type Attached = { fileKey: string; fileType: 'PDF' | 'OFD' | 'PNG' | 'JPEG'; fileName: string };
const attach = (...files: Attached[]) => files.map((file) => ({ attachmentId: newKey(), ...file }));

it('[3.12] attachments are shown to participants, unchanged, unsigned, digests in the trail', async () => {
  const { admin } = await companyWithAdmin();
  const signing = { signPassword: DEMO.signPassword };
  const [first, second] = [await newPerson(signing), await newPerson(signing)];
  const drawing = await makePdf([{ text: 'Drawing 1' }]);
  const picture = plainPng();
  const signers = [first, second].map(({ name, mobile }, i) =>
    personSigner({ realName: name, mobile }, i + 1),
  );
  const plan = await taskToSend(admin, signers, { orderState: 'ORDER' });
  const attachmentInfoList = attach(
    { fileName: '图纸.pdf', fileKey: await admin.upload(drawing), fileType: 'PDF' },
    { fileName: '照片.png', fileKey: await admin.upload(picture, 'PNG'), fileType: 'PNG' },
  );
  const { planId: taskId } = await admin.call(sendTask, { ...plan, attachmentInfoList });
  const signer = await signedIn(first.loginName);
  const view = (client: typeof signer, fileIndex: number) =>
    client.download(viewAttachment, { planId: taskId, fileIndex });

  for (const client of [admin, signer]) {
    const { attachments, documents } = await client.call(getTask, { planId: taskId });
    expect(
      attachments.map(({ fileName, fileType, size, sha256, pages }) => ({
        fileName,
        fileType,
        size,
        sha256,
        pages: pages.length,
      })),
    ).toEqual([
      {
        fileName: '图纸.pdf',
        fileType: 'PDF',
        size: drawing.length,
        sha256: attachmentInfoList[0]!.fileKey,
        pages: 1,
      },
      {
        fileName: '照片.png',
        fileType: 'PNG',
        size: picture.length,
        sha256: attachmentInfoList[1]!.fileKey,
        pages: 0,
      },
    ]);
    expect(documents).toHaveLength(1);
    expect((await view(client, 0)).bytes).toEqual(drawing);
    expect((await view(client, 1)).bytes).toEqual(picture);
    expect((await client.envelope(viewAttachment, { planId: taskId, fileIndex: 2 })).code).not.toBe(200);
  }
  // for those who take part alone, and for the second only as long as the task is theirs to see
  const stranger = await signedIn((await newPerson()).loginName);
  expect(await refusal(stranger, viewAttachment, { planId: taskId, fileIndex: 0 })).toBe('NOT_FOUND');

  const before = await trailEntries(admin, taskId);
  expect(before[0]!.evidence).toMatchObject({
    'attachment 1': attachmentInfoList[0]!.fileKey,
    'attachment 2': attachmentInfoList[1]!.fileKey,
  });
  await sign(signer, taskId);
  await sign(await signedIn(second.loginName), taskId);
  expect((await view(admin, 0)).bytes).toEqual(drawing);
  // Looking leaves no line, and nothing of an attachment is in the signed file.
  const events = (await trailEntries(admin, taskId)).map(({ event }) => event);
  expect(events).not.toContain('DOWNLOADED');
  const { bytes } = await admin.download(downloadDocument, { planId: taskId, fileIndex: 0, purpose: 'view' });
  expect(Buffer.from(bytes).includes('Drawing 1')).toBe(false);

  const again = await admin.call(copyTask, { planId: taskId });
  expect(again.plan.attachmentInfoList).toEqual(attachmentInfoList);
  expect(again.files.map(({ fileKey }) => fileKey).sort()).toEqual(
    [plan.planSendDocumentVOList[0]!.fileKey, ...attachmentInfoList.map(({ fileKey }) => fileKey)].sort(),
  );
});

it('refuses attachments not uploaded by the sender, of another kind than said, or too many', async () => {
  const { admin } = await companyWithAdmin();
  const { admin: other } = await companyWithAdmin();
  const person = await newPerson();
  const plan = await taskToSend(admin, [personSigner({ realName: person.name, mobile: person.mobile })]);
  const send = (attachmentInfoList: ReturnType<typeof attach>) =>
    refusal(admin, sendTask, { ...plan, attachmentInfoList });
  const foreign = await other.upload(await makePdf([{ text: newKey() }]));
  expect(await send(attach({ fileName: '别人的.pdf', fileKey: foreign, fileType: 'PDF' }))).toBe(
    'FILE_NOT_UPLOADED',
  );
  const own = await admin.upload(await twoPages());
  const wrong = {
    ...plan,
    attachmentInfoList: attach({ fileName: '图.png', fileKey: own, fileType: 'PNG' }),
  };
  expect((await admin.envelope(sendTask, wrong)).fields).toEqual([
    { path: 'attachmentInfoList.0.fileKey', problem: 'otherFileType' },
  ]);
  const many = Array.from({ length: LIMITS.attachmentsPerTask + 1 }, (_, i) => ({
    fileName: `${i}.pdf`,
    fileKey: own,
    fileType: 'PDF' as const,
  }));
  expect(await send(attach(...many))).toBe('INPUT_INVALID');
  expect(await send(attach(...many.slice(1)))).toBe('OK');
});
