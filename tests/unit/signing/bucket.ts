import type { R2Bucket } from '@cloudflare/workers-types';

/** A bucket with the five methods that the file store uses. */
export function bucketInMemory(): { bucket: R2Bucket; names(): string[] } {
  const objects = new Map<string, Uint8Array>();
  const bucket = {
    async put(name: string, bytes: Uint8Array) {
      objects.set(name, bytes.slice());
    },
    async head(name: string) {
      return objects.has(name) ? {} : null;
    },
    async get(name: string) {
      const bytes = objects.get(name);
      return bytes ? { arrayBuffer: async () => bytes.slice().buffer } : null;
    },
    async list({ prefix }: { prefix: string }) {
      return { objects: [...objects.keys()].filter((key) => key.startsWith(prefix)).map((key) => ({ key })) };
    },
    async delete(names: string[]) {
      for (const name of names) objects.delete(name);
    },
  };
  return { bucket: bucket as unknown as R2Bucket, names: () => [...objects.keys()] };
}
