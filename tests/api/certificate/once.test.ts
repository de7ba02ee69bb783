import { count, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createSeal } from '#core/seal/calls.ts';
import { applyCertificate, continueCertificate } from '#core/seal/certificate-calls.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { certificate, certificateOrder } from '#db/schema/index.ts';
import { database, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';

describe('an application', () => {
  it('[4.4b] makes one order and one certificate, however often it is continued meanwhile', async () => {
    const person = await newPerson();
    const company = await newCompany(person);
    const client = await signedIn(person, company);
    const rounds = 5;
    for (let round = 0; round < rounds; round++) {
      const design = presetDesign('CONTRACT_40', { name: '一次', seed: `${round}` });
      const { stampId } = await client.call(createSeal, {
        stampName: `第 ${round} 枚`,
        stampCategory: 'ENTERPRISE',
        picture: { kind: 'DESIGN', design },
      });
      await client.call(applyCertificate, { stampId });
      await Promise.all([1, 2, 3, 4].map(() => client.call(continueCertificate, { stampId })));
      await expect
        .poll(async () => (await client.call(continueCertificate, { stampId })).certificateStatus)
        .toBe('SUCCESS');
    }
    const ownerKey = `E:${company.id}`;
    const [orders] = await database()
      .select({ n: count() })
      .from(certificateOrder)
      .where(eq(certificateOrder.ownerKey, ownerKey));
    const [certificates] = await database()
      .select({ n: count() })
      .from(certificate)
      .where(eq(certificate.ownerKey, ownerKey));
    expect([orders?.n, certificates?.n]).toEqual([rounds, rounds]);
  });
});
