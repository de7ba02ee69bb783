import type { i18n } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createI18n } from '#app/i18n/create-i18n.ts';
import { type Issue, issueText } from '#app/ui/issue-text.ts';
import { getPath, setPath } from '#app/ui/paths.ts';
import { requiredRules } from '#app/ui/required-rules.ts';
import errors from '#core/locales/en-US/error.ts';

let instance: i18n;
beforeAll(async () => {
  instance = await createI18n('en-US', ['error']);
});

function wordsOf(schema: z.ZodType, values: Record<string, unknown>): string[] {
  const result = schema.safeParse(values);
  return (result.error?.issues ?? []).map((issue) => issueText(issue as Issue, values, instance));
}

describe('messages of broken rules', () => {
  it('an empty value is reported as required, whichever rule it violates', () => {
    const schema = z.object({
      name: z.string().min(1),
      email: z.email(),
      kind: z.enum(['a']),
      day: z.number(),
    });
    expect(wordsOf(schema, { name: '', email: '', kind: '', day: null })).toEqual(
      Array(4).fill('Fill this in'),
    );
  });

  it('a limit is named', () => {
    expect(wordsOf(z.object({ a: z.string().max(3) }), { a: 'abcd' })).toEqual(['At most 3 characters']);
    expect(wordsOf(z.object({ a: z.string().min(8) }), { a: 'abcd' })).toEqual(['At least 8 characters']);
    expect(wordsOf(z.object({ a: z.number().max(30) }), { a: 31 })).toEqual(['At most 30']);
    expect(wordsOf(z.object({ a: z.number().min(1) }), { a: 0 })).toEqual(['At least 1']);
  });

  it('a format is explained', () => {
    expect(wordsOf(z.object({ a: z.email() }), { a: 'x@' })).toEqual(['Enter a valid e-mail address']);
    expect(wordsOf(z.object({ a: z.string().regex(/^\d+$/) }), { a: 'x' })).toEqual([
      'This does not look right. Check it',
    ]);
  });

  it('a rule may name its own text, and the server an error', () => {
    expect(wordsOf(z.object({ a: z.literal(true, 'required') }), { a: false })).toEqual(['Fill this in']);
    expect(issueText('GLYPH_MISSING', {}, instance)).toBe(errors.GLYPH_MISSING);
    expect(issueText('unheard of', {}, instance)).toBe('This does not look right. Check it');
  });

  it('rules for a few required fields need no schema', () => {
    const rules = requiredRules(['username', 'password']);
    expect(rules.safeParse({ username: ' ', password: 'x' })).toMatchObject({
      success: false,
      error: { issues: [{ path: ['username'] }] },
    });
    expect(rules.safeParse({ username: 'a', password: 'x' }).success).toBe(true);
  });
});

describe('values at dotted paths', () => {
  it('are read and written without changing the old ones', () => {
    const old = { signers: [{ name: 'a' }, { name: 'b' }], other: { x: 1 } };
    const next = setPath(old, 'signers.1.name', 'c');
    expect(getPath(next, 'signers.1.name')).toBe('c');
    expect(old.signers[1]?.name).toBe('b');
    expect(Array.isArray(next.signers)).toBe(true);
    expect(next.other).toBe(old.other);
  });

  it('are created if they were missing', () => {
    expect(setPath({} as Record<string, unknown>, 'a.0.b', 1)).toEqual({ a: [{ b: 1 }] });
    expect(getPath({ a: null }, 'a.b')).toBeUndefined();
  });
});
