import { describe, expect, it } from 'vitest';
import { boundsOfItems, type Drawing } from '#core/drawing.ts';
import {
  createSeal,
  deleteSeal,
  disableSeal,
  getBuilderFacts,
  getPicture,
  getSeal,
  listGrants,
} from '#core/seal/calls.ts';
import { applyCertificate } from '#core/seal/certificate-calls.ts';
import { readPng } from '#core/sealart/read-png.ts';
import { freshName } from '#tests/fixtures/new-number.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { COMPANY, designPicture, inList, newSeal, sealPeople } from './seals.ts';

const [admin, operator, stranger] = await sealPeople();

describe('making seals', () => {
  it('[2.19a] [3.5a] makes a seal from its design, draws it on the server, lists all its fields', async () => {
    const { stampId, name } = await newSeal(admin);
    const [row] = await inList(admin, name);
    expect(row).toMatchObject({
      stampId,
      stampName: name,
      stampCategory: 'ENTERPRISE',
      shape: 'CIRCLE',
      widthMm: 40,
      heightMm: 40,
      method: 'AUTO',
      certificateStatus: 'NOT_APPLIED',
      enabled: true,
      creator: '甲方管理员',
      authorized: ['甲方管理员'],
    });
    expect(boundsOfItems((row!.drawing as Drawing).items)?.width).toBeCloseTo(40, 2);
    const whole = await admin.call(getSeal, { stampId });
    expect(whole.picture).toEqual(designPicture());
    const { bytes, fileName } = await admin.download(getPicture, { stampId });
    const png = readPng(bytes);
    expect([png.dpi, png.width, fileName]).toEqual([600, 945, `${name}.png`]);
  });

  it('[5.5c] [5.5d] [5.5e] refuses a seal without name or text, and an ellipse not wide enough', async () => {
    const make = (stampName: string, change: object) =>
      admin.envelope(createSeal, { stampName, stampCategory: 'ENTERPRISE', picture: designPicture(change) });
    const fields = async (stampName: string, change: object) =>
      ((await make(stampName, change)).fields ?? []).map((f) => f.path);
    expect(await fields(' ', {})).toEqual(['stampName']);
    expect(await fields('x', { shape: 'ELLIPSE', widthMm: 30, heightMm: 40 })).toEqual([
      'picture.design.widthMm',
    ]);
    const body = { ...designPicture().design.body, text: '' };
    expect(await fields('x', { body, sections: [] })).toEqual(['picture.design.body.text']);
    expect(await fields('x', { widthMm: undefined })).toEqual(['picture.design.widthMm']);
  });

  it('names the character that no font has, and takes no second seal of a name', async () => {
    const body = { ...designPicture().design.body, text: '示例\u{2CB29}' };
    const answer = await admin.envelope(createSeal, {
      stampName: freshName('缺字'),
      stampCategory: 'ENTERPRISE',
      picture: designPicture({ body }),
    });
    expect(answer.message).toContain('\u{2CB29}');
    const { name } = await newSeal(admin);
    const again = { stampName: name, stampCategory: 'ENTERPRISE', picture: designPicture() } as const;
    expect(await refusal(admin, createSeal, again)).toBe('SEAL_NAME_TAKEN');
    const both = freshName('同时');
    const twice = await Promise.all(
      [1, 2].map(() => admin.envelope(createSeal, { ...again, stampName: both })),
    );
    expect(twice.map((e) => e.code === 200).sort()).toEqual([false, true]);
  });

  it('[6.2a] lets only those who manage seals create one, and tells the builder so', async () => {
    expect(
      await refusal(operator, createSeal, {
        stampName: 'x',
        stampCategory: 'GENERAL',
        picture: designPicture(),
      }),
    ).toBe('NO_PERMISSION');
    expect((await operator.call(getBuilderFacts, {})).maySeal).toBe(false);
    expect(await admin.call(getBuilderFacts, {})).toMatchObject({
      ownerName: COMPANY.name,
      creditCode: COMPANY.creditCode,
      maySeal: true,
    });
  });

  it('keeps the seals of one enterprise from another', async () => {
    const { stampId, name } = await newSeal(admin);
    expect(await inList(stranger, name)).toEqual([]);
    for (const call of [
      getSeal,
      deleteSeal,
      disableSeal,
      applyCertificate,
      listGrants,
      getPicture,
    ] as const) {
      expect(await refusal(stranger, call, { stampId }), call.id).toBe('NOT_FOUND');
    }
  });
});
