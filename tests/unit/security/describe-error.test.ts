import { globSync, readFileSync } from 'node:fs';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError, ERROR_CODES } from '#core/errors.ts';
import { describeError } from '#edge/kernel/describe-error.ts';
import { answerError } from '#edge/kernel/http/answer.ts';
import { DatabaseAway } from '#edge/kernel/storage/database.ts';

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
    // One record: when, what it happened to, of which request, and what is known of it.
    expect(log.mock.calls).toHaveLength(1);
    expect(JSON.parse(String(log.mock.calls[0]![0]))).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      event: 'fault',
      of: 'request',
      requestId: 'req-12345678',
      said: expect.stringContaining('SQLITE_BUSY'),
    });
    log.mockClear();
    answerError(new AppError('NOT_FOUND'), 'zh-CN', 'req-12345678');
    expect(log).not.toHaveBeenCalled();
  });
});

it('a database that does not answer is told as 503, with the time after which to ask again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const away = new DrizzleQueryError('select 1', [], new DatabaseAway('it answers 503'));
  const answer = answerError(new Error('outer', { cause: away }), 'en-US', 'req-12345678');
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(await answer.json()).toMatchObject({ code: ERROR_CODES.UNAVAILABLE, requestId: 'req-12345678' });
  expect(answerError(new Error('outer'), 'en-US', 'req-12345678').status).toBe(200);
  vi.restoreAllMocks();
});

it('whatever the Worker writes to its log is a record of one line', () => {
  const writing = globSync('{edge,core}/**/*.ts')
    .concat('server.ts')
    .filter((file) => /\bconsole\.\w+\(/.test(readFileSync(file, 'utf8')));
  expect(writing.sort()).toEqual(['edge/kernel/http/note-refusal.ts', 'edge/kernel/note-fault.ts']);
  for (const file of writing)
    expect(readFileSync(file, 'utf8').match(/\bconsole\.\w+\((?!JSON\.stringify\()/g), file).toBeNull();
});
