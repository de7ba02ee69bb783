import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { InputOf } from '#core/call.ts';
import { openBook } from '#core/contact/calls.ts';
import { listContacts, removeContacts, saveContacts } from '#core/contact/program-calls.ts';
import { companyRecord } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { newApiKey } from '#tests/fixtures/api-keys.ts';
import { addMember, companyWithAdmin, database, newPerson } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { listContacts as ofClient, saveContacts as saveOfClient } from '../../../client/src/calls.ts';
import { listTasks, Signet } from '../../../client/src/index.ts';
import { product } from '../../product.ts';

type Given = InputOf<typeof saveContacts>['contacts'];

async function company(scopes: ('read' | 'send')[] = ['read', 'send']) {
  const acting = await companyWithAdmin();
  const key = await newApiKey(database(), acting.boss.id, acting.ent.id, scopes);
  const program = new ApiClient(product().baseUrl);
  program.apiKey = key;
  return { ...acting, key, program };
}
const SUPPLIER = {
  type: 'ENTERPRISE',
  name: '宏远贸易有限公司',
  person: '王芳',
  phone: '13800000001',
} as const;

it('a program keeps its enterprise’s address book: adds with groups, changes, finds, removes', async () => {
  const { program } = await company();
  const { contactIds } = await program.call(saveContacts, {
    contacts: [
      { ...SUPPLIER, groups: ['供应商', '华东'] },
      {
        type: 'PERSON',
        name: '李娜',
        email: 'li@example.cn',
        idType: 'RESIDENT_ID',
        idNumber: '11010519491231002X',
      },
    ],
  });
  const [supplier, person] = contactIds;
  const all = async (query: InputOf<typeof listContacts> = {}) =>
    (await program.call(listContacts, query)).records;
  expect(await all({ name: '宏远' })).toEqual([
    { contactId: supplier, ...SUPPLIER, entName: '', email: '', note: '', groups: ['供应商', '华东'] },
  ]);
  await program.call(saveContacts, {
    contacts: [{ contactId: supplier!, phone: '13800000002', groups: ['华东'] }],
  });
  expect(await all({ groupName: '华东' })).toMatchObject([
    { name: SUPPLIER.name, person: '王芳', phone: '13800000002' },
  ]);
  expect(await all({ groupName: '供应商' })).toEqual([]);
  // No number of an identity document is told.
  expect(JSON.stringify(await all())).not.toContain('1949');
  expect(await refusal(program, removeContacts, { contactIds: [person!, 'nothing1'] })).toBe('NOT_FOUND');
  expect(await program.call(removeContacts, { contactIds: [person!] })).toEqual({ removed: 1 });
  expect((await all()).map(({ name }) => name)).toEqual([SUPPLIER.name]);
});

it('a list goes on below the last contact, and a repeated request adds one', async () => {
  const { program, key } = await company();
  const contacts: Given = Array.from({ length: 25 }, (_, i) => ({ type: 'PERSON', name: `联系人${i}` }));
  const once = { 'X-Request-Id': crypto.randomUUID() };
  const first = await program.call(saveContacts, { contacts }, once);
  expect(await program.call(saveContacts, { contacts }, once)).toEqual(first);
  const found: string[] = [];
  for (let after: string | undefined; ; ) {
    const { records, total } = await program.call(listContacts, { size: 10, ...(after ? { after } : {}) });
    expect(total).toBe(25);
    found.push(...records.map(({ contactId }) => contactId));
    after = records.at(-1)?.contactId;
    if (records.length < 10) break;
  }
  expect(found).toEqual([...first.contactIds].sort());
  // The client goes through them by itself.
  const signet = new Signet({ url: product().baseUrl, key });
  const names = new Set<string>();
  for await (const { name } of signet.list(ofClient, { size: 4 })) names.add(name);
  expect(names.size).toBe(25);
  const { contactIds } = await signet.call(saveOfClient, { contacts: [{ type: 'PERSON', name: '赵敏' }] });
  expect(contactIds).toHaveLength(1);
  expect(listTasks.after).toBe('planId');
});

it('writes all or nothing, and says which field of which contact is at fault', async () => {
  const { program } = await company();
  const problems = async (contacts: Given) => {
    const { fields } = await program.envelope(saveContacts, { contacts });
    return fields?.map(({ path, problem }) => [path, problem]);
  };
  expect(
    await problems([
      { type: 'PERSON', name: '李娜' },
      { type: 'PERSON', name: '王芳', phone: '12' },
      { type: 'DEPARTMENT', name: '法务部' },
      { type: 'PERSON', name: '赵敏', idType: 'RESIDENT_ID', idNumber: '110105194912310021' },
    ]),
  ).toEqual([
    ['contacts.1.phone', expect.any(String)],
    ['contacts.2.entName', expect.any(String)],
    ['contacts.3.idNumber', expect.any(String)],
  ]);
  const nobody = { contacts: [{ contactId: 'nobody00', name: '王芳' }] };
  expect(await refusal(program, saveContacts, nobody)).toBe('NOT_FOUND');
  expect((await program.call(listContacts, {})).total).toBe(0);
  expect(await refusal(program, saveContacts, { contacts: [] })).toBe('INPUT_INVALID');
});

it('reaches the book of its enterprise alone, by its scope and by roles', async () => {
  const [one, other] = [await company(), await company()];
  await one.program.call(saveContacts, { contacts: [{ ...SUPPLIER }] });
  expect((await other.program.call(listContacts, {})).total).toBe(0);
  const { contactIds } = await one.program.call(saveContacts, {
    contacts: [{ type: 'PERSON', name: '李娜' }],
  });
  expect(await refusal(other.program, removeContacts, { contactIds })).toBe('NOT_FOUND');
  expect(
    await refusal(other.program, saveContacts, { contacts: [{ contactId: contactIds[0]!, name: '别人' }] }),
  ).toBe('NOT_FOUND');
  expect((await other.program.call(listContacts, { after: contactIds[0]! })).records).toEqual([]);
  const reading = await company(['read']);
  expect(await refusal(reading.program, listContacts, {})).toBe('OK');
  expect(await refusal(reading.program, saveContacts, { contacts: [{ ...SUPPLIER }] })).toBe('API_KEY_SCOPE');
  expect(await refusal(reading.program, removeContacts, { contactIds })).toBe('API_KEY_SCOPE');
  // A key opens no room.
  expect(await refusal(one.program, openBook, {})).toBe('API_KEY_SCOPE');
  const [approver, employee] = [await newPerson(), await newPerson()];
  await addMember(one.ent, approver, ['APPROVER']);
  await addMember(one.ent, employee, ['EMPLOYEE']);
  const reads = await signedIn(approver, one.ent);
  expect((await reads.call(listContacts, {})).total).toBe(2);
  expect(await refusal(reads, saveContacts, { contacts: [{ ...SUPPLIER }] })).toBe('NO_PERMISSION');
  expect(await refusal(await signedIn(employee, one.ent), listContacts, {})).toBe('NO_PERMISSION');
});

it('each change has its line in the enterprise’s record, with key and ids alone; refusals none', async () => {
  const { ent, boss, program } = await company();
  const lines = () =>
    database()
      .select()
      .from(companyRecord)
      .where(and(eq(companyRecord.enterpriseId, ent.id), eq(companyRecord.operatorId, boss.id)));
  const { contactIds } = await program.call(saveContacts, {
    contacts: [{ ...SUPPLIER }, { type: 'PERSON', name: '李娜' }],
  });
  const first = contactIds[0]!;
  await program.call(saveContacts, { contacts: [{ contactId: first, note: '已续约' }] });
  await program.call(removeContacts, { contactIds });
  expect(await refusal(program, removeContacts, { contactIds })).toBe('NOT_FOUND');
  expect(await refusal(program, saveContacts, { contacts: [{ type: 'DEPARTMENT', name: '法务部' }] })).toBe(
    'INPUT_INVALID',
  );
  const told = (await lines()).map(({ record, remark }) => [record, JSON.parse(remark)]);
  expect(told).toEqual([
    ['CONTACTS_SAVED', { apiKey: 'ERP', contactIds }],
    ['CONTACTS_SAVED', { apiKey: 'ERP', contactIds: [first] }],
    ['CONTACTS_REMOVED', { apiKey: 'ERP', contactIds }],
  ]);
  for (const word of [SUPPLIER.name, SUPPLIER.phone, '李娜', '已续约'])
    expect(JSON.stringify(told)).not.toContain(word);
});
