import { expect, it } from 'vitest';
import { listBatches, listBatchRows, sendBatch } from '#core/batch/calls.ts';
import type { AnyCall } from '#core/call.ts';
import { allCalls } from '#core/calls.ts';
import { listEmbedLinks, makeEmbedLink } from '#core/embed/calls.ts';
import { listFields, listRoles, saveFields, saveRole } from '#core/template/calls.ts';
import { listGroups, listUsableGroups, saveGroup } from '#core/template/group-calls.ts';
import { listTemplates, saveTemplate } from '#core/template/record-calls.ts';
import { listUsable, listVersions, publishTemplate } from '#core/template/version-calls.ts';
import { ApiClient } from '#tests/client.ts';
import { newApiKey } from '#tests/fixtures/api-keys.ts';
import { batchOf, persons } from '#tests/fixtures/batches.ts';
import { sentTo } from '#tests/fixtures/embeds.ts';
import { companyWithAdmin, database, newPerson } from '#tests/fixtures/people.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { webTemplate, withSealsApart } from '#tests/fixtures/template-content.ts';
import { product } from '../../product.ts';

const ORIGIN = 'https://erp.example.com';

async function company() {
  const acting = await companyWithAdmin({ isBiz: true });
  const program = new ApiClient(product().baseUrl);
  program.apiKey = await newApiKey(database(), acting.boss.id, acting.ent.id, ['read', 'send', 'manage'], {
    origins: [ORIGIN],
  });
  return { ...acting, program };
}

type Listed = { records: Record<string, unknown>[]; total: number };

/** Reads a list row by row, while `add` makes another row above the first before each step. */
async function readWhileItGrows(
  client: ApiClient,
  list: AnyCall,
  input: Record<string, unknown>,
  key: string,
  add: () => Promise<unknown>,
) {
  for (let made = 0; made < 3; made++) await add();
  const read = async (more: Record<string, unknown>) =>
    (await client.call(list, { ...input, ...more })) as Listed;
  const all = (await read({ size: 50 })).records.map((row) => row[key]);
  expect(all.length, list.id).toBeGreaterThanOrEqual(3);
  const found: unknown[] = [];
  for (let after: unknown; found.length < all.length; ) {
    const { records, total } = await read({ size: 1, ...(after === undefined ? {} : { after }) });
    found.push(records[0]?.[key]);
    expect(total, list.id).toBeGreaterThanOrEqual(all.length);
    after = records[0]?.[key];
    await add();
  }
  // Not one twice, and none left out.
  expect(found, list.id).toEqual(all);
  expect((await read({ size: 50, after: all.at(-1) })).records, list.id).toEqual([]);
  expect(await refusal(client, list, { ...input, after: 'nothing0here' }), list.id).toBe('NOT_FOUND');
}

it('each list read by a cursor goes on below its row, however many rows arrive meanwhile', async () => {
  const { program, admin } = await company();
  const walked = new Set<string>();
  const walk = async (
    list: AnyCall,
    key: string,
    add: () => Promise<unknown>,
    input: Record<string, unknown> = {},
  ) => {
    walked.add(list.id);
    await readWhileItGrows(program, list, input, key, add);
  };
  const content = withSealsApart(webTemplate());
  let numbers = 0;
  const newTemplate = async () => {
    const named = { businessType: 'SALES', sceneType: 'ENT', templateType: 'WEB' } as const;
    const { id } = await program.call(saveTemplate, { ...named, templateName: `采购合同${numbers++}` });
    await program.call(publishTemplate, { id, number: 0, content });
    return id;
  };
  await walk(listTemplates, 'id', newTemplate);
  await walk(listUsable, 'id', newTemplate);
  const id = await newTemplate();
  let number = 1;
  // Other words each time: the same content again makes no version.
  const publish = () =>
    program.call(publishTemplate, {
      id,
      number,
      content: withSealsApart(webTemplate(`双方就第 ${number++} 批货物的买卖达成如下协议。`)),
    });
  await walk(listVersions, 'versionId', publish, { id });
  const newGroup = () =>
    program.call(saveGroup, { groupName: `分组${numbers++}`, businessType: 'SALES', templateIds: [id] });
  await walk(listGroups, 'id', newGroup);
  await walk(listUsableGroups, 'id', newGroup);
  const signer = await newPerson();
  const { planId: taskId, signerId } = await sentTo(program, signer);
  await walk(listEmbedLinks, 'linkId', () =>
    program.call(makeEmbedLink, { planId: taskId, signerId, origin: ORIGIN }),
  );
  await walk(listBatches, 'batchId', async () =>
    admin.call(sendBatch, await batchOf(admin, await persons(1))),
  );
  // Two at once: rows of one millisecond have an order, too.
  const newFields = () =>
    program.call(saveFields, {
      fieldList: [1, 2].map(() => ({ fieldName: `字段${numbers++}`, fieldLength: 10, fieldType: 'TEXT' })),
    });
  await walk(listFields, 'id', newFields);
  await walk(listRoles, 'id', () =>
    program.call(saveRole, { roleName: `角色${numbers++}`, roleType: 'PERSON', note: '签署时在场' }),
  );
  const { batchId } = await admin.call(sendBatch, await batchOf(admin, await persons(4)));
  // Its rows are those that it began with.
  await walk(listBatchRows, 'rowKey', async () => undefined, { batchId });
  expect(await refusal(program, listTemplates, { after: id, descs: 'template_name' })).toBe('INPUT_INVALID');
  const [role] = (await program.call(listRoles, { size: 1 })).records;
  expect(await refusal(program, listRoles, { after: role!.id, ascs: 'role_name' })).toBe('INPUT_INVALID');

  // Tasks and contacts have tests of their own.
  const others = ['task.listTasks', 'contact.listContacts'];
  const shapeOf = ({ input }: AnyCall) => (input as { shape?: object }).shape ?? {};
  const reached = allCalls().filter(({ access }) => access.keys);
  const cursors = reached.filter((call) => 'after' in shapeOf(call));
  // No list that programs read has pages by number alone.
  expect(reached.filter((call) => 'current' in shapeOf(call) && !('after' in shapeOf(call)))).toEqual([]);
  expect(cursors.map(({ id: call }) => call).sort()).toEqual([...walked, ...others].sort());
});
