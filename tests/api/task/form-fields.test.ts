import { describe, expect, it } from 'vitest';
import { fromBase64, toHex } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { downloadDocument, sendTask } from '#core/task/calls.ts';
import { uploadFile } from '#core/task/draft-calls.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import type { ApiClient } from '#tests/client.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  sign,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { AMOUNT, refilled } from '#tests/unit/pdf/forms.ts';

const both = () => [enterpriseSigner(COMPANY_A, ADMIN_A), enterpriseSigner(COMPANY_B, ADMIN_B)];
const fileOf = async (client: ApiClient, taskId: string) =>
  (await client.download(downloadDocument, { planId: taskId, fileIndex: 0 })).bytes;
const openFields = (file: Awaited<ReturnType<typeof fileOf>>) =>
  listFields(openPdfBytes(file))
    .filter(({ type }) => type === 'Tx')
    .map(({ name }) => name);

/** Sends the contract with an amount to fill in. */
async function sent(client: ApiClient, choice: object, change: object = {}): Promise<string> {
  const fileKey = await client.upload(AMOUNT);
  const plan = { ...(await taskToSend(client, both())), ...change };
  const documents = plan.planSendDocumentVOList.map((one) => ({ ...one, fileKey, ...choice }));
  return (await client.call(sendTask, { ...plan, planSendDocumentVOList: documents })).planId;
}

const verified = async (client: ApiClient, file: Awaited<ReturnType<typeof fileOf>>) =>
  verifyFile(file, {
    time: Date.now(),
    trustAnchors: (await client.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der)),
  });

describe('a contract whose file has fields to fill in', () => {
  it('is sent with their content on the page, for signers who place their own seals too', async () => {
    const a = await companyA();
    const taskIds = [await sent(a, {}), await sent(a, {}, { signFlow: 'FREE', placementList: [] })];
    for (const taskId of taskIds) expect(openFields(await fileOf(a, taskId))).toEqual([]);
  });

  it('keeps them where the sender says so, and a change of the signed amount is invalid', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sent(a, { formFields: 'KEEP' });
    await sign(b, taskId);
    await sign(a, taskId);
    await untilPreserved(a, taskId);
    const file = await fileOf(a, taskId);
    expect(openFields(file)).toEqual(['amount']);
    expect((await verified(a, file)).verdict).toBe('valid');
    const changed = await verified(a, refilled(file, 'amount', '99999'));
    expect(changed.verdict).toBe('invalid');
    for (const { problems } of changed.signatures) expect(problems).toContain('changes-to-locked-field');
  });

  it('the upload says which fields and which signatures the file has', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const upload = async (body: typeof AMOUNT) => {
      const fileKey = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', body)));
      return a.call(uploadFile, { fileKey, fileType: 'PDF', body } as never);
    };
    const form = [{ name: 'amount', value: '12000' }];
    expect(await upload(AMOUNT)).toMatchObject({ formFields: form, signatures: [] });
    const taskId = await sent(a, { formFields: 'KEEP' });
    await sign(b, taskId);
    const signed = await fileOf(b, taskId);
    const signer = expect.stringContaining(COMPANY_B.name);
    expect(await upload(signed)).toMatchObject({
      formFields: form,
      signatures: [{ name: 'Signer2', signer, verdict: 'valid' }],
    });
    expect(await upload(refilled(signed, 'amount', '99999'))).toMatchObject({
      formFields: [{ name: 'amount', value: '99999' }],
      signatures: [{ verdict: 'invalid' }],
    });
  });
});
