import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ResumableSha256 } from '#core/resumable-sha256.ts';

const bytes = new Uint8Array(createHash('sha512').update('some bytes').digest());
const many = new Uint8Array(1_000).map((_, i) => bytes[i % bytes.length]! ^ i);
const native = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

it('goes on from a kept state to the digest of all bytes, wherever the bytes were divided', () => {
  for (let at = 0; at <= 200; at++) {
    const kept = new ResumableSha256().update(many.subarray(0, at)).save();
    const resumed = ResumableSha256.resume(kept)!;
    expect(resumed.hashed).toBe(at);
    expect(resumed.fork().hex()).toBe(native(many.subarray(0, at)));
    expect(resumed.save()).toBe(kept);
    expect(resumed.update(many.subarray(at)).hex()).toBe(native(many));
  }
});

it('resumes nothing that is no state, or whose rest does not fit its length', () => {
  const kept = new ResumableSha256().update(many.subarray(0, 70)).save();
  expect(ResumableSha256.resume(kept)).not.toBeNull();
  for (const text of [
    '',
    'x',
    kept.slice(1),
    `${kept}00`,
    kept.slice(0, -2),
    kept.replace('.70.', '.71.'),
    kept.toUpperCase(),
  ])
    expect(ResumableSha256.resume(text)).toBeNull();
});
