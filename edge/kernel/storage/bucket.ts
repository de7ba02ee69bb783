import type { Bytes } from '#core/bytes.ts';

/** What the file store asks of an object store: part of the interface of R2. */
export interface Bucket {
  head(key: string): Promise<object | null>;
  get(
    key: string,
    options?: { range: { offset: number; length: number } },
  ): Promise<{ arrayBuffer(): Promise<ArrayBuffer>; body: ReadableStream<Bytes> } | null>;
  put(key: string, bytes: Bytes, options?: { sha256: ArrayBuffer }): Promise<unknown>;
  list(options: { prefix: string }): Promise<{ objects: { key: string }[] }>;
  delete(keys: string[]): Promise<void>;
}
