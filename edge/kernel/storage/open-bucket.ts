import type { Bytes } from '#core/bytes.ts';
import type { Env } from '#edge/kernel/env.ts';
import { pause, SLICE_BYTES } from '#edge/kernel/pause.ts';
import type { Bucket } from './bucket.ts';
import { openS3 } from './s3-bucket.ts';

/** The object store: the one at `S3_URL` if set, otherwise the R2 bucket that is bound to the Worker. */
export function openBucket(env: Env): Bucket {
  const { S3_URL, S3_KEY_ID = '', S3_SECRET = '', S3_REGION = 'us-east-1', FILES } = env;
  if (S3_URL) return openS3(S3_URL, { id: S3_KEY_ID, secret: S3_SECRET, region: S3_REGION });
  return {
    head: (key) => FILES.head(key),
    async get(key, options) {
      const object = await FILES.get(key, options);
      return (
        object && {
          arrayBuffer: () => object.arrayBuffer(),
          // The same stream; its type is declared twice, by the platform and by TypeScript.
          body: object.body as unknown as ReadableStream<Bytes>,
        }
      );
    },
    put: (key, bytes, options) =>
      bytes.length > SLICE_BYTES ? putInSlices(FILES, key, bytes, options) : FILES.put(key, bytes, options),
    list: (options) => FILES.list(options),
    delete: (keys) => FILES.delete(keys),
  };
}

/**
 * Stores bytes while others are answered: a bucket in the same process (`npm start` with one Worker) takes 15 ms for each
 * megabyte.
 */
async function putInSlices(
  files: Env['FILES'],
  key: string,
  bytes: Bytes,
  options?: { sha256: ArrayBuffer },
): Promise<unknown> {
  const { readable, writable } = new FixedLengthStream(bytes.length);
  const write = async () => {
    const writer = writable.getWriter();
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      await writer.write(bytes.subarray(at, at + SLICE_BYTES));
      await pause();
    }
    await writer.close();
  };
  // The same stream; its type is declared twice, by the platform and by TypeScript.
  const body = readable as unknown as Parameters<Env['FILES']['put']>[1];
  const [stored] = await Promise.all([files.put(key, body, options), write()]);
  return stored;
}
