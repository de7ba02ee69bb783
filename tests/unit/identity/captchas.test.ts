import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CAPITALS } from '#core/identity/captcha/characters.ts';
import { chooseWords, hitsWords, makeClickPicture } from '#core/identity/captcha/click-word.ts';
import { chooseCode } from '#core/identity/captcha/image-code.ts';
import { decryptPoints, encryptPoints } from '#core/identity/captcha/point-cipher.ts';
import { secureRandom } from '#core/identity/captcha/random.ts';
import { CLICKS, IMAGE, PIECE, PUZZLE } from '#core/identity/captcha/sizes.ts';
import { fitsSlide, makeSlidePuzzle } from '#core/identity/captcha/slide-puzzle.ts';
import { isWorkDone, searchWork } from '#core/identity/captcha/work.ts';
import { describeDevice } from '#core/identity/describe-device.ts';
import { randomFrom } from '#tests/fixtures/random.ts';

describe('[7.17b] points under the secretKey', () => {
  it('are AES-128 in ECB with PKCS #7, in base64, as other clients send them', async () => {
    // openssl enc -aes-128-ecb -K <hex of the key> -base64 of {"x":123,"y":5}
    const { createCipheriv } = await import('node:crypto');
    const cipher = createCipheriv('aes-128-ecb', 'XwKsGlMcdPMEhR1B', null);
    const theirs = cipher.update('{"x":123,"y":5}', 'utf8', 'base64') + cipher.final('base64');
    expect(await encryptPoints({ x: 123, y: 5 }, 'XwKsGlMcdPMEhR1B')).toBe(theirs);
  });

  it.each([
    [{ x: 1, y: 5 }],
    [
      [
        { x: 10, y: 20 },
        { x: 300, y: 150 },
        { x: 0, y: 0 },
      ],
    ],
    [{}],
  ])('come back as they were: %j', async (points) => {
    const key = 'abcdefghijklmnop';
    expect(await decryptPoints(await encryptPoints(points, key), key)).toEqual(points);
  });

  it.each(['', 'x', '{"x":1}', 'AAAA', 'A'.repeat(64), '!!!!'])(
    'are nothing where the text is something else: %s',
    async (text) => {
      expect(await decryptPoints(text, 'abcdefghijklmnop')).toBeUndefined();
    },
  );
});

describe('pictures', () => {
  it('have the requested sizes', () => {
    expect([IMAGE.width, IMAGE.height, PUZZLE.width, PUZZLE.height, CLICKS]).toEqual([310, 155, 330, 155, 3]);
    // The bar below the picture, along which the piece is pushed.
    const styles = readFileSync('app/features/identity/captcha/captcha.module.css', 'utf8');
    expect(/\.bar \{[^}]*?height: (\d+)px;/.exec(styles)?.[1]).toBe('40');
  });

  it('of the slide puzzle leave room to push, and the piece is what is missing in the picture', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { image, piece, answer } = makeSlidePuzzle({ next: randomFrom(seed) });
      expect([image.width, image.height, piece.width, piece.height]).toEqual([310, 155, 50, 155]);
      expect(answer.x, `seed ${seed}`).toBeGreaterThanOrEqual(60);
      expect(answer.x + PIECE.width, `seed ${seed}`).toBeLessThanOrEqual(IMAGE.width);
      // Inside of the piece the hole is darker than the piece itself.
      let [darker, opaque] = [0, 0];
      for (let i = 0; i < piece.width * piece.height; i++) {
        if (piece.pixels[i * 4 + 3] !== 255) continue;
        opaque += 1;
        const column = i % piece.width;
        const row = Math.floor(i / piece.width);
        const at = (row * image.width + answer.x + column) * 4;
        const sum = (pixels: Uint8ClampedArray, from: number) =>
          (pixels[from] ?? 0) + (pixels[from + 1] ?? 0) + (pixels[from + 2] ?? 0);
        if (sum(image.pixels, at) < sum(piece.pixels, i * 4)) darker += 1;
      }
      expect(opaque, `seed ${seed}`).toBeGreaterThan(1_000);
      expect(darker / opaque, `seed ${seed}`).toBeGreaterThan(0.85);
    }
  });

  it('let a piece be 5 px off and no more', () => {
    expect([95, 94, 105, 106, Number.NaN].map((x) => fitsSlide({ x: 100 }, { x }))).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  it('[5.18g] of words ask for three of five different characters, apart from each other', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = { next: randomFrom(seed) };
      const chosen = chooseWords(random, seed % 2 === 0);
      expect(new Set(chosen.words).size).toBe(5);
      const glyph = { advance: 1, outline: [['M', 0, 0], ['L', 1, 0], ['L', 1, -1], ['Z']] as const };
      const { wordList, answer } = makeClickPicture(random, chosen, () => glyph);
      expect(wordList).toEqual(chosen.words.slice(0, 3));
      const [a, b, c] = answer.points as [
        { x: number; y: number },
        { x: number; y: number },
        { x: number; y: number },
      ];
      expect(hitsWords(answer, [a, b, c])).toBe(true);
      for (const clicks of [[b, a, c], [a, c, b], [a, b], [a, b, c, c], [a, a, a], []])
        expect(hitsWords(answer, clicks)).toBe(false);
      for (const { x, y } of answer.points) {
        expect(x).toBeGreaterThan(10);
        expect(x).toBeLessThan(IMAGE.width - 10);
        expect(y).toBeGreaterThan(10);
        expect(y).toBeLessThan(IMAGE.height - 10);
      }
    }
  });

  it('[5.8b] [9.14] of a code hold four of A–Z and 0–9 that nobody takes for one another', () => {
    for (let i = 0; i < 50; i++) expect(chooseCode(secureRandom())).toMatch(/^[A-Z0-9]{4}$/);
    expect(CAPITALS.join('')).not.toMatch(/[0O1I2Z5S8B]/);
  });
});

it('work of a device is found by trying, and by nothing less', () => {
  const found = searchWork('token', 10, 0, 100_000);
  expect(found).not.toBeNull();
  expect(isWorkDone('token', found!, 10)).toBe(true);
  expect(isWorkDone('tokem', found!, 18)).toBe(false);
  expect(searchWork('token', 60, 0, 10)).toBeNull();
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140',
    'Edge',
    'Windows',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E Safari/604',
    'Safari',
    'iOS',
    true,
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/130 Mobile Safari/537 MicroMessenger/8.0',
    'WeChat',
    'Android',
    true,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux', false],
  ['curl/8', '', '', false],
] as const)('a device is named for people: %s', (agent, browser, system, mobile) => {
  expect(describeDevice(agent)).toEqual({ browser, system, mobile });
});
