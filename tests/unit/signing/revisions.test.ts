import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, toHex, utf8 } from '#core/bytes.ts';
import type { Context } from '#edge/kernel/context.ts';
import { openFileStore } from '#edge/kernel/storage/files.ts';
import { appendRevision, holdRevision, storeRevision } from '#edge/signing/revisions.ts';
import { bucketInMemory } from './bucket.ts';

const { bucket, names } = bucketInMemory();
const context = { files: openFileStore(bucket) } as Context;
const digest = async (bytes: Bytes) => toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

describe('a revision that is appended', () => {
  it('begins with the stored bytes of the one before it, which are not stored again', async () => {
    const first = await storeRevision(context, utf8('as uploaded'));
    const held = await holdRevision(context, first);
    const file = concatBytes(held.bytes, utf8(', signed'));
    const second = await appendRevision(context, held, file);
    expect(second).toMatchObject({ length: 19, sha256: await digest(file) });
    expect(second.segments.map(({ length }) => length)).toEqual([11, 8]);
    expect(second.segments[0]).toEqual(first.segments[0]);
    expect((await holdRevision(context, second)).bytes).toEqual(file);
  });

  it('is refused where a byte before it is another, though the copy in hand was changed with it', async () => {
    const held = await holdRevision(context, await storeRevision(context, utf8('as uploaded, once')));
    const before = names().length;
    held.bytes[3] = 0x55;
    const append = () => appendRevision(context, held, concatBytes(held.bytes, utf8('more')));
    await expect(append()).rejects.toThrow('does not begin with the one before it');
    expect(names()).toHaveLength(before);
  });

  it('is rejected if it is shorter or adds nothing', async () => {
    const held = await holdRevision(context, await storeRevision(context, utf8('the whole')));
    for (const file of [held.bytes, held.bytes.slice(0, 4)])
      await expect(appendRevision(context, held, file)).rejects.toThrow('does not begin');
  });
});

describe('what lies between two calls', () => {
  it('is read again as it was kept, in its own folder, until that is dropped', async () => {
    const { files } = context;
    const key = await files.keep('signing/a', utf8('begun'));
    await files.keep('signing/a', utf8('begun again'));
    const other = await files.keep('signing/ab', utf8('begun'));
    expect(await files.kept('signing/a', key)).toEqual(utf8('begun'));
    await files.drop('signing/a');
    await expect(files.kept('signing/a', key)).rejects.toThrow('NOT_FOUND');
    expect(await files.kept('signing/ab', other)).toEqual(utf8('begun'));
  });
});
