import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { sendFromTemplate } from '#core/batch/calls.ts';
import type { InputOf } from '#core/call.ts';
import { downloadDocument, getTask } from '#core/task/calls.ts';
import { disableTemplate } from '#core/template/version-calls.ts';
import { saveWebhook } from '#core/webhook/calls.ts';
import { type ApiClient, CallFailed } from '#tests/client.ts';
import { keyProofOf } from '#tests/fixtures/api-keys.ts';
import { newKey } from '#tests/fixtures/contracts.ts';
import { sentText, trailEntries } from '#tests/fixtures/messages.ts';
import { selling } from '#tests/fixtures/selling.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { product } from '../../product.ts';

const wrongOf = async (client: ApiClient, input: InputOf<typeof sendFromTemplate>) => {
  const error = await client.call(sendFromTemplate, input).catch((e: unknown) => e);
  return error instanceof CallFailed
    ? error.envelope.fields?.map(({ path, problem }) => [path, problem])
    : error;
};

describe('a contract from a template in one call', () => {
  it('has the values by their names, its signers in their roles, and their seals at the marks', async () => {
    const { program, id, signers, buyer } = await selling();
    const input = {
      templateId: id,
      taskName: '十二月采购',
      fields: { 合同编号: 'HT-2026-118', 金额: '¥12,000.50' },
      signers,
    };
    const once = { 'X-Request-Id': crypto.randomUUID() };
    const { planId: taskId, status } = await program.call(sendFromTemplate, input, once);
    expect(status).toBe('IN_PROGRESS');
    const plan = await program.call(getTask, { planId: taskId });
    expect(plan.taskName).toBe('十二月采购');
    expect(plan.signerList.map(({ userName }) => userName)).toContain(buyer.name);
    const places = plan.placements.map(({ kind, signerId }) => [
      kind,
      plan.signerList.find((one) => one.signerId === signerId)?.signatoryType,
    ]);
    expect(places).toEqual(
      expect.arrayContaining([
        ['ENT_SEAL', 'ENTERPRISE'],
        ['PERSON_SEAL', 'PERSON'],
      ]),
    );
    const { bytes } = await program.download(downloadDocument, { planId: taskId, fileIndex: 0 });
    const text = execFileSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' });
    expect(text).toContain('HT-2026-118');
    expect(text).toContain('壹万贰仟元伍角整');
    const entries = await trailEntries(program, taskId);
    expect(entries[0]?.evidence.apiKey).toBe('ERP');
    // The same request again is the same contract.
    expect((await program.call(sendFromTemplate, input, once)).planId).toBe(taskId);
  });

  it('goes by mail to a signer and a copy party who are named by an address alone', async () => {
    const { program, id, signers } = await selling();
    const [signing, copied] = ['sign', 'copy'].map((name) => `${name}-${newKey()}@example.com`);
    const byMail = signers.map(({ mobile, ...one }) =>
      'entName' in one && one.entName ? { ...one, mobile } : { ...one, email: signing },
    );
    await program.call(sendFromTemplate, {
      templateId: id,
      fields: { 合同编号: 'HT-2026-119', 金额: '1' },
      signers: byMail,
      copies: [{ type: 'PERSON', userName: '抄送人', email: copied }],
    });
    for (const mail of [signing!, copied!])
      expect(await sentText(program, mail, /(\/i\/[0-9a-z]{26})$/m), mail).not.toBe('');
  });

  it('names what the template lacks, what is missing or unreadable, and sends nothing', async () => {
    const { program, id, signers } = await selling();
    expect(
      await wrongOf(program, {
        templateId: id,
        fields: { 合同编号: 'HT', 价格: '1' },
        options: { 附件: true },
        rows: { 货物: [{ 名称: '钢' }] },
        signers: [signers[0]!, { ...signers[1]!, role: '丙方' }],
      }),
    ).toEqual([
      ['fields.价格', 'unknownName'],
      ['rows.货物', 'unknownName'],
      ['options.附件', 'unknownName'],
      ['signers.1.role', 'unknownName'],
      ['signers.乙方（个人）', 'required'],
    ]);
    expect(await wrongOf(program, { templateId: id, fields: { 金额: '很多' }, signers })).toEqual([
      ['fields.合同编号', 'required'],
      ['fields.金额', 'type'],
    ]);
  });

  it('is refused for a template of another enterprise, of another business type, or disabled', async () => {
    const own = await selling(['PURCHASE']);
    const other = await selling();
    const input = { templateId: other.id, fields: { 合同编号: 'HT', 金额: '1' }, signers: own.signers };
    expect(await refusal(own.program, sendFromTemplate, input)).toBe('NOT_FOUND');
    expect(await refusal(own.program, sendFromTemplate, { ...input, templateId: own.id })).toBe('NOT_FOUND');
    await other.admin.call(disableTemplate, { id: other.id });
    expect(await refusal(other.program, sendFromTemplate, { ...input, signers: other.signers })).toBe(
      'TEMPLATE_DISABLED',
    );
  });

  it('a script of 30 lines with nothing but fetch sends it and receives its signed webhooks', async () => {
    const { admin, key, signers } = await selling();
    const port = await freePort();
    const { secret } = await admin.call(saveWebhook, {
      address: `http://127.0.0.1:${port}/events`,
      events: ['task.initiated', 'task.started'],
      proof: await keyProofOf(admin),
    });
    const source = readFileSync('docs/examples/send-from-template.mjs', 'utf8');
    expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
    expect([...source.matchAll(/^import .* from '(.*)';$/gm)].map(([, from]) => from)).toEqual([
      'node:crypto',
      'node:http',
    ]);
    const script = spawn(process.execPath, ['docs/examples/send-from-template.mjs'], {
      env: {
        SIGNET_URL: product().baseUrl,
        SIGNET_KEY: key,
        WEBHOOK_SECRET: secret,
        PORT: String(port),
        TEMPLATE: '采购合同',
        FIELDS: JSON.stringify({ 合同编号: 'HT-7', 金额: '9000' }),
        SIGNERS: JSON.stringify(signers),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    createInterface({ input: script.stdout }).on('line', (line) => lines.push(line));
    try {
      await expect.poll(() => lines.length).toBe(3);
      const taskId = lines.find((line) => line.startsWith('sent '))!.slice(5);
      expect([...lines].sort()).toEqual([
        `sent ${taskId}`,
        `task.initiated ${taskId}`,
        `task.started ${taskId}`,
      ]);
    } finally {
      script.kill();
    }
  });
});

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
