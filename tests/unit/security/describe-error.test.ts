import { DrizzleQueryError } from 'drizzle-orm/errors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/errors.ts';
import { describeError } from '#edge/kernel/describe-error.ts';
import { answerError } from '#edge/kernel/http/answer.ts';

const failed = () =>
  new DrizzleQueryError(
    'insert into "account" ("name", "code") values (?, ?)',
    ['欧阳静远', '246810\n    at 13800000001'],
    new Error('SQLITE_BUSY: database is locked'),
  );
const SECRETS = /欧阳|246810|13800000001/;

describe('an error in a log', () => {
  it('says which query failed and why, and none of its values, also not by its stack', () => {
    const text = describeError(failed());
    expect(text).toContain('insert into "account"');
    expect(text).toContain('SQLITE_BUSY');
    expect(text).toContain('describe-error.test.ts');
    expect(text).not.toMatch(SECRETS);
    expect(describeError(new Error('outer', { cause: failed() }))).not.toMatch(SECRETS);
  });

  it('is described even if it is not an Error', () => {
    expect(describeError('thrown')).toBe('unknown error');
    expect(describeError(Object.assign(new Error('words'), { stack: undefined }))).toBe('words');
  });
});

describe('an answer to what nobody expected', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('holds a code and a request id, and its line in the log no value either', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const answer = await answerError(failed(), 'zh-CN', 'req-12345678').text();
    expect(JSON.parse(answer)).toMatchObject({ code: 500000, requestId: 'req-12345678', data: null });
    expect(answer).not.toMatch(/insert|SQLITE/);
    expect(log.mock.calls.flat().join('\n')).toContain('SQLITE_BUSY');
    expect(log.mock.calls.flat().join('\n')).not.toMatch(SECRETS);
    log.mockClear();
    answerError(new AppError('NOT_FOUND'), 'zh-CN', 'req-12345678');
    expect(log).not.toHaveBeenCalled();
  });
});
