import { readFileSync } from 'node:fs';
import { unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import type { Box } from '#core/ofd/model/geometry.ts';
import type { SealInfo } from '#core/ofd/sign/write-ses.ts';
import { verifyOfd } from '#core/ofd/verify/verify-ofd.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { describeVerification } from '#core/verification/describe-verification.ts';
import type { SignatureVerdict } from '#core/verification/verdict.ts';
import { signOfd } from '#tests/fixtures/sign-ofd.ts';
import { onePageFiles, zip } from '#tests/unit/ofd/make-package.ts';
import {
  NOW,
  type Office,
  openOffice,
  type Party,
  stampRequest,
} from '#tests/unit/ofd-sign/signing-party.ts';
import { smallOfd } from '#tests/unit/ofd-sign/small-ofd.ts';

type Picture = SealInfo['picture'];
type Colour = readonly [number, number, number, number];
const [WHITE, RED, CREAM, CLEAR]: Colour[] = [
  [255, 255, 255, 255],
  [220, 20, 20, 255],
  [255, 242, 180, 255],
  [0, 0, 0, 0],
];

/** A picture of 40 by 40 pixels. */
function png(at: (x: number, y: number) => Colour): Picture {
  const pixels = new Uint8ClampedArray(40 * 40 * 4);
  for (let i = 0; i < 1600; i++) pixels.set(at(i % 40, Math.floor(i / 40)), i * 4);
  return { type: 'PNG', data: writePng({ width: 40, height: 40, pixels }, 300), widthMm: 40, heightMm: 40 };
}
/** A frame, and bars through its middle. */
const lines = (colour: Colour) => png((x, y) => (x < 2 || x > 37 || y % 10 > 3 ? colour : CLEAR!));

/** A seal that is an OFD of its own, 40 by 40 mm. */
const ofd = (layer: string): Picture => ({
  type: 'OFD',
  data: zip(onePageFiles({ layer, box: '0 0 40 40' })),
  widthMm: 40,
  heightMm: 40,
});
const area = (data: string, colour: string) =>
  `<ofd:PathObject ID="9" Boundary="0 0 40 40" Fill="true" Stroke="false"><ofd:FillColor Value="${colour}"/><ofd:AbbreviatedData>${data}</ofd:AbbreviatedData></ofd:PathObject>`;
const line = (data: string, colour: string, width: number) =>
  `<ofd:PathObject ID="9" Boundary="0 0 40 40" LineWidth="${width}"><ofd:StrokeColor Value="${colour}"/><ofd:AbbreviatedData>${data}</ofd:AbbreviatedData></ofd:PathObject>`;
const rectangle = (x: number, y: number, w: number, h: number) =>
  `M ${x} ${y} L ${x + w} ${y} L ${x + w} ${y + h} L ${x} ${y + h} C`;
const bars = (colour: string) =>
  ofd([0, 1, 2, 3].map((i) => area(rectangle(0, i * 10 + 4, 40, 6), colour)).join(''));

let office: Office;
let first: Party;
let once: Bytes;
/** The line of text stands from (20, 20) to (180, 30); the first stamp at (120, 200), 40 by 40. */
const OVER_TEXT: Box = { x: 18, y: 6, width: 40, height: 40 };

beforeAll(async () => {
  office = await openOffice();
  first = await office.party('甲方有限公司');
  once = await signOfd(smallOfd(), stampRequest(first), first.holder.signer);
});

async function stamped(picture: Picture, boundary = OVER_TEXT, clip?: Box): Promise<Bytes> {
  const second = await office.party('乙方有限公司', { picture });
  const placements = [{ pageIndex: 0, boundary, ...(clip ? { clip } : {}) }];
  const request = stampRequest(second, { time: NOW + 60_000, placements });
  return signOfd(once, request, second.holder.signer);
}

async function judged(file: Bytes): Promise<SignatureVerdict> {
  const { signatures } = await verifyOfd(file, office.trust);
  return signatures.find(({ signer }) => signer === '甲方有限公司')!;
}

const plainVerdict = async () => (await judged(await stamped(png(() => CLEAR!)))).verdict;

describe('a stamp that comes later, over signed text', () => {
  const HIDE: [string, () => Picture][] = [
    ['a white area', () => png(() => WHITE!)],
    ['a coloured area', () => png(() => RED!)],
    ['lines as pale as paper', () => lines(CREAM!)],
    ['a seal on white paper', () => png((x, y) => (x % 10 < 3 || y % 10 < 3 ? RED! : WHITE!))],
    ['a JPEG, which has no transparency', jpeg],
    [
      'a picture that cannot be read',
      () => ({ ...png(() => CLEAR!), type: 'BMP', data: new Uint8Array([0x42, 0x4d, 1, 2]) }),
    ],
    ['a white area as an OFD', () => ofd(area(rectangle(0, 0, 40, 40), '255 255 255'))],
    [
      'a white disc of arcs in an OFD',
      () => ofd(area('M 0 20 A 20 20 0 0 1 40 20 A 20 20 0 0 1 0 20 C', '255 255 255')),
    ],
    ['a broad white line in an OFD', () => ofd(line('M 0 20 L 40 20', '255 255 255', 30))],
    [
      'an area of many colours in an OFD',
      () =>
        ofd(
          area(rectangle(0, 0, 40, 40), '1 2 3').replace(
            '/><ofd:Abb',
            '><ofd:AxialShd/></ofd:FillColor><ofd:Abb',
          ),
        ),
    ],
  ];
  for (const [what, picture] of HIDE) {
    it(`is refused where it hides: ${what}`, async () => {
      const signature = await judged(await stamped(picture()));
      expect(signature).toMatchObject({ verdict: 'invalid', laterChanges: 'disallowed' });
      expect(signature.problems).toContain('covers-signed-content');
    });
  }

  const SHOW: [string, () => Picture, Box?, Box?][] = [
    ['a picture that is transparent', () => png(() => CLEAR!)],
    ['thin lines', () => png((x) => (x % 20 === 0 ? RED! : CLEAR!))],
    ['an area beside the text', () => png(() => WHITE!), { ...OVER_TEXT, y: 100 }],
    [
      'an area cut off by its clip',
      () => png(() => WHITE!),
      OVER_TEXT,
      { x: 0, y: 30, width: 40, height: 10 },
    ],
    ['a frame as an OFD', () => ofd(line(rectangle(2, 2, 36, 36), '230 0 18', 1))],
    [
      'a see-through area in an OFD',
      () => ofd(area(rectangle(0, 0, 40, 40), '255 255 255').replace('ID="9"', 'ID="9" Alpha="60"')),
    ],
  ];
  for (const [what, picture, boundary, clip] of SHOW) {
    it(`is fine where the text stays readable: ${what}`, async () => {
      const signature = await judged(await stamped(picture(), boundary, clip));
      expect(signature.verdict).toBe(await plainVerdict());
      expect(signature.problems).not.toContain('covers-signed-content');
      expect(signature.problems).not.toContain('seal-over-signed-content');
    });
  }

  it('stays what it was where a seal lies over it with lines of ink: a remark names the place', async () => {
    for (const picture of [lines(RED!), bars('220 20 20')]) {
      const signature = await judged(await stamped(picture));
      expect(signature).toMatchObject({ verdict: await plainVerdict(), laterChanges: 'allowed' });
      expect(signature.problems).toContain('seal-over-signed-content');
      const remark = signature.detail.changes.find(({ box }) => box)!;
      expect(remark).toMatchObject({
        allowed: true,
        page: 1,
        problem: 'seal-over-signed-content',
        field: '乙方有限公司',
      });
    }
    const large = await judged(await stamped(lines(RED!), { x: 18, y: 6, width: 100, height: 40 }));
    expect(large.problems).toContain('covers-signed-content');
  });

  it('is reported with page and box in mm, also as text', async () => {
    const result = await verifyOfd(await stamped(png(() => WHITE!)), office.trust);
    const [card] = describeVerification(result, 'zh-CN').signatures;
    const change = card!.changes.find(({ allowed }) => !allowed)!;
    expect(change.text).toBe('签署了“乙方有限公司”');
    expect(change.where).toMatch(/^第 1 页，距左 2\d(\.\d)? 毫米、距上 2\d(\.\d)? 毫米/);
    expect(card!.problems.map(({ text }) => text)).toContain('签名之后绘制的内容遮盖了先前已签署的内容。');
    // The stamp itself is whole, and nobody is over it.
    expect(result.signatures[1]!.problems).not.toContain('covers-signed-content');
  });

  it('is rejected if it hides another’s stamp', async () => {
    const file = await stamped(
      png(() => WHITE!),
      { x: 118, y: 198, width: 44, height: 44 },
    );
    const signature = await judged(file);
    expect(signature.problems).toContain('covers-signed-content');
    expect(signature.detail.changes.find(({ allowed }) => !allowed)).toMatchObject({
      page: 1,
      box: { x: 120, y: 200 },
    });
  });

  it('is no better for standing first in the list', async () => {
    const files = unzipSync(await stamped(png(() => WHITE!)));
    const list = Object.keys(files).find((path) => path.endsWith('Signatures.xml'))!;
    const xml = new TextDecoder().decode(files[list]);
    const [one, two] = [...xml.matchAll(/<ofd:Signature [^>]*\/>/g)].map(([entry]) => entry);
    files[list] = new TextEncoder().encode(xml.replace(one!, '@').replace(two!, one!).replace('@', two!));
    const signature = await judged(zipSync(files) as Bytes);
    expect(signature.problems).toContain('covers-signed-content');
  });
});

function jpeg(): Picture {
  const data = new Uint8Array(readFileSync(new URL('../../fixtures/photos/baseline.jpg', import.meta.url)));
  return { type: 'JPG', data, widthMm: 40, heightMm: 40 };
}
