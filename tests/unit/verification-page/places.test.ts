import { describe, expect, it } from 'vitest';
import { describeTimeline } from '#core/verification/describe-timeline.ts';
import { describeVerification } from '#core/verification/describe-verification.ts';
import { findPlaces } from '#core/verification/find-places.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { signOfd } from '#tests/fixtures/sign-ofd.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { openOffice, stampRequest } from '#tests/unit/ofd-sign/signing-party.ts';
import { smallOfd } from '#tests/unit/ofd-sign/small-ofd.ts';
import { makePdf, type PageKind } from '#tests/unit/pdf/documents.ts';
import { testSigner } from '#tests/unit/pdf/signers.ts';

const box = { x: 20, y: 30, width: 42, height: 21 };

describe('the place of a signature', () => {
  it('is in mm from the displayed page’s top left, also of rotated, cropped and scaled pages', async () => {
    const { signer, certificates } = await testSigner('P-256');
    const kinds: PageKind[] = [
      {},
      { rotate: 90 },
      { rotate: 270 },
      { crop: [50, 60, 400, 500] },
      { userUnit: 2 },
    ];
    for (const kind of kinds) {
      const original = await makePdf([{}, kind]);
      const signed = await signPdf(original, {
        field: 'Seal',
        newField: { page: 1, box },
        signer,
        certificates,
      });
      const places = await findPlaces(signed, 'pdf');
      expect(places).toHaveLength(1);
      expect(places[0]).toMatchObject({ name: 'Seal', page: 2 });
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(places[0]![side], `${side} of ${JSON.stringify(kind)}`).toBeCloseTo(box[side], 1);
    }
  });

  it('is undefined for an invisible signature, and for an unreadable file', async () => {
    const { signer, certificates } = await testSigner('P-256');
    const signed = await signPdf(await makePdf(), {
      field: 'Seal',
      newField: 'invisible',
      signer,
      certificates,
    });
    expect(await findPlaces(signed, 'pdf')).toEqual([]);
    expect(await findPlaces(new Uint8Array([1, 2, 3]), 'pdf')).toEqual([]);
    expect(await findPlaces(new Uint8Array([1, 2, 3]), 'ofd')).toEqual([]);
  });

  it('of an OFD is its stamp, by the name that the verdict gives the signature', async () => {
    const office = await openOffice();
    const party = await office.party('甲方有限公司');
    const signed = await signOfd(smallOfd(), stampRequest(party), party.holder.signer);
    const { signatures } = await verifyFile(signed, office.trust);
    expect(await findPlaces(signed, 'ofd')).toEqual([
      { name: signatures[0]!.name, page: 1, x: 120, y: 200, width: 40, height: 40 },
    ]);
  });
});

describe('the revisions of a file', () => {
  it('name who signed in each and what it changed after an earlier signature, each change once', async () => {
    const { signer, certificates } = await testSigner('P-256');
    const by = { signer, certificates };
    let file = await makePdf();
    const original = file.length;
    for (const [i, field] of ['First', 'Second', 'Third'].entries())
      file = await signPdf(file, { field, newField: { page: 0, box: { ...box, y: 30 + i * 40 } }, ...by });
    const result = await verifyFile(file, { time: Date.UTC(2026, 5, 1), trustAnchors: [certificates[1]!] });
    const timeline = describeTimeline(result, describeVerification(result, 'en-US'));
    expect(timeline.map(({ revision, signers }) => [revision, signers.length])).toEqual([
      [1, 0],
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
    expect(timeline[0]!.changes).toEqual([]);
    expect(timeline[0]!.size - original).toBeLessThanOrEqual(1);
    expect(timeline[3]!.size).toBe(file.length);
    // Nothing was signed before the second revision; the fourth is a change after two signatures, named once.
    expect(timeline[1]!.changes).toEqual([]);
    const added = timeline[3]!.changes.filter(({ text }) => text.includes('Third'));
    expect(added.map(({ text }) => text)).toEqual([...new Set(added.map(({ text }) => text))]);
    expect(added.length).toBeGreaterThan(0);
    expect(timeline[3]!.changes.every(({ allowed }) => allowed)).toBe(true);
  });
});
