import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { fromBase64, toHex } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { downloadDocument, getTask, sendTask, signTask } from '#core/task/calls.ts';
import { uploadFile } from '#core/task/draft-calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  fillingsFor,
  sign,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { AMOUNT, oneField, refilled } from '#tests/unit/pdf/forms.ts';

const both = () => [enterpriseSigner(COMPANY_A, ADMIN_A), enterpriseSigner(COMPANY_B, ADMIN_B)];
const fileOf = async (client: ApiClient, taskId: string) =>
  (await client.download(downloadDocument, { planId: taskId, fileIndex: 0 })).bytes;
const openFields = (file: Awaited<ReturnType<typeof fileOf>>) =>
  listFields(openPdfBytes(file))
    .filter(({ type }) => type === 'Tx')
    .map(({ name }) => name);

const textOfPages = (file: Awaited<ReturnType<typeof fileOf>>): string =>
  execFileSync('pdftotext', ['-', '-'], { input: file }).toString();
/** Dark dots where the amount stands, as Poppler draws it at 72 dpi. */
const inkOf = (file: Awaited<ReturnType<typeof fileOf>>): number => {
  const box = ['-x', '72', '-y', '262', '-W', '228', '-H', '20'];
  const image = execFileSync('pdftoppm', ['-r', '72', '-gray', ...box, '-'], { input: file });
  return image.subarray(-228 * 20).filter((grey) => grey < 160).length;
};

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

  it('a party fills it in before signing: shown to the others, in the trail, and fixed', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const fileKey = await a.upload(oneField('/V(12000)/AP<</N 5 0 R>>/Ff 2/MaxLen 6'));
    const plan = await taskToSend(a, both());
    const [, ofB] = plan.planSendSignatoryOrderVOList;
    const [document] = plan.planSendDocumentVOList;
    const form = { ...document!, fileKey, formFields: 'FILL' as const };
    const send = (more: object, change: object = {}) =>
      a.envelope(sendTask, { ...plan, ...change, planSendDocumentVOList: [{ ...form, ...more }] });
    const asked = { formFiller: ofB!.signatoryId };
    const problem = async (...input: Parameters<typeof send>) => (await send(...input)).fields?.[0];
    const nobody = { path: 'planSendDocumentVOList.0.formFiller', problem: 'formFillerRequired' };
    expect(await problem({})).toMatchObject(nobody);
    expect(await problem({ formFiller: 'nobodyofthem' })).toMatchObject(nobody);
    const free = { signFlow: 'FREE', placementList: [] };
    expect((await problem(asked, free))?.problem).toBe('fieldsInFreeFlow');
    const own = { ...plan.placementList[0]!, placementId: 'ofnobody01', kind: 'FIELD', x: 100, y: 20 };
    const added = { placementList: [...plan.placementList, own] };
    expect((await problem(asked, added))?.problem).toBe('fieldWithoutTemplate');
    const { planId } = (await send(asked)).data!;
    const task = await b.call(getTask, { planId });
    const blank = task.placements.find(({ fills }) => fills)!;
    const mine = task.signerList.find(({ mine: isMine }) => isMine)!;
    expect(blank.signerId).toBe(mine.signerId);
    expect(blank.fills).toMatchObject({
      name: 'amount',
      required: true,
      length: 6,
      form: { value: '12000' },
    });
    const text = async () => textOfPages(await fileOf(a, planId));
    expect(await text()).not.toContain('12000');
    const others = (await fillingsFor(b, planId)).filter((one) => one.placementId !== blank.placementId);
    const signing = async (value?: string) => ({
      planId,
      consent: { method: 'PASSWORD' as const, password: await b.seal(DEMO.signPassword) },
      seen: seenOf((await b.call(getTask, { planId })).documents),
      fillings: [...others, ...(value === undefined ? [] : [{ placementId: blank.placementId, value }])],
    });
    expect(await refusal(b, signTask, await signing())).toBe('PLACEMENT_NOT_FILLED');
    for (const [value, why] of [
      ['', 'required'],
      ['1234567', 'tooLong'],
      ['\u202e1', 'hiddenCharacters'],
    ])
      expect((await b.envelope(signTask, await signing(value!))).fields?.[0]?.problem).toBe(why);
    const before = inkOf(await fileOf(a, planId));
    await b.call(signTask, await signing('99000'));
    expect(inkOf(await fileOf(a, planId))).toBeGreaterThan(before + 20);
    await sign(a, planId);
    await untilPreserved(a, planId);
    const file = await fileOf(a, planId);
    expect(openFields(file)).toEqual([]);
    expect((await verified(a, file)).verdict).toBe('valid');
    const signed = (await trailEntries(a, planId)).filter(({ event }) => event === 'SIGNED');
    expect(signed.map(({ remark }) => remark)).toContain('amount');
  });
});
