import type { Bytes } from '#core/bytes.ts';
import type { Env } from '#edge/kernel/env.ts';
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
    put: (key, bytes, options) => FILES.put(key, bytes, options),
    list: (options) => FILES.list(options),
    delete: (keys) => FILES.delete(keys),
  };
}
