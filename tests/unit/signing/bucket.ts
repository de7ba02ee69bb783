import type { R2Bucket } from '@cloudflare/workers-types';

/** Of workerd: a stream that says its length beforehand. */
class FixedLengthStream extends TransformStream {
  constructor() {
    super();
  }
}
Object.assign(globalThis, { FixedLengthStream });

/** A bucket with the five methods that the file store uses. `reads`: what was read of it, by name and range. */
export function bucketInMemory(): { bucket: R2Bucket; names(): string[]; reads: string[] } {
  const reads: string[] = [];
  const objects = new Map<string, Uint8Array>();
  const bucket = {
    async put(name: string, content: Uint8Array<ArrayBuffer> | ReadableStream) {
      objects.set(name, new Uint8Array(await new Response(content).arrayBuffer()));
    },
    async head(name: string) {
      return objects.has(name) ? {} : null;
    },
    async get(name: string, options?: { range: { offset: number; length: number } }) {
      const { offset, length } = options?.range ?? { offset: 0, length: Number.POSITIVE_INFINITY };
      reads.push(`${name} ${offset} ${length}`);
      const bytes = objects.get(name)?.slice(offset, offset + length);
      return bytes ? { arrayBuffer: async () => bytes.buffer, body: new Blob([bytes]).stream() } : null;
    },
    async list({ prefix }: { prefix: string }) {
      return { objects: [...objects.keys()].filter((key) => key.startsWith(prefix)).map((key) => ({ key })) };
    },
    async delete(names: string[]) {
      for (const name of names) objects.delete(name);
    },
  };
  return { bucket: bucket as unknown as R2Bucket, names: () => [...objects.keys()], reads };
}
