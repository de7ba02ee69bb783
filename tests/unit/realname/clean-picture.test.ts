import { describe, expect, it } from 'vitest';
import { concatBytes, fromHex, toHex, utf8 } from '#core/bytes.ts';
import { cleanPicture, PICTURE_SIDE, pictureAlone, pictureType } from '#core/realname/clean-picture.ts';
import { photoRule } from '#core/realname/photos.ts';
import { readPng } from '#core/sealart/read-png.ts';
import { PLACE, phoneJpeg, plainPng } from '#tests/fixtures/pictures.ts';

const ALL = ['JPEG', 'PNG', 'GIF'] as const;
const text = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);
const refusal = (work: () => unknown): string => {
  try {
    work();
    return 'taken';
  } catch (error) {
    return (error as Error).name;
  }
};

/** A GIF of 20 × 20 px with a comment, what a program added, and two pictures. */
const gif = (width = 20): Uint8Array<ArrayBuffer> => {
  const picture = concatBytes(
    fromHex('21f90400000000 00'),
    fromHex('2c00000000 0500 0500 00'),
    fromHex('02 02 4c01 00'),
  );
  return concatBytes(
    utf8('GIF89a'),
    new Uint8Array([width & 255, width >> 8, 20, 0, 0x80, 0, 0]),
    fromHex('000000ffffff'),
    fromHex('21fe'),
    new Uint8Array([PLACE.length]),
    utf8(PLACE),
    new Uint8Array([0]),
    picture,
    picture,
    new Uint8Array([0x3b]),
    utf8('<script>'),
  );
};

describe('a picture', () => {
  it('[5.10a] [5.10b] is known by content, not by name: script, SVG, WebP and PDF are refused', () => {
    const others = [
      '<script>alert(1)</script>',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'RIFF0000WEBPVP8 ',
      '%PDF-1.7',
      '',
    ];
    for (const other of others)
      expect(refusal(() => cleanPicture(utf8(other), ALL))).toBe('PICTURE_TYPE_WRONG');
    expect([phoneJpeg(), plainPng(), gif()].map(pictureType)).toEqual(['JPEG', 'PNG', 'GIF']);
    expect(refusal(() => cleanPicture(gif(), photoRule('LICENCE').types))).toBe('PICTURE_TYPE_WRONG');
    expect(refusal(() => cleanPicture(gif(), photoRule('AUDIT_HELD').types))).toBe('taken');
  });

  it('contains metadata until it is cleaned; density and colours do not count', () => {
    const held = phoneJpeg(640, 480, { orientation: 6, order: 'MM' });
    for (const told of [phoneJpeg(), held, concatBytes(plainPng(), utf8('39.9087 N'))]) {
      const alone = pictureAlone(told, ALL);
      expect(alone.tells).toBe(true);
      expect(pictureAlone(alone.bytes, ALL).tells).toBe(false);
    }
    // its density stands in it
    expect(text(plainPng())).toContain('pHYs');
    expect(pictureAlone(plainPng(), ALL).tells).toBe(false);
  });

  it('loses location, camera, comments and trailing bytes, and shows the same picture', () => {
    const photo = phoneJpeg();
    expect(text(photo)).toContain(PLACE);
    const clean = cleanPicture(photo, ALL);
    expect(text(clean.bytes)).not.toMatch(/GPS|Exif|home|script|JFIF/);
    expect([clean.width, clean.height]).toEqual([640, 480]);
    expect([...clean.bytes.slice(-2)]).toEqual([0xff, 0xd9]);
    expect(text(clean.bytes)).toContain('\x12\xff\x00\x34');

    const withNote = plainPng(64, 40);
    const note = concatBytes(utf8('\0\0\0\x08tEXtplace\0ab'), new Uint8Array(4));
    const noted = concatBytes(withNote.slice(0, 33), note, withNote.slice(33), utf8('<?php ?>'));
    const png = cleanPicture(noted, ALL);
    expect(text(png.bytes)).not.toMatch(/tEXt|php|pHYs/);
    expect(readPng(png.bytes).pixels).toEqual(readPng(withNote).pixels);

    const still = cleanPicture(gif(), ALL);
    expect(text(still.bytes)).not.toMatch(/GPS|script/);
    expect(still.bytes.filter((b) => b === 0x2c)).toHaveLength(1);
  });

  it('taken sideways is shown upright: of EXIF with a location only the orientation is left', () => {
    const latitude = '\x00\x00\x0c\x3c';
    for (const order of ['II', 'MM'] as const) {
      const photo = phoneJpeg(640, 480, { orientation: 6, order });
      expect(text(photo)).toContain('CAM');
      if (order === 'MM') expect(text(photo)).toContain(latitude);
      const clean = cleanPicture(photo, ALL);
      // What every viewer turns by a quarter is 480 wide and 640 high.
      expect([clean.width, clean.height]).toEqual([480, 640]);
      const exif = '45786966000 04d4d002a00000008 0001 0112 0003 00000001 0006 0000 00000000'.replaceAll(
        ' ',
        '',
      );
      expect(toHex(clean.bytes.slice(0, 38))).toBe(`ffd8ffe10022${exif}`);
      expect(text(clean.bytes.slice(38))).not.toMatch(/Exif|CAM/);
      expect(text(clean.bytes)).not.toContain(latitude);
      // Cleaned once more it is the same.
      expect(cleanPicture(clean.bytes, ALL)).toEqual(clean);
    }
    for (const orientation of [0, 1, 9, 300]) {
      const clean = cleanPicture(phoneJpeg(640, 480, { orientation, order: 'MM' }), ALL);
      expect(text(clean.bytes)).not.toContain('Exif');
      expect([clean.width, clean.height]).toEqual([640, 480]);
    }
    const upsideDown = cleanPicture(phoneJpeg(640, 480, { orientation: 3, order: 'II' }), ALL);
    expect([upsideDown.width, upsideDown.height, upsideDown.bytes[31]]).toEqual([640, 480, 3]);
  });

  it('of a huge canvas in a small file is refused before anybody opens it', () => {
    const bomb = plainPng(20, 20);
    new DataView(bomb.buffer).setUint32(16, 60_000);
    new DataView(bomb.buffer).setUint32(20, 60_000);
    expect(refusal(() => cleanPicture(bomb, ALL))).toBe('PICTURE_DIMENSIONS');
    expect(refusal(() => cleanPicture(phoneJpeg(PICTURE_SIDE + 1, 20), ALL))).toBe('PICTURE_DIMENSIONS');
    expect(refusal(() => cleanPicture(phoneJpeg(9_000, 9_000), ALL))).toBe('PICTURE_DIMENSIONS');
    expect(refusal(() => cleanPicture(plainPng(4, 4), ALL))).toBe('PICTURE_DIMENSIONS');
    expect(refusal(() => cleanPicture(gif(65_000), ALL))).toBe('PICTURE_DIMENSIONS');
  });

  it('that is cut off or broken anywhere is refused, and never ends in another error', () => {
    const held = phoneJpeg(32, 32, { orientation: 8, order: 'II' });
    for (const whole of [phoneJpeg(32, 32), held, plainPng(32, 32), gif()]) {
      const end = whole.length - (text(whole).includes('script') ? 30 : 12);
      for (let length = 0; length < end; length += 3)
        expect(
          refusal(() => cleanPicture(whole.slice(0, length), ALL)),
          `${length}`,
        ).toMatch(/^PICTURE_(TYPE_WRONG|DIMENSIONS)$|^taken$/);
      for (let at = 0; at < whole.length; at++) {
        const changed = whole.slice();
        changed[at] = 255 - changed[at]!;
        expect(
          refusal(() => cleanPicture(changed, ALL)),
          `${at}`,
        ).toMatch(/^PICTURE_|^taken$/);
      }
    }
  });

  it('[9.7] licences and identity documents up to 3 MB, reviewers’ pictures and avatar up to 5', () => {
    const mb = (kind: Parameters<typeof photoRule>[0]) => photoRule(kind).maxBytes / 1024 / 1024;
    expect([mb('LICENCE'), mb('LEGAL_FRONT'), mb('LEGAL_BACK')]).toEqual([3, 3, 3]);
    expect([mb('AVATAR'), mb('AUDIT_FRONT'), mb('AUDIT_LETTER')]).toEqual([5, 5, 5]);
  });
});
