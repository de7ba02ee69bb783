import { beforeAll, describe, expect, it } from 'vitest';
import { createSeal } from '#core/ofd/sign/create-seal.ts';
import { beginOfdSignature } from '#core/ofd/sign/sign-ofd.ts';
import { readSignatureDateTime } from '#core/ofd/verify/signing-time.ts';
import { verifyOfd } from '#core/ofd/verify/verify-ofd.ts';
import { finishOn, signOfd } from '#tests/fixtures/sign-ofd.ts';
import {
  DAY,
  NOW,
  type Office,
  openOffice,
  type Party,
  stampRequest,
} from '#tests/unit/ofd-sign/signing-party.ts';
import { smallOfd, TINY_PNG } from '#tests/unit/ofd-sign/small-ofd.ts';

let office: Office;
let party: Party;
beforeAll(async () => {
  office = await openOffice();
  party = await office.party('甲方有限公司');
});

const signAt = (who: Party, time: number) =>
  signOfd(smallOfd(), stampRequest(who, { time }), who.holder.signer);

describe('whom and when', () => {
  it('without an anchor nothing is valid, though it is intact', async () => {
    const found = await verifyOfd(await signAt(party, NOW), { time: NOW });
    expect(found.signatures[0]).toMatchObject({
      verdict: 'indeterminate',
      integrity: true,
      chain: 'untrusted',
    });
    expect(found.signatures[0]!.problems).toEqual(
      expect.arrayContaining(['chain-untrusted', 'ofd-seal-maker-untrusted']),
    );
  });

  it('a seal maker that nobody vouches for keeps the signature from being valid', async () => {
    const stranger = await openOffice();
    const seal = await createSeal(
      {
        id: '1',
        name: '甲方',
        kind: 'unit',
        vendor: 'X',
        signers: [party.certificate],
        created: NOW,
        validFrom: NOW - DAY,
        validTo: NOW + DAY,
        picture: { type: 'PNG', data: TINY_PNG, widthMm: 40, heightMm: 40 },
      },
      { signer: stranger.maker.signer, certificate: stranger.maker.certificate.der },
    );
    const [s] = (await verifyOfd(await signAt({ ...party, seal }, NOW), office.trust)).signatures;
    expect(s).toMatchObject({ verdict: 'indeterminate', integrity: true, chain: 'trusted' });
    expect(s!.problems).toContain('ofd-seal-maker-untrusted');
  });

  it('a seal used before or after its time is named', async () => {
    for (const time of [NOW - 20 * DAY, NOW + 301 * DAY]) {
      const bytes = await signAt(party, time);
      const [s] = (await verifyOfd(bytes, { ...office.trust, time: time + DAY })).signatures;
      expect(s).toMatchObject({ verdict: 'indeterminate', integrity: true });
      expect(s!.problems).toContain('ofd-seal-expired');
    }
  });

  it('a certificate that was not valid at the time of signing is named', async () => {
    const early = await signAt(party, NOW - 40 * DAY);
    const [before] = (await verifyOfd(early, office.trust)).signatures;
    expect(before!.verdict).toBe('invalid');
    expect(before!.problems).toContain('certificate-not-yet-valid');
    const late = await signAt(party, NOW + 4000 * DAY);
    const [after] = (await verifyOfd(late, { ...office.trust, time: NOW + 4001 * DAY })).signatures;
    expect(after!.verdict).not.toBe('valid');
    expect(after!.problems).toContain('certificate-expired');
  });

  it('a signing time in the future is doubted', async () => {
    const [s] = (await verifyOfd(await signAt(party, NOW + 5 * DAY), office.trust)).signatures;
    expect(s).toMatchObject({ verdict: 'indeterminate', integrity: true });
    expect(s!.problems).toContain('signing-time-in-future');
  });

  it('a time stamp on another value, or one that cannot be read, proves nothing', async () => {
    const prepared = await beginOfdSignature(smallOfd(), stampRequest(party));
    const value = await party.holder.signer.sign(prepared.toSign);
    const elsewhere = await office.timestamp(new Uint8Array(70));
    const [other] = (await verifyOfd(finishOn(smallOfd(), prepared, value, elsewhere), office.trust))
      .signatures;
    expect(other).toMatchObject({ verdict: 'indeterminate', integrity: true, detail: { timeProven: false } });
    expect(other!.problems).toContain('timestamp-mismatch');
    const rubbish = finishOn(smallOfd(), prepared, value, Uint8Array.from([0x30, 2, 5, 0]));
    const [broken] = (await verifyOfd(rubbish, office.trust)).signatures;
    expect(broken!.problems).toContain('timestamp-broken');
    expect(broken!.detail.timeProven).toBe(false);
  });

  it('reads the times that files write', () => {
    const expected = Date.UTC(2020, 9, 23, 11, 45, 37);
    for (const text of [
      '20201023114537Z',
      '2020-10-23 19:45:37',
      '2020-10-23T19:45:37',
      '2020-10-23T11:45:37Z',
      '2020-10-23T12:45:37+01:00',
      '20201023194537',
      '2020/10/23 19:45:37.123',
    ])
      expect(readSignatureDateTime(text), text).toBe(expected);
    for (const text of [null, '', 'yesterday', '2020-10-23']) expect(readSignatureDateTime(text)).toBeNull();
  });
});
