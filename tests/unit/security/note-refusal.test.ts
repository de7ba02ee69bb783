import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '#core/errors.ts';
import type { Actor } from '#edge/kernel/context.ts';
import { noteRefusal } from '#edge/kernel/http/note-refusal.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const asked = { now: Date.UTC(2026, 10, 23), requestId: 'request-1', address: '203.0.113.7' };
const actor = { accountId: 'a1', entId: 'e1', sessionId: 's1', name: '欧阳静远' } as Actor;

function noted(error: unknown, who?: Actor): unknown[] {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  noteRefusal({ id: 'task.getTask' }, error, asked, who);
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
  log.mockRestore();
  return lines;
}

it('a refusal is logged as one line of JSON: time, error, account and address, without names', () => {
  const line = {
    at: '2026-11-23T00:00:00.000Z',
    event: 'refused',
    kind: 'authorization',
    call: 'task.getTask',
    error: 'NOT_FOUND',
    requestId: 'request-1',
    address: '203.0.113.7',
    account: 'a1',
    enterprise: 'e1',
    session: 's1',
  };
  expect(noted(new AppError('NOT_FOUND', { name: '某甲' }), actor)).toEqual([line]);
});

it('a failed login is logged without an account, and mere typing errors are not logged', () => {
  expect(noted(new AppError('LOGIN_FAILED'))).toMatchObject([
    { kind: 'authentication', error: 'LOGIN_FAILED', account: '' },
  ]);
  expect(noted(new AppError('INPUT_INVALID'), actor)).toEqual([]);
  expect(noted(new Error('defect'), actor)).toEqual([]);
});
