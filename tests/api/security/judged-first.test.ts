import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sendFromTemplate } from '#core/batch/calls.ts';
import type { InputOf } from '#core/call.ts';
import { copiesLot, member, ownedFile } from '#db/schema/index.ts';
import { database } from '#tests/fixtures/people.ts';
import { selling } from '#tests/fixtures/selling.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';

/** Names of the files that a person's calls left behind: making one may take a second of the processor. */
const filesOf = async (accountId: string) =>
  (await database().select().from(ownedFile).where(eq(ownedFile.uploadedBy, accountId))).map(
    ({ fileType }) => fileType,
  );

type Seller = Awaited<ReturnType<typeof selling>>;
const inputOf = ({ id, signers }: Seller): InputOf<typeof sendFromTemplate> => ({
  templateId: id,
  fields: { 合同编号: 'HT-1', 金额: '9000' },
  signers,
});

describe('a contract from a template that may not be sent', () => {
  it('makes no file if the enterprise has no copies left', async () => {
    const seller = await selling();
    await database()
      .update(copiesLot)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(copiesLot.enterpriseId, seller.ent.id));
    expect(await refusal(seller.program, sendFromTemplate, inputOf(seller))).toBe('COPIES_USED_UP');
    expect(await filesOf(seller.boss.id)).toEqual([]);
  });

  it('makes no file if the sender is not authorized for its business type', async () => {
    const seller = await selling();
    await database()
      .update(member)
      .set({ businessTypes: ['LEASE'] })
      .where(eq(member.accountId, seller.boss.id));
    expect(await refusal(seller.program, sendFromTemplate, inputOf(seller))).toBe('BUSINESS_TYPE_NOT_GIVEN');
    expect(await filesOf(seller.boss.id)).toEqual([]);
  });

  it('makes no file if its dates or its parties are wrong, and names them', async () => {
    const seller = await selling();
    const input = inputOf(seller);
    const late = { ...input, endTime: Date.now() - 1_000 };
    expect(await refusal(seller.program, sendFromTemplate, late)).toBe('INPUT_INVALID');
    const [first, second] = seller.signers;
    const unnamed = { ...input, signers: [first!, { ...second!, mobile: '123' }] };
    expect(await refusal(seller.program, sendFromTemplate, unnamed)).toBe('INPUT_INVALID');
    expect(await filesOf(seller.boss.id)).toEqual([]);
  });
});
