import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Drawing } from '#core/drawing.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { createSeal, getPicture, getSeal, listStamps, saveAutograph } from '#core/seal/calls.ts';
import { CLEANED_BYTES } from '#core/seal/picture.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { rasterize } from '#core/sealart/rasterize.ts';
import { readPng } from '#core/sealart/read-png.ts';
import { ellipsePath } from '#core/sealart/shapes.ts';
import { writePng } from '#core/sealart/write-png.ts';
import type { ApiClient } from '#tests/client.ts';
import { freshName } from '#tests/fixtures/new-number.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import { ADMIN, OTHER_COMPANY_ADMIN, PERSON, someone, uploadPng } from './seals.ts';

let admin: ApiClient;
let stranger: ApiClient;
let person: ApiClient;
beforeAll(async () => {
  [admin, stranger, person] = await Promise.all([
    someone(ADMIN),
    someone(OTHER_COMPANY_ADMIN),
    someone(PERSON, ''),
  ]);
});

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
  it('[5.5a] takes the 600 DPI picture, returns it unchanged, and draws it for every document', async () => {
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

  it('[5.5a] refuses another resolution or kind of file, a wrong digest and a wrong size', async () => {
    const code = async (bytes: Uint8Array<ArrayBuffer>, key?: string) =>
      (await uploadPng(admin, bytes, key)).envelope.code;
    expect(await code(ringPng(600, 300))).toBe(460021);
    expect(await code(new TextEncoder().encode('%PDF-1.7 no picture') as Uint8Array<ArrayBuffer>)).toBe(
      460021,
    );
    expect(await code(ringPng(), 'a'.repeat(64))).toBe(409009);
    expect(await code(new Uint8Array(CLEANED_BYTES + 1))).toBe(ERROR_CODES.PICTURE_TOO_LARGE);
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

  it('[3.5a] [7.10a] makes handwritten, name and date seals, certified at once and listed', async () => {
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

  it('[3.24c] the stamp list gives category, PERSON_AUTOGRAPH for handwriting, and picture', async () => {
    const userId = person.session!.userId;
    const { stampId } = await person.call(createSeal, {
      stampName: freshName('我的签名'),
      stampCategory: 'HANDWRITTEN',
      picture: { kind: 'HANDWRITING', strokes: strokes.map((one) => one.map((p) => ({ ...p, y: p.y / 2 }))) },
    });
    const answer = await fetch(`${product().baseUrl}/ecapi/stamp/stampList/${userId}`, {
      headers: { 'X-Token': person.session!.accessToken },
    });
    const { data } = (await answer.json()) as { data: { [name: string]: string }[] };
    expect(data[0]).toEqual({
      stampId,
      stampCategory: 'PERSON_AUTOGRAPH',
      stampPic: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    });
    // The picture is the ink of this very signature, as the seal's own picture is.
    const svg = atob(data[0]!.stampPic!.split(',')[1]!);
    expect(svg).toMatch(/^<svg[\s\S]*<path[^>]* d="M[^"]{100,}"/);
    const others = data.slice(1).map(({ stampPic }) => stampPic);
    expect(others).not.toContain(data[0]!.stampPic);
  });

  it('[7.10b] [7.10a] makes a handwriting seal of a signature picture, also within an enterprise', async () => {
    const ink = { path: [['M', 4, 12] as const, ['C', 9, 2, 15, 2, 30, 12] as const], stroke: '#1a1a1a' };
    const paper = {
      path: [['M', 0, 0], ['L', 40, 0], ['L', 40, 20], ['L', 0, 20], ['Z']] as const,
      fill: '#ffffff',
    };
    const items = [paper, { ...ink, strokeWidthMm: 0.8 }] as unknown as Drawing['items'];
    const png = writePng(rasterize({ widthMm: 40, heightMm: 20, items }, 300), 300);
    const file = new Blob([png], { type: 'image/png' });
    const { stampId } = await admin.call(saveAutograph, { file });
    const own = await someone(ADMIN, '');
    expect(await own.call(getSeal, { stampId })).toMatchObject({
      stampCategory: 'HANDWRITTEN',
      method: 'UPLOAD',
      certificateStatus: 'SUCCESS',
    });
    const [newest] = await own.call(listStamps, { userId: own.session!.userId });
    expect(newest).toMatchObject({ stampId, stampCategory: 'PERSON_AUTOGRAPH' });
    // The paper is gone: the picture is the ink alone.
    const { bytes } = await own.download(getPicture, { stampId });
    const { pixels, dpi } = readPng(bytes);
    expect([dpi, pixels[3]]).toEqual([600, 0]);
    const blank = writePng(rasterize({ widthMm: 40, heightMm: 20, items: [paper] as never }, 300), 300);
    expect(await refusal(admin, saveAutograph, { file: new Blob([blank]) })).toBe('PICTURE_NOT_A_SEAL');
    const big = new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]);
    expect(await refusal(admin, saveAutograph, { file: big })).toBe('PICTURE_TOO_LARGE');
    expect(await refusal(admin, saveAutograph, { file: new Blob(['no picture']) })).toBe(
      'PICTURE_TYPE_WRONG',
    );
  });

  it('[5.6a] [9.6] accepts a signature as jpg, jpeg and any png, and fits any ratio to 73:38', async () => {
    for (const name of ['baseline.jpg', 'progressive.jpg', 'palette.png']) {
      const photo = readFileSync(new URL(`../../fixtures/photos/${name}`, import.meta.url));
      const { stampId } = await admin.call(saveAutograph, { file: new Blob([photo]) });
      const own = await someone(ADMIN, '');
      const { bytes } = await own.download(getPicture, { stampId });
      const { width, height } = readPng(bytes);
      expect(Math.abs(height - (width * 38) / 73), name).toBeLessThan(1.5);
    }
    const printed = readFileSync(new URL('../../fixtures/photos/cmyk.jpg', import.meta.url));
    expect(await refusal(admin, saveAutograph, { file: new Blob([printed]) })).toBe('PICTURE_TYPE_WRONG');
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
