import { describe, expect, it } from 'vitest';
import {
  answerCloudChallenge,
  confirmCloudQr,
  listCloudChallenges,
  queryCloudToken,
  requestCloudQr,
} from '#core/seal/cloud-calls.ts';
import { gbState } from '#tests/fixtures/cloud-seals.ts';
import { newCompany, newPerson, setCompany } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

describe('cloud seals', () => {
  it('[7.16a] [7.16b] [7.16c] [4.22d] ask a scan by 70003009 and pass by it, where they apply', async () => {
    const person = await newPerson({ ownerType: 'INSIDE' });
    const company = await newCompany(person, { ownerType: 'INSIDE' });
    const client = await signedIn(person, company);
    const other = await newPerson({ ownerType: 'INSIDE' });
    const stranger = await signedIn(other, await newCompany(other, { ownerType: 'INSIDE' }));
    expect(await refusal(client, queryCloudToken, {})).toBe('NO_PERMISSION');
    await gbState('ENABLE');
    try {
      await expect.poll(async () => (await client.envelope(queryCloudToken, {})).code).toBe(70003009);
      const qr = await client.call(requestCloudQr, {});
      expect(qr.challenge).toMatch(/^[0-9a-f]{32}$/);
      const seen = await client.call(listCloudChallenges, {});
      expect(seen.find(({ challenge }) => challenge === qr.challenge)).toMatchObject({
        person: person.name,
        enterprise: company.name,
        state: 'WAITING',
      });
      // Somebody else's code gives nothing.
      expect(await refusal(stranger, confirmCloudQr, qr)).toBe('CLOUD_SEAL_FAILED');
      // A refusal fails the confirmation; a fresh code can be asked for.
      const waiting = refusal(client, confirmCloudQr, qr);
      await client.call(answerCloudChallenge, { challenge: qr.challenge, allow: false });
      expect(await waiting).toBe('CLOUD_SEAL_FAILED');
      const fresh = await client.call(requestCloudQr, {});
      expect(fresh.challenge).not.toBe(qr.challenge);
      const confirmed = client.call(confirmCloudQr, fresh);
      await client.call(answerCloudChallenge, { challenge: fresh.challenge, allow: true });
      expect((await confirmed).expiresAt).toBeGreaterThan(Date.now());
      expect((await client.call(queryCloudToken, {})).expiresAt).toBeGreaterThan(Date.now());
      // Used once, and for this person in this enterprise alone.
      expect(await refusal(client, confirmCloudQr, fresh)).toBe('CLOUD_SEAL_FAILED');
      expect(await refusal(stranger, queryCloudToken, {})).toBe('CLOUD_SEAL_AUTHORIZATION_NEEDED');

      // As a person, and in a department, there is none.
      expect(await refusal(await signedIn(person), queryCloudToken, {})).toBe('SWITCH_TO_ENTERPRISE');
      await setCompany(company, { nodeType: 'DEPTMENT' });
      expect(await refusal(client, queryCloudToken, {})).toBe('NO_PERMISSION');
      const outside = await newPerson();
      const outsider = await signedIn(outside, await newCompany(outside, { ownerType: 'OUTSIDE' }));
      expect(await refusal(outsider, queryCloudToken, {})).toBe('NO_PERMISSION');
    } finally {
      await gbState('DISABLE');
    }
  });
});
