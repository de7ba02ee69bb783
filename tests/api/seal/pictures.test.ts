import { beforeAll, describe, expect, it } from 'vitest';
import { createSeal, getPicture, getSeal, listStamps } from '#core/seal/calls.ts';
import { rasterize } from '#core/sealart/rasterize.ts';
import { ellipsePath } from '#core/sealart/shapes.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { listUsableSeals } from '#core/task/calls.ts';
import type { ApiClient } from '../../../scripts/api-client.ts';
import { ADMIN, freshName, OTHER_COMPANY_ADMIN, PERSON, refusal, someone, uploadPng } from './people.ts';

let admin: ApiClient;
let stranger: ApiClient;
let person: ApiClient;
beforeAll(async () => {
  [admin, stranger, person] = await Promise.all([
    someone(ADMIN),
    someone(OTHER_COMPANY_ADMIN),
    someone(PERSON, ''),
  ]);
}, 60_000);

/** A ring of 30 mm with a blot, as the browser hands it over. */
function ringPng(dpi = 600, named = dpi): Uint8Array<ArrayBuffer> {
  const items = [
    { path: ellipsePath(15, 15, 14, 14), stroke: '#c01020', strokeWidthMm: 1.5 },
    { path: ellipsePath(15, 15, 5, 5), fill: '#c01020' },
  ];
  return writePng(rasterize({ widthMm: 30, heightMm: 30, items }, dpi), named);
}
const upload = (pictureKey: string, widthMm = 30) =>
  ({ kind: 'UPLOAD', pictureKey, shape: 'CIRCLE', widthMm, heightMm: 30 }) as const;

describe('uploaded seals', () => {
  it('[5.5a] takes the 600 DPI picture, gives it back unchanged, and has a drawing of it for every document', async () => {
    const png = ringPng();
    const { key, envelope } = await uploadPng(admin, png);
    expect(envelope.data).toEqual({ pictureKey: key, widthMm: 30, heightMm: 30 });
    const { stampId } = await admin.call(createSeal, {
      stampName: freshName('上传章'),
      stampCategory: 'GENERAL',
      picture: upload(key),
    });
    const seal = await admin.call(getSeal, { stampId });
    expect(seal).toMatchObject({ method: 'UPLOAD', widthMm: 30, heightMm: 30, shape: 'CIRCLE' });
    expect(seal.drawing.items[0]?.fill).toBe('#c01020');
    expect((await admin.download(getPicture, { stampId })).bytes).toEqual(png);
  });

  it('[5.5a] refuses another resolution, another kind of file, a wrong digest, and a size that the picture does not have', async () => {
    const code = async (bytes: Uint8Array<ArrayBuffer>, key?: string) =>
      (await uploadPng(admin, bytes, key)).envelope.code;
    expect(await code(ringPng(600, 300))).toBe(460021);
    expect(await code(new TextEncoder().encode('%PDF-1.7 no picture') as Uint8Array<ArrayBuffer>)).toBe(
      460021,
    );
    expect(await code(ringPng(), 'a'.repeat(64))).toBe(409009);
    const { key } = await uploadPng(admin, ringPng());
    const answer = await admin.envelope(createSeal, {
      stampName: freshName('大小'),
      stampCategory: 'GENERAL',
      picture: upload(key, 40),
    });
    expect(answer.fields).toEqual([{ path: 'picture.widthMm', problem: 'INPUT_INVALID' }]);
  });

  it('opens no picture to another owner who knows its digest', async () => {
    const { key } = await uploadPng(admin, ringPng());
    const stolen = { stampName: freshName('盗用'), stampCategory: 'GENERAL', picture: upload(key) } as const;
    expect(await refusal(stranger, createSeal, stolen)).toBe('FILE_NOT_UPLOADED');
  });
});

describe('seals of a person', () => {
  const strokes = [
    Array.from({ length: 30 }, (_, i) => ({
      x: 20 + i * 8,
      y: 60 + 25 * Math.sin(i / 3),
      time: i * 12,
      pressure: 0.5,
    })),
  ];
  const date = { format: 'YMD_DIGITS', font: 'SONG', sizeMm: 5, colour: '#1a1a1a', framed: false } as const;
  const name = {
    name: '张小明',
    suffix: '印',
    size: '20x20',
    font: 'KAI',
    colour: '#d9001b',
    opacity: 1,
    framed: true,
  } as const;

  it('[3.5a] [7.10a] makes handwritten, name and date seals, certified at once, and shows them in the stamp list', async () => {
    const userId = person.session!.userId;
    const made = [];
    for (const [stampCategory, picture] of [
      ['HANDWRITTEN', { kind: 'HANDWRITING', strokes }],
      ['PERSONAL', { kind: 'NAME', name }],
      ['DATE', { kind: 'DATE', date }],
    ] as const) {
      const { stampId } = await person.call(createSeal, {
        stampName: freshName(stampCategory),
        stampCategory,
        picture,
      });
      expect(await person.call(getSeal, { stampId })).toMatchObject({
        certificateStatus: 'SUCCESS',
        stampCategory,
      });
      made.push(stampId);
    }
    const stamps = await person.call(listStamps, { userId });
    expect(stamps.slice(0, 3).map((s) => [s.stampId, s.stampCategory])).toEqual([
      [made[2], 'DATE'],
      [made[1], 'PERSONAL'],
      [made[0], 'PERSON_AUTOGRAPH'],
    ]);
    expect(atob(stamps[0]!.stampPic.split(',')[1]!)).toContain('<svg');
    expect((await person.call(listUsableSeals, {})).map((s) => s.sealId)).toEqual(
      expect.arrayContaining(made),
    );
    expect(await refusal(stranger, listStamps, { userId })).toBe('NO_PERMISSION');
  });

  it('lets a person make no enterprise seal and an enterprise no personal one', async () => {
    const personal = {
      stampName: freshName('个人'),
      stampCategory: 'PERSONAL',
      picture: { kind: 'NAME', name },
    } as const;
    expect((await admin.envelope(createSeal, personal)).fields?.[0]?.path).toBe('stampCategory');
    const handwritten = { ...personal, stampCategory: 'HANDWRITTEN' } as const;
    expect((await person.envelope(createSeal, handwritten)).fields?.[0]?.path).toBe('picture.kind');
  });

  it('[8.15b] asks to sign first when a board is empty', async () => {
    const touch = [[{ x: 1, y: 1, time: 0, pressure: 0.5 }]];
    const empty = {
      stampName: freshName('空'),
      stampCategory: 'HANDWRITTEN',
      picture: { kind: 'HANDWRITING', strokes: touch },
    } as const;
    expect(await refusal(person, createSeal, empty)).toBe('SIGNATURE_EMPTY');
  });
});
