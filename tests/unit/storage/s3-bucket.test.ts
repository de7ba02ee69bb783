import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { toHex, utf8 } from '#core/bytes.ts';
import { EMPTY_SHA256, signS3 } from '#core/sign-s3.ts';
import { openFileStore } from '#edge/kernel/storage/files.ts';
import { openS3 } from '#edge/kernel/storage/s3-bucket.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const KEY = {
  id: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};

it('signs as AWS’s examples do (Signature Version 4, GET Bucket lifecycle and list objects)', async () => {
  const now = Date.UTC(2013, 4, 24);
  const signatureOf = async (url: string) => {
    const request = { method: 'GET', url: new URL(url), bodySha256: EMPTY_SHA256, now };
    return /Signature=(\w+)$/.exec((await signS3(request, KEY)).authorization!)?.[1];
  };
  expect(await signatureOf('https://examplebucket.s3.amazonaws.com/?lifecycle=')).toBe(
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  );
  expect(await signatureOf('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J')).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  );
});

/** A store in memory; it answers `busy` times that it is busy before it takes a request. */
async function store(busy = 0) {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  let left = busy;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://x');
    const name = pathname.replace('/bucket', '').slice(1);
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    asked.push(`${request.method} ${name}`);
    if (left-- > 0) return response.writeHead(503).end();
    if (request.method === 'PUT') {
      const body = Buffer.concat(parts);
      const digest = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', body)));
      if (digest !== request.headers['x-amz-content-sha256']) return response.writeHead(400).end();
      objects.set(name, body);
      return response.end();
    }
    if (request.method === 'DELETE') return response.writeHead(objects.delete(name) ? 204 : 404).end();
    if (name === '') {
      const found = [...objects.keys()].filter((one) => one.startsWith(searchParams.get('prefix') ?? ''));
      return response.end(found.map((one) => `<Contents><Key>${one}</Key></Contents>`).join(''));
    }
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const object = objects.get(name);
    if (!object) return response.writeHead(404).end('<Error/>');
    if (from && to) return response.writeHead(206).end(object.subarray(Number(from), Number(to) + 1));
    return response.end(request.method === 'HEAD' ? undefined : object);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { files: openFileStore(openS3(`http://127.0.0.1:${port}/bucket`, KEY)), objects, asked };
}

it('stores, reads, streams and lists files as an R2 bucket does', async () => {
  const { files, objects } = await store();
  const bytes = utf8('0123456789');
  const key = await files.put(bytes);
  expect([...objects.keys()]).toEqual([`files/${key.slice(0, 2)}/${key}`]);
  expect(await files.put(bytes)).toBe(key);
  expect(await files.get(key)).toEqual(bytes);
  expect(await files.get(key, 2, 5)).toEqual(utf8('234'));
  expect(await new Response(await files.stream(key)).text()).toBe('0123456789');
  expect([await files.has(key), await files.has('0'.repeat(64))]).toEqual([true, false]);
  await expect(files.get('0'.repeat(64))).rejects.toMatchObject({ name: 'NOT_FOUND' });
  const kept = await files.keep('folder', bytes);
  expect(await files.kept('folder', kept)).toEqual(bytes);
  await files.drop('folder');
  await expect(files.kept('folder', kept)).rejects.toMatchObject({ name: 'NOT_FOUND' });
  expect(await files.has(key)).toBe(true);
});

it('asks again while the store is busy, and fails with its status where it refuses', async () => {
  const { files, asked } = await store(3);
  expect(await files.has('0'.repeat(64))).toBe(false);
  expect(asked).toHaveLength(4);
  const refusing = createServer((_, response) => response.writeHead(403).end());
  await new Promise<void>((done) => refusing.listen(0, '127.0.0.1', done));
  ends.push(() => refusing.close().closeAllConnections());
  const { port } = refusing.address() as AddressInfo;
  const refused = openFileStore(openS3(`http://127.0.0.1:${port}/bucket`, KEY));
  await expect(refused.get('0'.repeat(64))).rejects.toThrow('answered 403');
});
