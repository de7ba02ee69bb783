import { type Bytes, toHex } from '#core/bytes.ts';
import { EMPTY_SHA256, type S3Key, signS3 } from '#core/sign-s3.ts';
import type { Bucket } from './bucket.ts';

const RETRIES = 5;
/** What a store that is starting or busy answers; nothing was done then, or it is done again with the same result. */
const PASSING = [429, 500, 502, 503, 504];

/** A bucket of an S3 store at `address` (`https://host/bucket`, path style), with the part of R2's interface that is used. */
export function openS3(address: string, key: S3Key): Bucket {
  const base = address.replace(/\/$/, '');

  /** Every request may be repeated: an object is only ever written with the same bytes, or removed. */
  async function send(
    method: string,
    url: URL,
    content: { body?: Bytes; sha256?: string; range?: string } = {},
  ) {
    const { body, sha256: bodySha256 = EMPTY_SHA256, range } = content;
    for (let attempt = 0; ; attempt++) {
      try {
        const signed = await signS3({ method, url, bodySha256, now: Date.now() }, key);
        const headers = range === undefined ? signed : { ...signed, range };
        const answer = await fetch(url, { method, headers, ...(body ? { body } : {}) });
        if (attempt === RETRIES || !PASSING.includes(answer.status)) return answer;
        await answer.body?.cancel();
      } catch (error) {
        if (attempt === RETRIES) throw error;
      }
      await new Promise((done) => setTimeout(done, 30 * 2 ** attempt));
    }
  }
  const ask = async (method: string, path: string, content?: Parameters<typeof send>[2]) => {
    const answer = await send(method, new URL(`${base}/${path}`), content);
    if (answer.ok || answer.status === 404) return answer;
    await answer.body?.cancel();
    throw new Error(`the file store answered ${answer.status} to ${method}`);
  };
  const found = async (answer: Response) => {
    if (answer.status !== 404) return answer;
    await answer.body?.cancel();
    return null;
  };

  return {
    head: async (path) => found(await ask('HEAD', path)),
    async get(path, options) {
      const { range } = options ?? {};
      const rangeHeader = range && { range: `bytes=${range.offset}-${range.offset + range.length - 1}` };
      const answer = await found(await ask('GET', path, rangeHeader));
      return (
        answer && { arrayBuffer: () => answer.arrayBuffer(), body: answer.body ?? new Response('').body! }
      );
    },
    async put(path, body, options) {
      const digest = options?.sha256 ?? (await crypto.subtle.digest('SHA-256', body));
      const answer = await ask('PUT', path, { body, sha256: toHex(new Uint8Array(digest)) });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error('the bucket of the file store does not exist');
    },
    async list({ prefix }) {
      const url = new URL(base);
      url.search = new URLSearchParams({ 'list-type': '2', prefix }).toString();
      const answer = await send('GET', url);
      if (!answer.ok) throw new Error(`the file store answered ${answer.status} to a list`);
      // Our keys have no character that XML or URLs write in another way.
      const keys = [...(await answer.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, name]) => name ?? '');
      return { objects: keys.map((name) => ({ key: name })) };
    },
    async delete(paths) {
      for (const path of paths) await (await ask('DELETE', path)).body?.cancel();
    },
  };
}
