import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { listTasks } from '#core/task/list-calls.ts';
import { participant, signer, task } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { database, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { randomFrom } from '#tests/fixtures/random.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';

const TASKS = 120;
const SEARCHES = 40;
/** Few characters, so that searches find something; those that LIKE, the index and JSON take for their own; two of one letter. */
const CHARACTERS = [...'合同书aAbÄä1 %_"\'\\*-𠮷'];

const random = randomFrom('search of tasks');
const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
const words = (longest: number) =>
  Array.from({ length: 1 + Math.floor(random() * longest) }, () => one(CHARACTERS)).join('');

type Row = { id: string; name: string; number: string; person: string; firm: string };
let own: ApiClient;
let ownerKey: string;
let rows: Row[];

/** What a search finds by looking at each row: letters A to Z alone are the same in both cases. */
const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const has = (text: string, part: string) =>
  lower(text.replaceAll(' ', '')).includes(lower(part.replace(/\s+/g, '')));

beforeAll(async () => {
  const boss = await newPerson();
  const company = await newCompany(boss);
  own = await signedIn(boss, company);
  ownerKey = `E:${company.id}`;
  const stem = crypto.randomUUID();
  rows = Array.from({ length: TASKS }, (_, i) => ({
    id: `${stem}-${String(i).padStart(3, '0')}`,
    name: words(14),
    number: `${stem}${i}`,
    person: words(5),
    firm: words(12),
  }));
  const now = Date.now();
  const db = database();
  await db.insert(task).values(
    rows.map(({ id, name, number }, i) => ({
      id,
      number,
      draftId: id,
      name,
      businessType: 'OTHER',
      businessTypeName: '其他',
      fileType: 'PDF' as const,
      ownerKey,
      initiatorId: boss.id,
      initiatorName: '',
      initiatorEntName: '',
      ordered: false,
      state: 'IN_PROGRESS' as const,
      startAt: now,
      deadline: now + 9e8,
      // Some of one moment.
      sentAt: now - Math.floor(i / 3),
      fileNum: 1,
      signerNum: 1,
    })),
  );
  await db.insert(participant).values(
    rows.map(({ id }, i) => ({
      ownerKey,
      part: 'INITIATOR' as const,
      taskId: id,
      accountId: boss.id,
      sentAt: now - Math.floor(i / 3),
    })),
  );
  await db.insert(signer).values(
    rows.map(({ id, person, firm }) => ({
      id: `s${id}`,
      taskId: id,
      position: 0,
      type: 'ENTERPRISE' as const,
      ownerKey: '',
      userName: person,
      entName: firm,
      mobileIndex: '',
      mobileSealed: '',
      signOrder: 1,
      state: 'SIGNING' as const,
    })),
  );
});

async function compare(): Promise<void> {
  const all = await own.call(listTasks, { box: 'startWithMe', size: TASKS });
  const order = all.records.map(({ planId: taskId }) => taskId);
  expect(order.length).toBe(rows.length);
  let found = 0;
  for (let i = 0; i < SEARCHES; i++) {
    const row = one(rows);
    const byName = random() < 0.5;
    const source = one(byName ? [row.name, row.name, row.number] : [row.person, row.firm]);
    const at = Math.floor(random() * [...source].length);
    const part =
      random() < 0.7 ? [...source].slice(at, at + 1 + Math.floor(random() * 5)).join('') : words(4);
    if (part.trim() === '') continue;
    const expected = rows
      .filter((r) => (byName ? [r.name, r.number] : [r.person, r.firm]).some((text) => has(text, part)))
      .map(({ id }) => id);
    const { records, total } = await own.call(listTasks, {
      box: 'startWithMe',
      size: TASKS,
      ...(byName ? { keyword: part } : { signatory: part }),
    });
    // The same tasks, in the order of the whole list.
    expect([part, byName, records.map(({ planId: taskId }) => taskId)]).toEqual([
      part,
      byName,
      order.filter((id) => expected.includes(id)),
    ]);
    expect(total).toBe(expected.length);
    if (part.replace(/\s+/g, '').length > 2) found += expected.length;
  }
  expect(found).toBeGreaterThan(5);
}

describe('search of tasks', () => {
  it('the index finds what a look at each task finds, in order, also after renaming and removal', async () => {
    await compare();
    const db = database();
    for (const row of rows.slice(0, 20)) {
      Object.assign(row, { name: words(14), person: words(5), firm: words(12) });
      await db.update(task).set({ name: row.name }).where(eq(task.id, row.id));
      await db
        .update(signer)
        .set({ userName: row.person, entName: row.firm })
        .where(eq(signer.taskId, row.id));
    }
    const gone = rows.splice(20, 20).map(({ id }) => id);
    await db.delete(participant).where(inArray(participant.taskId, gone));
    await db.delete(signer).where(inArray(signer.taskId, gone));
    await db.delete(task).where(inArray(task.id, gone));
    await compare();
  });

  it('finds nothing of others: the index knows all tasks, the list only those that one may see', async () => {
    const other = await newPerson();
    const elsewhere = await signedIn(other, await newCompany(other));
    const { number } = rows[0]!;
    const find = (who: ApiClient) => who.call(listTasks, { box: 'all', keyword: number });
    expect((await find(own)).total).toBeGreaterThan(0);
    expect(await find(elsewhere)).toMatchObject({ total: 0, records: [] });
  });
});
