import { describe, expect, it, vi } from 'vitest';
import { type Bytes, concatBytes, toHex, utf8 } from '#core/bytes.ts';
import { ResumableSha256 } from '#core/resumable-sha256.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Env } from '#edge/kernel/env.ts';
import { openFileStore } from '#edge/kernel/storage/files.ts';
import { openBucket } from '#edge/kernel/storage/open-bucket.ts';
import { appendRevision, holdRevision, storeRevision } from '#edge/signing/revisions.ts';
import { bucketInMemory } from './bucket.ts';

const { bucket, names, reads } = bucketInMemory();
const context = { files: openFileStore(openBucket({ FILES: bucket } as Env)) } as Context;
const digest = async (bytes: Bytes) => toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

describe('a revision that is appended', () => {
  it('begins with the stored bytes of the one before it, which are not stored again', async () => {
    const first = await storeRevision(context, utf8('as uploaded'));
    const second = await appendRevision(context, await holdRevision(context, first), utf8(', signed'));
    const file = utf8('as uploaded, signed');
    expect(second).toMatchObject({ length: 19, sha256: await digest(file) });
    expect(second.segments.map(({ length }) => length)).toEqual([11, 8]);
    expect(second.segments[0]).toEqual(first.segments[0]);
    expect(await (await holdRevision(context, second)).whole()).toEqual(file);
  });

  it('has the digest of what is stored, though a byte of the copy in hand was changed', async () => {
    const stored = await storeRevision(context, utf8('as uploaded, once'));
    const kept = { ...stored, hashState: new ResumableSha256().update(utf8('as uploaded, once')).save() };
    for (const revision of [stored, kept]) {
      const held = await holdRevision(context, revision);
      (held.source as Bytes)[3] = 0x55;
      const { sha256 } = await appendRevision(context, held, utf8('more'));
      expect(sha256).toBe(await digest(utf8('as uploaded, oncemore')));
    }
  });

  it('is refused where the stored bytes are not those of the digest, or it adds nothing', async () => {
    const stored = await storeRevision(context, utf8('as uploaded, stored'));
    const held = await holdRevision(context, stored);
    await expect(appendRevision(context, held, new Uint8Array(0))).rejects.toThrow('adds nothing');
    const before = names().length;
    const other = await holdRevision(context, { ...stored, sha256: await digest(utf8('another')) });
    await expect(appendRevision(context, other, utf8('more'))).rejects.toThrow('are not what they were');
    expect(names()).toHaveLength(before);
  });
});

describe('a large revision', () => {
  const large = crypto.getRandomValues(new Uint8Array(60_000));
  const parts = [concatBytes(...Array.from({ length: 50 }, () => large)), large, utf8('the last part')];
  const file = concatBytes(...parts);
  const stored = async () => ({
    segments: await Promise.all(
      parts.map(async (part) => ({ key: await context.files.put(part), length: part.length })),
    ),
    length: file.length,
    sha256: await digest(file),
    hashState: '',
  });

  it('is read by ranges, across its segments, each piece of the store once', async () => {
    const { source } = await holdRevision(context, await stored());
    if (source instanceof Uint8Array) throw new Error('a large file is in memory');
    reads.length = 0;
    for (const [from, to] of [
      [0, 10],
      [65_000, 67_000],
      [2_999_990, 3_000_010],
      [3_059_000, file.length],
      [file.length - 5, file.length],
    ] as const)
      expect(await source.read(from, to)).toEqual(file.slice(from, to));
    expect(new Set(reads).size).toBe(reads.length);
    expect(reads.length).toBeLessThanOrEqual(5);
  });

  it('is continued by its kept state without being read, to the digest of all its bytes', async () => {
    const base = await stored();
    const first = await appendRevision(context, await holdRevision(context, base), utf8('one'));
    expect(first.hashState).not.toBe('');
    reads.length = 0;
    const second = await appendRevision(context, await holdRevision(context, first), utf8('two'));
    expect(reads).toEqual([]);
    expect(second.sha256).toBe(await digest(concatBytes(file, utf8('onetwo'))));
  });

  it('is never continued by a state that does not lead to its digest, which is reported', async () => {
    const base = await stored();
    const good = new ResumableSha256().update(file).save();
    const wrong = [
      new ResumableSha256().update(file.slice(1)).save(),
      good.replace(/^./, (c) => (c === '0' ? '1' : '0')),
      good.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
      good.replace(`.${file.length}.`, `.${file.length + 64}.`),
      'nothing of the kind',
    ];
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    for (const hashState of wrong) {
      const held = await holdRevision(context, { ...base, hashState });
      const { sha256 } = await appendRevision(context, held, utf8('more'));
      expect(sha256).toBe(await digest(concatBytes(file, utf8('more'))));
    }
    expect(told).toHaveBeenCalledTimes(wrong.length);
    told.mockRestore();
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
