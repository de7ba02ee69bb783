/** npm run examples: runs every example of docs/examples against the running product, and says what came of each. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApiKey } from '#core/apikey/calls.ts';
import type { sendFromTemplate } from '#core/batch/calls.ts';
import type { OutputOf } from '#core/call.ts';
import { allCalls } from '#core/calls.ts';
import type { listContacts, saveContacts } from '#core/contact/program-calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate } from '#core/template/version-calls.ts';
import { DAY_MS } from '#core/time.ts';
import { saveWebhook } from '#core/webhook/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { webTemplate, withSealsApart } from '#tests/fixtures/template-content.ts';
import { ApiClient } from './api-client.ts';
import { contractPdf } from './contract-pdf.ts';
import { sendContract, signContract, untilPreserved } from './demo-contract.ts';
import { root } from './install.mjs';
import { withProduct } from './product/with-product.ts';
import { readOptions } from './read-options.ts';
import { EXAMPLES, filled } from './reference-examples.ts';

readOptions(
  `npm run examples
  Makes a key, a template and a finished contract by the demo accounts, and runs each example of docs/examples and of the
  page /reference/ with them.
    SIGNET_URL, PORT    the product that runs there (with WEBHOOKS_TO_PRIVATE=yes); without one, a product is started`,
  {},
);
// The receiver of webhooks is on this machine; a product that is started here takes this over.
process.env.WEBHOOKS_TO_PRIVATE ??= 'yes';

const [companyA, companyB] = DEMO.enterprises;
const [userA, userB] = DEMO.accounts;
const NAME = `采购合同 ${crypto.randomUUID().slice(0, 8)}`;
const PATIENCE_MS = 60_000;

async function signedIn(baseUrl: string, loginName: string, entId: string): Promise<ApiClient> {
  const client = await new ApiClient(baseUrl).login(loginName, DEMO.password);
  await client.switchTo(entId);
  return client;
}

/** What all examples are given: a key, a template, signers, a webhook to `port`, and a finished contract. */
async function prepare(baseUrl: string, port: number): Promise<Record<string, string>> {
  const a = await signedIn(baseUrl, userA!.loginName, companyA!.id);
  const b = await signedIn(baseUrl, userB!.loginName, companyB!.id);
  const prove = async () => ({ method: 'PASSWORD' as const, password: await a.seal(DEMO.signPassword) });
  const { key } = await a.call(makeApiKey, {
    name: 'npm run examples',
    scopes: ['read', 'send', 'manage'],
    networks: [],
    businessTypes: null,
    days: 30,
    proof: await prove(),
  });
  const { id } = await a.call(saveTemplate, {
    businessType: 'SALES',
    sceneType: 'ENT',
    templateName: NAME,
    templateType: 'WEB',
  });
  await a.call(publishTemplate, { id, number: 0, content: withSealsApart(webTemplate()) });
  const { planId: taskId } = await sendContract(a, {
    name: '示例合同',
    businessType: 'PURCHASE',
    businessTypeName: '采购合同',
    fileKey: await a.upload(await contractPdf(companyA!.name, companyB!.name)),
    signers: [userA!, userB!],
  });
  for (const client of [b, a]) await signContract(client, taskId);
  await untilPreserved(a, taskId);
  // Last: what happened before must not be told to a receiver that does not listen yet, which would be left alone for a while.
  const { secret } = await a.call(saveWebhook, {
    address: `http://127.0.0.1:${port}/events`,
    events: ['task.initiated', 'task.started'],
    proof: await prove(),
  });
  return {
    SIGNET_URL: baseUrl,
    TEMPLATE_ID: id,
    FINISHED_ID: taskId,
    SIGNET_KEY: key,
    WEBHOOK_SECRET: secret,
    PORT: String(port),
    TEMPLATE: NAME,
    FIELDS: JSON.stringify({ 合同编号: 'HT-2026-118', 金额: '12000.50' }),
    SIGNERS: JSON.stringify([
      { role: '甲方', entName: companyA!.name, userName: userA!.realName, mobile: userA!.mobile },
      { role: '乙方（个人）', userName: userB!.realName, mobile: userB!.mobile },
    ]),
  };
}

/** Runs one example until it has said all of `expected`; throws what it said if that does not come. */
function run(file: string, env: Record<string, string>, expected: readonly RegExp[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'docs/examples', file)], { env });
    let said = '';
    const end = (error?: Error) => {
      clearTimeout(timer);
      child.kill();
      if (error) reject(error);
      else resolve();
    };
    const timer = setTimeout(() => end(new Error(`${file} said only:\n${said}`)), PATIENCE_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        said += String(part);
        if (expected.every((pattern) => pattern.test(said))) end();
      });
    child.on('exit', () => end(new Error(`${file} ended and said:\n${said}`)));
  });
}

/** Makes each call that the reference shows an example of, with the key alone; throws for a refusal. */
async function runReference(baseUrl: string, settings: Record<string, string>): Promise<void> {
  const program = new ApiClient(baseUrl);
  program.apiKey = settings.SIGNET_KEY!;
  const calls = new Map(allCalls().map((call) => [call.id, call]));
  const real = {
    templateId: settings.TEMPLATE_ID!,
    planId: '',
    finishedId: settings.FINISHED_ID!,
    contactId: '',
    entName: companyA!.name,
    userName: userA!.realName,
    mobile: userA!.mobile,
    otherName: userB!.realName,
    otherMobile: userB!.mobile,
    newTemplate: `${NAME}（示例）`,
    endTime: Date.now() + 120 * DAY_MS,
  };
  for (const [id, example] of Object.entries(EXAMPLES)) {
    const call = calls.get(id)!;
    const input = filled(example, real);
    const answer =
      call.answer === 'file' ? await program.download(call, input) : await program.call(call, input);
    if (id === 'batch.sendFromTemplate') real.planId = (answer as OutputOf<typeof sendFromTemplate>).planId;
    if (id === 'contact.saveContacts')
      real.contactId = (answer as OutputOf<typeof saveContacts>).contactIds[0]!;
    if (id === 'contact.listContacts' && (answer as OutputOf<typeof listContacts>).total === 0)
      throw new Error('the contact that was saved is not in the list');
    console.log(`ok  ${id}`);
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

await withProduct(async (baseUrl) => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-examples-'));
  try {
    const settings = { ...(await prepare(baseUrl, await freePort())), FOLDER: folder };
    const examples: [string, Record<string, string>, RegExp[]][] = [
      ['send-from-template.mjs', {}, [/^sent \w+/m, /^task\.initiated \w+/m, /^task\.started \w+/m]],
      ['send-once.mjs', {}, [/^the same task \w+/m, /^400003 /m]],
      ['list-tasks.mjs', { SIZE: '2' }, [/^\w+ \w+ 采购合同/m, /^\d+ tasks, \d+ calls left/m]],
      ['download-evidence.mjs', {}, [/^written .*-evidence\.zip$/m]],
    ];
    for (const [file, more, expected] of examples) {
      await run(file, { ...settings, ...more }, expected);
      console.log(`ok  ${file}`);
    }
    await runReference(baseUrl, settings);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
