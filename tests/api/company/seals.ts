import { seal } from '#db/schema/index.ts';
import { type Company, database } from '../../fixtures/people.ts';

/** A seal of an enterprise, written straight into the database: authorizations are what is tested here. */
export async function newSeal(company: Company): Promise<string> {
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 24);
  await database()
    .insert(seal)
    .values({
      id,
      ownerKey: `E:${company.id}`,
      name: `合同章 ${id.slice(0, 6)}`,
      category: 'ENTERPRISE',
      widthMm: 40,
      heightMm: 40,
      drawing: { widthMm: 40, heightMm: 40, items: [] },
      creatorId: 'test',
      createdAt: Date.now(),
    });
  return id;
}
