import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { listOptionRecords } from '#core/config/calls.ts';
import { addHelpVideo, HELP_MEDIA_PATH, listHelpVideos, removeHelpVideo } from '#core/help/calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { companyA, INDIVIDUAL, PLATFORM } from '#tests/fixtures/contracts.ts';
import { sha256Hex } from '#tests/fixtures/sha256.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { madeVideo } from '#tests/fixtures/video.ts';
import { product } from '#tests/product.ts';

let platform: ApiClient;
const added: string[] = [];
beforeAll(async () => {
  platform = await signedIn(PLATFORM);
});
afterAll(async () => {
  for (const id of added) await platform.envelope(removeHelpVideo, { id });
});

async function add(title: string, body: Bytes, sha256?: string) {
  const input = { title, sha256: sha256 ?? (await sha256Hex(body)), body };
  const answer = await platform.envelope(addHelpVideo, input);
  if (answer.code === 200) added.push(answer.data.id);
  return answer;
}
const media = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${product().baseUrl}${HELP_MEDIA_PATH}/${path}`, { headers, method });

describe('[2.24] videos of the help', () => {
  it('are added and removed by the platform, recorded, and listed for everybody signed in', async () => {
    const film = madeVideo(2_000);
    const title = `签署演示 ${crypto.randomUUID().slice(0, 8)}`;
    const { data } = await add(title, film);
    const sha256 = await sha256Hex(film);
    for (const reader of [await companyA(), await signedIn(INDIVIDUAL)])
      expect(await reader.call(listHelpVideos, {})).toContainEqual(
        expect.objectContaining({ id: data.id, title, sha256, size: film.length, contentType: 'video/webm' }),
      );
    expect((await media(sha256)).status).toBe(200);
    await platform.call(removeHelpVideo, { id: data.id });
    expect((await platform.call(listHelpVideos, {})).map(({ id }) => id)).not.toContain(data.id);
    expect((await media(sha256)).status).toBe(404);
    expect((await platform.envelope(removeHelpVideo, { id: data.id })).code).toBe(404000);
    const { records } = await platform.call(listOptionRecords, { current: 1, size: 10 });
    const remarks = records.filter(({ action }) => action === 'HELP_CHANGED').map(({ remark }) => remark);
    expect(remarks.slice(0, 2)).toEqual([`video: ${title} →`, `video: → ${title}`]);
  });

  it('are what they say they are: another kind of file, or one cut on its way, is refused', async () => {
    const page = new TextEncoder().encode('<!doctype html><script>alert(1)</script>');
    expect((await add('页面', page)).code).toBe(460016);
    const film = madeVideo(2_001);
    expect((await add('半截', film.slice(0, 900), await sha256Hex(film))).code).toBe(409009);
    expect((await add(' ', film)).code).toBe(400000);
  });

  it('are served by ranges, so that a player can jump; nothing outside the list is served', async () => {
    const film = madeVideo(5 * 1024 * 1024);
    await add('长片', film);
    const sha256 = await sha256Hex(film);
    const part = await media(sha256, { Range: 'bytes=1000-1999' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${film.length}`]);
    expect(part.headers.get('content-type')).toBe('video/webm');
    expect(Buffer.compare(Buffer.from(await part.arrayBuffer()), film.subarray(1000, 2000))).toBe(0);
    const tail = await media(sha256, { Range: 'bytes=-500' });
    expect(Buffer.compare(Buffer.from(await tail.arrayBuffer()), film.subarray(-500))).toBe(0);
    // Of a long rest a piece comes, and the player asks on.
    const rest = await media(sha256, { Range: 'bytes=0-' });
    expect((await rest.arrayBuffer()).byteLength).toBe(4 * 1024 * 1024);
    const beyond = await media(sha256, { Range: `bytes=${film.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${film.length}`]);
    // A range is asked for with GET alone (RFC 9110, 14.2): HEAD tells of the whole.
    for (const headers of [{}, { Range: 'bytes=0-9' }] as Record<string, string>[]) {
      const told = await media(sha256, headers, 'HEAD');
      expect([told.status, told.headers.get('content-length')]).toEqual([200, String(film.length)]);
    }
    expect((await media(sha256, {}, 'POST')).status).toBe(405);
    expect((await media('0'.repeat(64))).status).toBe(404);
    expect((await media('../ecapi/health')).status).not.toBe(206);
  });
});
