import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendFromTemplate } from '#core/batch/calls.ts';
import { getTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { readPrepared } from '#core/task/prepared-draft.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { selling } from '#tests/fixtures/selling.ts';
import { product } from '../../product.ts';

/** What the server asks the product for, on its way there. */
const asked: { method: string; path: string }[] = [];
let way: Server;
let company: Awaited<ReturnType<typeof selling>>;
let taskId: string;
let client: Client;

const connect = async (env: Record<string, string>) => {
  const made = new Client({ name: 'test', version: '1.0.0' });
  await made.connect(
    new StdioClientTransport({
      command: 'npm',
      args: ['run', '--silent', 'mcp'],
      env: { PATH: process.env.PATH!, HOME: process.env.HOME ?? '/', ...env },
    }),
  );
  return made;
};

beforeAll(async () => {
  company = await selling();
  ({ planId: taskId } = await company.program.call(sendFromTemplate, {
    templateId: company.id,
    fields: { 合同编号: 'HT-M', 金额: '100' },
    signers: company.signers,
  }));
  way = createServer(async (request, response) => {
    asked.push({ method: request.method!, path: request.url!.split('?')[0]! });
    const answer = await fetch(`${product().baseUrl}${request.url}`, {
      method: request.method!,
      headers: { authorization: request.headers.authorization ?? '' },
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  const address = way.address();
  const port = typeof address === 'object' ? address?.port : 0;
  client = await connect({ SIGNET_URL: `http://127.0.0.1:${port}`, SIGNET_KEY: company.key });
});
afterAll(async () => {
  await client.close();
  way.closeAllConnections();
  way.close();
});

const use = async (name: string, input: Record<string, unknown> = {}) => {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const [part] = content as { text: string }[];
  return { text: part!.text, isError: isError === true, data: isError ? null : JSON.parse(part!.text) };
};

it('has tools to ask, find, draft and prepare alone, and each says that it only reads', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'count_contracts',
    'find_contracts',
    'find_templates',
    'prepare_contract',
    'read_contract',
    'read_steps',
    'read_template',
  ]);
  for (const { name, annotations } of tools)
    expect(annotations, name).toMatchObject({ readOnlyHint: true, destructiveHint: false });
});

it('finds contracts and templates, and prepares a draft behind a link only a browser reads', async () => {
  expect((await use('count_contracts')).data.sent).toBe(1);
  const found = (await use('find_contracts', { box: 'startWithMe' })).data;
  expect(found.contracts).toMatchObject([{ planId: taskId, taskName: '采购合同', signers: 2 }]);
  expect((await use('find_contracts', { after: taskId })).data.contracts).toEqual([]);
  const { templates } = (await use('find_templates', { templateName: '采购' })).data;
  expect(templates).toMatchObject([{ templateId: company.id, templateName: '采购合同' }]);
  const asksFor = (await use('read_template', { templateId: company.id })).data;
  expect(asksFor.fields.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['合同编号', '金额']),
  );
  expect(asksFor.roles.map(({ role }: { role: string }) => role)).toEqual(['甲方', '乙方（个人）']);
  const prepared = {
    taskName: '一月采购',
    fields: { 合同编号: 'HT-1', 金额: '5000' },
    signers: [{ role: '乙方（个人）', userName: '李四', mobile: '13900000000' }],
  };
  const draft = (await use('prepare_contract', { templateId: company.id, ...prepared })).data;
  expect(draft.stillToDo).toEqual([{ role: '甲方', problem: 'required' }]);
  expect(readPrepared(new URL(draft.link).hash)).toMatchObject(prepared);
  expect(new URL(draft.link).pathname).toBe('/entcontract/startEntContract');
  const wrong = {
    templateId: company.id,
    fields: { 价格: '1' },
    signers: [{ role: '丙方', userName: '王五' }],
  };
  expect((await use('prepare_contract', wrong)).data.problems).toEqual([
    { path: 'fields.价格', problem: 'unknownName' },
    { path: 'signers.丙方', problem: 'unknownName' },
  ]);
  const open = (await use('prepare_contract', { templateId: company.id, fields: { 金额: '很多' } })).data;
  expect(open.stillToDo).toEqual(
    expect.arrayContaining([expect.objectContaining({ field: '合同编号', problem: 'required' })]),
  );
});

it('no tool signs, sends, changes or reveals: only GETs leave; no answer has a name or number', async () => {
  const before = await trailEntries(company.admin, taskId);
  const { total } = await company.admin.call(listTasks, { box: 'all' });
  const { tools } = await client.listTools();
  const inputs: Record<string, Record<string, unknown>> = {
    read_contract: { planId: taskId },
    read_steps: { planId: taskId },
    read_template: { templateId: company.id },
    prepare_contract: { templateId: company.id, fields: { 合同编号: 'HT-2', 金额: '1' } },
  };
  const said: string[] = [];
  for (const { name } of tools) {
    const { text, isError } = await use(name, inputs[name] ?? {});
    expect(isError, `${name}: ${text}`).toBe(false);
    said.push(text);
  }
  const plan = await company.admin.call(getTask, { planId: taskId });
  for (const party of plan.signerList)
    for (const secret of [party.userName, company.buyer.mobile, company.boss.mobile])
      expect(said.join('\n')).not.toContain(secret);
  expect(said.join('\n')).not.toMatch(/(?<!\d)1\d{2}[\d*]{4}\d{4}(?!\d)/);
  expect(asked.length).toBeGreaterThan(8);
  expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(asked.filter(({ path }) => /download|attachment|evidence|file/.test(path))).toEqual([]);
  expect(await trailEntries(company.admin, taskId)).toEqual(before);
  expect((await company.admin.call(listTasks, { box: 'all' })).total).toBe(total);
});

it('reaches nothing beyond its key: no other’s contract, with a wrong key or malformed input', async () => {
  const other = await selling();
  const theirs = await other.program.call(sendFromTemplate, {
    templateId: other.id,
    fields: { 合同编号: 'HT-O', 金额: '1' },
    signers: other.signers,
  });
  const refused = await use('read_contract', { planId: theirs.planId });
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('404000');
  expect((await use('read_template', { templateId: other.id })).isError).toBe(true);
  const wrongly = await client.callTool({ name: 'read_contract', arguments: { planId: '../../x' } }).then(
    ({ isError }) => isError === true,
    () => true,
  );
  expect(wrongly).toBe(true);
  const stranger = await connect({
    SIGNET_URL: product().baseUrl,
    SIGNET_KEY: `${company.key.slice(0, -4)}AAAA`,
  });
  const { content, isError } = await stranger.callTool({ name: 'count_contracts', arguments: {} });
  expect(isError).toBe(true);
  expect((content as { text: string }[])[0]!.text).toContain('401300');
  await stranger.close();
});
