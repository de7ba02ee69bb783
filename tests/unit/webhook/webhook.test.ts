import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { addressProblem } from '#core/webhook/address.ts';
import { RETRY_WAITS } from '#core/webhook/events.ts';
import { makeSecret, signedHeaders } from '#core/webhook/signature.ts';

const secretOf = (byte: number) => makeSecret(new Uint8Array(32).fill(byte));

describe('webhooks', () => {
  it('are signed as Standard Webhooks’ library takes it, by either secret during a change', async () => {
    const event = { id: 'msg_1', at: Date.now(), body: '{"type":"task.signed"}' };
    const headers = await signedHeaders([secretOf(1), secretOf(2)], event);
    for (const byte of [1, 2])
      expect(new Webhook(secretOf(byte)).verify(event.body, headers)).toEqual({ type: 'task.signed' });
    expect(() => new Webhook(secretOf(3)).verify(event.body, headers)).toThrow();
    expect(() => new Webhook(secretOf(1)).verify('{"type":"task.revoked"}', headers)).toThrow();
    const late = await signedHeaders([secretOf(1)], { ...event, at: event.at - 3_600_000 });
    expect(() => new Webhook(secretOf(1)).verify(event.body, late)).toThrow();
  });

  it.each([
    ['https://hooks.example.com/signet', null],
    ['https://hooks.example.com:8443/a?b=c', null],
    ['https://hooks.example.com./signet', null],
    ['https://xn--fsqu00a.xn--fiqs8s/signet', null],
    ['https://例子.中国/signet', null],
    ['https://8.8.8.8\\@127.0.0.1/', null],
    ['https:\\\\127.0.0.1/', 'private'],
    ['https://8.8.8.8@127.0.0.1/', 'hasCredentials'],
    ['https://127.0.0.1%2f@8.8.8.8/', 'hasCredentials'],
    ['https://hooks.example.com%00.localhost/', 'notHttps'],
    ['http://hooks.example.com', 'notHttps'],
    ['ftp://hooks.example.com', 'notHttps'],
    ['hooks.example.com', 'notHttps'],
    ['https://me:secret@hooks.example.com', 'hasCredentials'],
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '[fd00::1]',
      '[fe80::1]',
      '[::127.0.0.1]',
      '[::7f00:1]',
      '[64:ff9b::127.0.0.1]',
      '0177.0.0.1',
      '0',
      '127.0.0.1.',
      '[::ffff:7f00:1]',
      '[2002:7f00:1::]',
      '[2001:0:7f00:1::]',
      '[64:ff9b:1::a00:1]',
      '[fec0::1]',
      '[ff02::1]',
      '[5f00::1]',
      '192.0.0.192',
      '198.18.0.1',
      '255.255.255.255',
      // As browsers and resolvers read them: other digits, other dots, other letters.
      '１２７.０.０.１',
      '127。0。0。1',
      'ｌｏｃａｌｈｏｓｔ',
      'localhost。localdomain',
      'LOCALHOST',
      'localhost%2e',
      'localhost..',
      'a.localhost..',
      'a..example.com',
      '.example.com',
      'a.1x',
      'localhost6.localdomain6',
      'ip6-localhost',
      'hooks.corp',
      'hooks.home.arpa',
      'hooks.example',
      'abc.onion',
      'db.default.svc',
      'db.default.svc.cluster.local',
      'metadata.google.internal.',
      'localhost',
      'localhost.localdomain',
      'a.localdomain.',
      'a.localhost',
      'printer',
      'db.internal',
      'nas.local.',
    ].map((host): [string, string] => [`https://${host}/hook`, 'private']),
  ])('%s: %s', (address, problem) => {
    expect(addressProblem(address, false)).toBe(problem);
  });

  it('can go to this machine only if that is allowed', () => {
    expect(addressProblem('http://127.0.0.1:8080/hook', true)).toBeNull();
    expect(addressProblem('http://me@127.0.0.1/hook', true)).toBe('hasCredentials');
  });

  it('are tried for three days', () => {
    const hours = RETRY_WAITS.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(71);
    expect(hours).toBeLessThan(73);
  });
});
