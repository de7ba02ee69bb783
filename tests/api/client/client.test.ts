import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ERROR_CODES } from '#core/errors.ts';
import { contractPdf } from '#scripts/contract-pdf.ts';
import { selling } from '#tests/fixtures/selling.ts';
import {
  downloadDocument,
  getTask,
  listTasks,
  listUsable,
  revokeTask,
  Signet,
  SignetError,
  sendFromTemplate,
  uploadTaskFile,
} from '../../../client/src/index.ts';
import { product } from '../../product.ts';

it('the package sends, finds, reads, downloads, revokes with a key, and says why it is refused', async () => {
  const { key, signers, buyer } = await selling();
  const signet = new Signet({ url: product().baseUrl, key, language: 'en-US' });
  const { records } = await signet.call(listUsable, { templateName: '采购合同' });
  const input = { templateId: records[0]!.id, fields: { 合同编号: 'HT-9', 金额: '1' }, signers };
  const requestId = crypto.randomUUID();
  const { planId: taskId } = await signet.call(sendFromTemplate, input, { requestId });
  expect((await signet.call(sendFromTemplate, input, { requestId })).planId).toBe(taskId);
  const found: string[] = [];
  for await (const row of signet.list(listTasks, { box: 'startWithMe' })) found.push(row.planId);
  expect(found).toEqual([taskId]);
  const plan = await signet.call(getTask, { planId: taskId });
  expect(plan.signerList.map(({ userName }) => userName)).toContain(buyer.name);
  const { bytes, fileName } = await signet.call(downloadDocument, { planId: taskId, fileIndex: 0 });
  expect(fileName).toBe('采购合同.pdf');
  expect(execFileSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' })).toContain('HT-9');
  const refused = async (made: Promise<unknown>) => (await made.catch((e: unknown) => e)) as SignetError;
  const error = await refused(signet.call(sendFromTemplate, { ...input, fields: { 合同编号: 'HT-9' } }));
  expect(error).toBeInstanceOf(SignetError);
  expect(error).toMatchObject({
    code: ERROR_CODES.INPUT_INVALID,
    fields: [{ path: 'fields.金额', problem: 'required' }],
  });
  expect(error.message).toMatch(/^[\x20-\x7e]+$/);
  await signet.call(revokeTask, { planId: taskId, reason: 'no longer needed' });
  expect((await signet.call(getTask, { planId: taskId })).status).toBe('REVOKED');
  // A file is uploaded as raw bytes, under its SHA-256.
  const file = await contractPdf('甲方', '乙方');
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', file)).toString('hex');
  expect((await signet.call(uploadTaskFile, { fileKey: sha256, fileType: 'PDF', body: file })).fileKey).toBe(
    sha256,
  );
  const stranger = new Signet({ url: product().baseUrl, key: `${key.slice(0, -4)}AAAA` });
  expect((await refused(stranger.call(getTask, { planId: taskId }))).code).toBe(ERROR_CODES.API_KEY_INVALID);
});
