import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sendFromTemplate } from '#core/batch/calls.ts';
import type { InputOf } from '#core/call.ts';
import { disableTemplate } from '#core/template/version-calls.ts';
import { apiKey, creditLot, member, ownedFile, task } from '#db/schema/index.ts';
import { enableFlow, flowOf, node, once } from '#tests/fixtures/approvals.ts';
import { addMember, database, newCompany, newPerson, setCompany } from '#tests/fixtures/people.ts';
import { selling } from '#tests/fixtures/selling.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';

type Seller = Awaited<ReturnType<typeof selling>>;
type Input = InputOf<typeof sendFromTemplate>;

const inputOf = ({ id, signers }: Seller): Input => ({
  templateId: id,
  fields: { 合同编号: 'HT-1', 金额: '9000' },
  signers,
});

/** What the seller's calls left behind: files and bytes, which their quota of the day counts, and tasks. */
async function leftBy({ ent }: Seller) {
  const owner = `E:${ent.id}`;
  const files = await database().select().from(ownedFile).where(eq(ownedFile.ownerKey, owner));
  const tasks = await database().select({ id: task.id }).from(task).where(eq(task.ownerKey, owner));
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0), tasks: tasks.length };
}

const ofKey = ({ boss }: Seller, change: Partial<typeof apiKey.$inferInsert>) =>
  database().update(apiKey).set(change).where(eq(apiKey.holderId, boss.id));
const ofMember = ({ boss }: Seller, change: Partial<typeof member.$inferInsert>) =>
  database().update(member).set(change).where(eq(member.accountId, boss.id));

/** What is done before it is sent, or what is sent instead. */
type Way = (seller: Seller) => Promise<Partial<Input> | undefined>;
const without =
  (act: (seller: Seller) => Promise<unknown>): Way =>
  async (seller) => {
    await act(seller);
    return undefined;
  };
const asking =
  (change: (seller: Seller) => Partial<Input>): Way =>
  async (seller) =>
    change(seller);

const party = { type: 'PERSON', userName: '阿依古丽', mobile: '123' } as const;
const long = '长'.repeat(4_000);

/** By what is wrong, how it comes about and the answer. */
const REFUSED: Readonly<Record<string, readonly [code: string, way: Way]>> = {
  // The right to it.
  'a key that may read only': ['API_KEY_SCOPE', without((own) => ofKey(own, { scopes: ['read'] }))],
  'a key that ended': ['API_KEY_ENDED', without((own) => ofKey(own, { expiresAt: Date.now() - 1 }))],
  'a key for other business types': ['NOT_FOUND', without((own) => ofKey(own, { businessTypes: ['LEASE'] }))],
  'a holder who no longer administers': [
    'API_KEY_HOLDER',
    without((own) => ofMember(own, { roles: ['EMPLOYEE'] })),
  ],
  'a sender of other business types': [
    'BUSINESS_TYPE_NOT_GIVEN',
    without((own) => ofMember(own, { businessTypes: ['LEASE'] })),
  ],
  'a template of a stranger': ['NOT_FOUND', async () => ({ templateId: (await selling()).id })],
  'a template that was switched off': [
    'TEMPLATE_DISABLED',
    without(({ admin, id }) => admin.call(disableTemplate, { id })),
  ],
  // Dates.
  'an end in the past': ['INPUT_INVALID', asking(() => ({ endTime: Date.now() - 1_000 }))],
  'an end before its beginning': [
    'INPUT_INVALID',
    asking(() => ({ startTime: Date.now() + 9e8, endTime: Date.now() + 8e8 })),
  ],
  // Copies, of both kinds.
  'no copies left': [
    'COPIES_USED_UP',
    without(({ ent }) =>
      database()
        .update(creditLot)
        .set({ expiresAt: Date.now() - 1 })
        .where(eq(creditLot.enterpriseId, ent.id)),
    ),
  ],
  'a copy to a number that is none': ['INPUT_INVALID', asking(() => ({ copies: [party] }))],
  'a copy to somebody twice': [
    'INPUT_INVALID',
    asking(({ buyer }) => {
      const one = { type: 'PERSON' as const, userName: buyer.name, mobile: buyer.mobile };
      return { copies: [one, one] };
    }),
  ],
  // Values.
  'a field that is lacking': ['INPUT_INVALID', asking(() => ({ fields: { 合同编号: 'HT-1' } }))],
  'a field that nobody knows': [
    'INPUT_INVALID',
    asking(() => ({ fields: { 合同编号: 'HT-1', 金额: '9000', 备注: '无' } })),
  ],
  'an amount that is none': ['INPUT_INVALID', asking(() => ({ fields: { 合同编号: 'HT-1', 金额: '九千' } }))],
  'a field that is too long': ['INPUT_INVALID', asking(() => ({ fields: { 合同编号: long, 金额: '9000' } }))],
  'rows that nobody knows': ['INPUT_INVALID', asking(() => ({ rows: { 明细: [{ 品名: '茶' }] } }))],
  'a name of the task that is too long': ['INPUT_INVALID', asking(() => ({ taskName: long }))],
  // Parties.
  'a role that nobody plays': ['INPUT_INVALID', asking(({ signers }) => ({ signers: signers.slice(1) }))],
  'a role that is played twice': [
    'INPUT_INVALID',
    asking(({ signers }) => ({ signers: [...signers, signers[1]!] })),
  ],
  'a party whose number is none': [
    'INPUT_INVALID',
    asking(({ signers }) => ({ signers: [signers[0]!, { ...signers[1]!, mobile: '123' }] })),
  ],
  'an enterprise that is held': [
    'SIGNER_DISABLED',
    async ({ signers }) => {
      const other = await newPerson();
      const held = await newCompany(other);
      await setCompany(held, { businessStatus: 'DISABLE' });
      const first = { role: '甲方', entName: held.name, userName: other.name, mobile: other.mobile };
      return { signers: [first, signers[1]!] };
    },
  ],
  // Only known once there is a file.
  'a flow whose approver has left': [
    'APPROVAL_NO_APPROVER',
    without(async ({ admin, ent }) => {
      const approver = await newPerson();
      await addMember(ent, approver, ['APPROVER']);
      await enableFlow(admin, flowOf([node([approver.id])]));
      await database().update(member).set({ leftAt: Date.now() }).where(eq(member.accountId, approver.id));
    }),
  ],
};

describe('[1.2] a contract from a template that is refused makes no task and leaves no file', () => {
  it.each(Object.entries(REFUSED))('for %s', async (_, [code, way]) => {
    const seller = await selling();
    const change = await way(seller);
    const input = { ...inputOf(seller), ...change };
    expect(await refusal(seller.program, sendFromTemplate, input)).toBe(code);
    // The same again, under a number and in two tabs at once: none of them leaves more.
    const sent = once();
    await Promise.all(
      [sent, sent, once()].map((one) => seller.program.envelope(sendFromTemplate, input, one)),
    );
    expect(await leftBy(seller)).toEqual({ files: 0, bytes: 0, tasks: 0 });
  });

  it('and one that is sent leaves only the task', async () => {
    const seller = await selling();
    await seller.program.call(sendFromTemplate, inputOf(seller));
    expect(await leftBy(seller)).toEqual({ files: 0, bytes: 0, tasks: 1 });
  });
});
