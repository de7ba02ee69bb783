/**
 * The file store of several Workers on one machine: an R2 bucket with the part of S3's protocol that the edge uses
 * (edge/kernel/storage/s3-bucket.ts). workerd's buckets are files that two processes must not write to.
 */
import type { R2Bucket } from '@cloudflare/workers-types';
import { sameSecret } from '#core/same-secret.ts';
import { EMPTY_SHA256, signS3 } from '#core/sign-s3.ts';

type StoreEnv = { FILES: R2Bucket; S3_KEY_ID: string; S3_SECRET: string; S3_REGION: string };

/** Maximum age of a signature, ms. */
const FRESH_MS = 15 * 60_000;
const plain = (status: number, text = '') => new Response(text, { status });

/** Whether the request was signed with the store's key, which no page of a browser has. */
async function isSigned(request: Request, env: StoreEnv): Promise<boolean> {
  const { headers, method } = request;
  const [, y, mo, d, h, mi, s] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(headers.get('x-amz-date') ?? '') ?? [];
  const now = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  if (!(Math.abs(Date.now() - now) < FRESH_MS)) return false;
  const bodySha256 = headers.get('x-amz-content-sha256') ?? EMPTY_SHA256;
  const key = { id: env.S3_KEY_ID, secret: env.S3_SECRET, region: env.S3_REGION };
  const { authorization } = await signS3({ method, url: new URL(request.url), bodySha256, now }, key);
  return sameSecret(headers.get('authorization') ?? '', authorization ?? '');
}

async function read(bucket: R2Bucket, name: string, asked: string | null): Promise<Response> {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(asked ?? '') ?? [];
  const range = from && to ? { offset: Number(from), length: Number(to) - Number(from) + 1 } : undefined;
  const object = await bucket.get(name, range ? { range } : undefined);
  if (!object) return plain(404);
  // The types of the platform and of TypeScript differ in name only.
  return new Response(object.body as unknown as ReadableStream, { status: range ? 206 : 200 });
}

async function list(bucket: R2Bucket, prefix: string): Promise<Response> {
  const { objects } = await bucket.list({ prefix });
  const contents = objects.map(({ key }) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return plain(200, `<ListBucketResult>${contents}</ListBucketResult>`);
}

export default {
  async fetch(request: Request, env: StoreEnv): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/health') return plain(200);
    if (!(await isSigned(request, env))) return plain(403);
    const name = pathname.split('/').slice(2).join('/');
    const { FILES } = env;
    if (name === '' && request.method === 'GET') return list(FILES, searchParams.get('prefix') ?? '');
    switch (request.method) {
      case 'GET':
        return read(FILES, name, request.headers.get('range'));
      case 'HEAD':
        return plain((await FILES.head(name)) ? 200 : 404);
      case 'PUT': {
        const sha256 = request.headers.get('x-amz-content-sha256') ?? '';
        await FILES.put(name, await request.arrayBuffer(), { sha256 });
        return plain(200);
      }
      case 'DELETE':
        await FILES.delete(name);
        return plain(204);
      default:
        return plain(405);
    }
  },
};
