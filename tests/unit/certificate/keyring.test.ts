import { describe, expect, it } from 'vitest';
import { toBase64, utf8 } from '#core/bytes.ts';
import { openKeyring } from '#edge/kernel/crypto/keys.ts';

const secret = (fill: number): string => toBase64(new Uint8Array(32).fill(fill));
const [A, B, C] = [secret(1), secret(2), secret(3)];
const key = utf8('a private key');

describe('keys at rest', () => {
  it('are found under the key-encryption key that their text names, old or new', async () => {
    const before = await openKeyring({ KEY_ENCRYPTION_KEY: A });
    const during = await openKeyring({
      KEY_ENCRYPTION_KEY: B,
      OTHER_KEY_ENCRYPTION_KEYS: `${C}, ${A}`,
      DATA_KEY: A,
    });
    const after = await openKeyring({ KEY_ENCRYPTION_KEY: B, DATA_KEY: A });
    const old = await before.wrap(key, 'key:1');
    expect(old).toMatch(new RegExp(`^k1\\.${before.kekId}\\.`));
    expect(await during.unwrap(old, 'key:1')).toEqual(key);
    const anew = await during.wrap(await during.unwrap(old, 'key:1'), 'key:1');
    expect(anew.startsWith(during.wrapPrefix)).toBe(true);
    expect(await after.unwrap(anew, 'key:1')).toEqual(key);
    await expect(after.unwrap(old, 'key:1')).rejects.toThrow(before.kekId);
  });

  it('are bound to what they were wrapped for, and damaged ones are rejected', async () => {
    const ring = await openKeyring({ KEY_ENCRYPTION_KEY: A });
    const wrapped = await ring.wrap(key, 'key:1');
    await expect(ring.unwrap(wrapped, 'key:2')).rejects.toThrow();
    const [head, last] = [wrapped.slice(0, -3), wrapped.slice(-3)];
    await expect(ring.unwrap(`${head}${last === 'AAA' ? 'BBB' : 'AAA'}`, 'key:1')).rejects.toThrow();
    expect(wrapped).not.toBe(await ring.wrap(key, 'key:1'));
  });

  it('from before ids were written are found by trying', async () => {
    const before = await openKeyring({ KEY_ENCRYPTION_KEY: A });
    const plain = (await before.wrap(key, 'key:1')).slice(before.wrapPrefix.length);
    const during = await openKeyring({
      KEY_ENCRYPTION_KEY: B,
      OTHER_KEY_ENCRYPTION_KEYS: A,
      DATA_KEY: A,
    });
    expect(await before.unwrap(plain, 'key:1')).toEqual(key);
    expect(await during.unwrap(plain, 'key:1')).toEqual(key);
    await expect((await openKeyring({ KEY_ENCRYPTION_KEY: C })).unwrap(plain, 'key:1')).rejects.toThrow();
  });

  it('can change without personal data or its indexes moving', async () => {
    const before = await openKeyring({ KEY_ENCRYPTION_KEY: A });
    const after = await openKeyring({ KEY_ENCRYPTION_KEY: B, DATA_KEY: A });
    const sealed = await before.sealField('13800000000', 'mobile:1');
    expect(await after.openField(sealed, 'mobile:1')).toBe('13800000000');
    expect(await after.indexOf('13800000000', 'mobile')).toBe(await before.indexOf('13800000000', 'mobile'));
    // Forgetting it would lose every account: it is asked for before anything is served.
    await expect(openKeyring({ KEY_ENCRYPTION_KEY: B, OTHER_KEY_ENCRYPTION_KEYS: A })).rejects.toThrow(
      'DATA_KEY',
    );
  });
});
