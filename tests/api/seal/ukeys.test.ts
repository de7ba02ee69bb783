import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ERROR_CODES } from '#core/errors.ts';
import { createSeal, deleteSeal, getSeal } from '#core/seal/calls.ts';
import { allowUkey, certifyUkey, forbidUkey } from '#core/seal/certificate-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { freshName } from '#tests/fixtures/new-number.ts';
import { newCompany, newPerson } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { proofOf } from '#tests/fixtures/ukeys.ts';
import { ADMIN, designPicture, OPERATOR, someone, usable } from './seals.ts';

let admin: ApiClient;
let operator: ApiClient;
beforeAll(async () => {
  [admin, operator] = await Promise.all([someone(ADMIN), someone(OPERATOR)]);
});

const signPassword = '730518';
/** A company of the test's own, as the UKeys of one are counted. */
async function ownCompany() {
  const person = await newPerson({ signPassword });
  const own = await signedIn(person, await newCompany(person));
  const make = async (stampCategory: 'ENTERPRISE' | 'DEPARTMENT' | 'GENERAL') =>
    (await own.call(createSeal, { stampName: freshName('印章'), stampCategory, picture: designPicture() }))
      .stampId;
  return { own, make, proof: () => proofOf(own, signPassword) };
}

describe('UKeys of a seal', () => {
  it.each([
    ['all for one seal type', ['DEPARTMENT', 'DEPARTMENT', 'DEPARTMENT', 'DEPARTMENT', 'DEPARTMENT']],
    ['spread over the types', ['ENTERPRISE', 'DEPARTMENT', 'GENERAL', 'ENTERPRISE', 'DEPARTMENT']],
  ] as const)(
    '[5.14a] [6.3b] [9.11] an enterprise gets at most five UKeys, %s, and no sixth certificate',
    async (_, types) => {
      const { own, proof, make } = await ownCompany();
      const stampIds = { ENTERPRISE: '', DEPARTMENT: '', GENERAL: '' };
      for (const type of ['ENTERPRISE', 'DEPARTMENT', 'GENERAL'] as const) stampIds[type] = await make(type);
      for (const [i, type] of types.entries())
        await own.call(allowUkey, { stampId: stampIds[type], serial: `UK-FIVE-${i}`, proof: await proof() });
      const subject = ['-subj', '/CN=ukey', '-newkey', 'rsa:2048', '-nodes', '-keyout', '/dev/null'];
      const request = execFileSync('openssl', ['req', '-new', ...subject], { stdio: 'pipe' }).toString();
      const sixth = 'UK-ONE-MORE';
      // Refused for a seal of every type: of those that hold some, and of those that hold none.
      for (const stampId of Object.values(stampIds)) {
        expect(await refusal(own, allowUkey, { stampId, serial: sixth, proof: await proof() })).toBe(
          'SEAL_UKEY_TOO_MANY',
        );
        expect(
          await refusal(own, certifyUkey, { stampId, serial: sixth, request, proof: await proof() }),
        ).toBe('SEAL_UKEY_TOO_MANY');
      }
      // One of the five may use the seals of another type, too.
      await own.call(allowUkey, { stampId: stampIds.GENERAL, serial: 'UK-FIVE-1', proof: await proof() });
      await own.call(forbidUkey, { stampId: stampIds[types[0]], serial: 'UK-FIVE-0' });
      await own.call(allowUkey, { stampId: stampIds.GENERAL, serial: sixth, proof: await proof() });
      const held = await Promise.all(
        Object.values(stampIds).map((stampId) => own.call(getSeal, { stampId })),
      );
      expect(new Set(held.flatMap(({ ukeys }) => ukeys.map(({ serial }) => serial))).size).toBe(5);
    },
  );

  it('[5.14a] [9.11] stays at five also where seals of several types get another at once', async () => {
    const { own, make } = await ownCompany();
    const stampIds = [await make('DEPARTMENT'), await make('GENERAL'), await make('ENTERPRISE')];
    for (let i = 0; i < 4; i++)
      await own.call(allowUkey, {
        stampId: stampIds[0]!,
        serial: `UK-TOGETHER-${i}`,
        proof: await proofOf(own, signPassword),
      });
    const answers = await Promise.all(
      stampIds.map(async (stampId, i) =>
        own.envelope(allowUkey, {
          stampId,
          serial: `UK-AT-ONCE-${i}`,
          proof: await proofOf(own, signPassword),
        }),
      ),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === ERROR_CODES.SEAL_UKEY_TOO_MANY)).toHaveLength(2);
    const held = await Promise.all(stampIds.map((stampId) => own.call(getSeal, { stampId })));
    expect(held.flatMap(({ ukeys }) => ukeys)).toHaveLength(5);
    // One that is among the five may be used for another seal.
    await own.call(allowUkey, {
      stampId: stampIds[1]!,
      serial: 'UK-TOGETHER-0',
      proof: await proofOf(own, signPassword),
    });
  });

  it('[2.19a] certifies a UKey’s key from its request, as OpenSSL sees it, and revokes by right', async () => {
    const { stampId } = await admin.call(createSeal, {
      stampName: freshName('通用章'),
      stampCategory: 'GENERAL',
      picture: designPicture(),
    });
    const folder = mkdtempSync(join(tmpdir(), 'signet-ukey-'));
    const openssl = (...args: string[]) =>
      execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' }).toString();
    openssl(
      'req',
      '-new',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'key.pem',
      '-out',
      'req.pem',
      '-subj',
      '/CN=ukey',
    );
    const request = readFileSync(join(folder, 'req.pem'), 'utf8');
    const serial = `UKEY-${Date.now()}`;
    const { certificates } = await admin.call(certifyUkey, {
      stampId,
      serial,
      request,
      proof: await proofOf(admin),
    });
    ['own.pem', 'issuing.pem', 'root.pem'].forEach((name, i) => {
      writeFileSync(join(folder, name), certificates[i]!);
    });
    expect(openssl('verify', '-CAfile', 'root.pem', '-untrusted', 'issuing.pem', 'own.pem')).toContain(
      'own.pem: OK',
    );
    expect(openssl('x509', '-in', 'own.pem', '-noout', '-pubkey')).toBe(
      openssl('req', '-in', 'req.pem', '-noout', '-pubkey'),
    );

    const seal = await admin.call(getSeal, { stampId });
    expect(seal.certificateStatus).toBe('SUCCESS');
    expect(seal.ukeys).toMatchObject([{ serial, certificateNotAfter: expect.any(Number) }]);
    // Only the UKey has the key, so nothing can be stamped without it.
    expect(await usable(admin)).not.toContain(stampId);

    const forged = request.replace(/^(.{20})(.)/m, (_, head, c) => `${head}${c === 'A' ? 'B' : 'A'}`);
    expect(
      await refusal(admin, certifyUkey, { stampId, serial, request: forged, proof: await proofOf(admin) }),
    ).toBe('CERTIFICATE_REQUEST_BROKEN');
    openssl(
      'req',
      '-new',
      '-newkey',
      'rsa:1024',
      '-nodes',
      '-keyout',
      'weak.pem',
      '-out',
      'weak-req.pem',
      '-subj',
      '/CN=ukey',
    );
    const weak = readFileSync(join(folder, 'weak-req.pem'), 'utf8');
    expect(
      await refusal(admin, certifyUkey, { stampId, serial, request: weak, proof: await proofOf(admin) }),
    ).toBe('KEY_UNSUPPORTED');
    expect(
      await refusal(operator, certifyUkey, { stampId, serial, request, proof: await proofOf(operator) }),
    ).toBe('NO_PERMISSION');

    await admin.call(forbidUkey, { stampId, serial });
    expect((await admin.call(getSeal, { stampId })).certificateStatus).toBe('EXPIRED');
    await admin.call(deleteSeal, { stampId });
  });
});
