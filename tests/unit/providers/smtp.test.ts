/** Mails by a mail server, spoken to from workerd as the product does, over encrypted connections only. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { WrittenMail } from '#edge/kernel/providers/written-mail.ts';
import { openSmtpServer } from '#tests/fixtures/smtp-server.ts';

const run = promisify(execFile);
const MESSAGE: WrittenMail = {
  id: 'effect-1',
  mail: 'lin@recipient.example',
  template: 'TASK_TO_SIGN',
  subject: '甲方科技有限公司 邀请您签署“二〇二六年度技术服务与数据处理框架协议及其附件”',
  text: '甲方科技有限公司 邀请您签署。\n.\n打开合同',
  html: '<p>甲方科技有限公司 邀请您签署。</p>',
  fromName: '甲方 "科技"\r\nBcc: x@evil.example',
  replyTo: 'sender@company.example',
  headers: { 'List-Unsubscribe': '<https://signet.example/mail/reminders/1>' },
  pictures: [{ name: 'logo', type: 'image/png', content: 'iVBORw0KGgo=' }],
};

type Server = Awaited<ReturnType<typeof openSmtpServer>>;

/** What the product says of the attempt: nothing where the server took it. */
async function sent(server: Server, url: string, message: object = MESSAGE): Promise<string> {
  const args = ['tests/fixtures/smtp-worker.ts', url, JSON.stringify(message)];
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: server.certificateFile };
  const { stdout } = await run(process.execPath, args, { env });
  return /^said: (.*)$/m.exec(stdout)![1]!;
}

const words = (raw: string): string => {
  const unfolded = raw.replace(/\r\n[ \t]+/g, ' ');
  return unfolded
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, text: string) => Buffer.from(text, 'base64').toString());
};
const bodies = (raw: string): string[] =>
  raw
    .split(/\r\n--/)
    .filter((part) => /base64/.test(part))
    .map((part) =>
      Buffer.from(part.split('\r\n\r\n')[1] ?? '', 'base64')
        .toString()
        .replaceAll('\r\n', '\n'),
    );

for (const implicit of [false, true])
  it(`hands a mail over by ${implicit ? 'TLS from the start' : 'STARTTLS'}, logged in, in both forms`, async () => {
    const server = await openSmtpServer({ implicit });
    try {
      const url = `${implicit ? 'smtps' : 'smtp'}://post%40signet:smtp-password@localhost:${server.port}`;
      expect(await sent(server, url)).toBe('');
      expect(server.taken).toHaveLength(1);
      const [mail] = server.taken;
      expect(mail).toMatchObject({
        from: 'no-reply@signet.example',
        to: ['lin@recipient.example'],
        secure: true,
        user: 'post@signet',
      });
      const head = words(mail!.raw.split('\r\n\r\n')[0]!);
      expect(head).toContain(`Subject: ${MESSAGE.subject}`);
      expect(head).toContain('Reply-To: sender@company.example');
      expect(head).toContain('Message-ID: <effect.1@signet.example>');
      expect(head).toContain('List-Unsubscribe: <https://signet.example/mail/reminders/1>');
      // A name ends no header and begins none.
      expect(mail!.raw).not.toMatch(/^Bcc:/im);
      expect(mail!.raw.split('\r\n').every((line) => Buffer.byteLength(line) <= 998)).toBe(true);
      expect(mail!.raw).toMatch(/multipart\/alternative/);
      expect(bodies(mail!.raw)).toEqual(expect.arrayContaining([MESSAGE.text, MESSAGE.html]));
    } finally {
      server.close();
    }
  });

it('sends nothing to a server without encryption, and says why without naming anybody', async () => {
  const cases: [Parameters<typeof openSmtpServer>[0], string][] = [
    [{ withoutTls: true }, 'the mail server offers no encryption, which SMTP_URL requires'],
    [
      { answers: { 'AUTH PLAIN': '535 5.7.8 wrong' } },
      'the mail server refused the user and password of SMTP_URL',
    ],
    [{ answers: { 'RCPT TO': '550 5.1.1 <lin@recipient.example> unknown' } }, 'the mail server answered 550'],
    [{ answers: { DATA: 'hang up' } }, 'the mail server could not be reached'],
  ];
  for (const [options, said] of cases) {
    const server = await openSmtpServer(options);
    try {
      expect(await sent(server, `smtp://post:smtp-password@localhost:${server.port}`)).toBe(said);
      expect(server.taken).toEqual([]);
      if (options?.withoutTls) expect(server.commands.join()).not.toMatch(/AUTH|MAIL|RCPT/);
    } finally {
      server.close();
    }
  }
});

it('speaks to no server whose certificate is for another name', async () => {
  const server = await openSmtpServer({ name: 'mail.other.example' });
  try {
    const said = await sent(server, `smtp://post:smtp-password@localhost:${server.port}`);
    expect(said).toBe('the mail server could not be reached');
    expect(server.commands.join()).not.toMatch(/AUTH|MAIL|RCPT/);
  } finally {
    server.close();
  }
});
