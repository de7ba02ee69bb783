/** Mails about contracts, and the addresses that they go to. */
import { expect, it } from 'vitest';
import { LANGUAGES } from '#core/locales/languages.ts';
import { contractMail } from '#core/locales/mail-text.ts';
import { isEmail, readEmail } from '#core/validate/email.ts';
import { email } from '#core/validate/rules.ts';

const MAIL = {
  message: '甲方<b> 邀请您签署“合同\r\nBcc: x@evil.example”。',
  sender: '甲方 & "乙方"',
  system: '',
  answers: true,
  link: 'https://signet.example/i/0123456789abcdefghjkmnpqrs',
  quietLink: '',
  logo: '',
};

it('says the same in text and HTML, in each language, and takes names for data', () => {
  const seen = new Set<string>();
  for (const language of LANGUAGES) {
    const { subject, fromName, text, html } = contractMail(MAIL, language);
    expect(subject).toBe('甲方<b> 邀请您签署“合同 Bcc: x@evil.example”');
    expect(`${subject}${fromName}`).not.toMatch(/[\r\n]/);
    expect(text).toContain(MAIL.link);
    expect(html).toContain(`href="${MAIL.link}"`);
    expect(html).not.toContain('<b>');
    expect(html).toContain('甲方 &#38; &#34;乙方&#34;');
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).not.toContain('<script');
    seen.add(text);
  }
  expect(seen.size).toBe(LANGUAGES.length);
});

it('offers an end of reminders in reminders alone, and a reply where one is read', () => {
  const plain = contractMail(MAIL, 'zh-CN');
  expect(plain.text).not.toContain('不再接收');
  expect(plain.text).toContain('可直接回复此邮件');
  const quietLink = 'https://signet.example/mail/reminders/0123456789abcdefghjkmnpqrs';
  const reminder = contractMail({ ...MAIL, quietLink, answers: false }, 'zh-CN');
  expect(reminder.text).toContain(quietLink);
  expect(reminder.html).toContain(`href="${quietLink}"`);
  expect(reminder.text).toContain('请勿回复此邮件');
  const over = contractMail({ ...MAIL, link: '' }, 'zh-CN');
  expect(over.text).not.toContain('打开');
  expect(over.html).not.toContain('href=');
});

it('reads an address as people paste it, an international domain as mail servers have it', () => {
  expect(readEmail('林 <lin@Example.com>')).toBe('lin@Example.com');
  expect(readEmail(' mailto:lin@example.com ')).toBe('lin@example.com');
  expect(readEmail('lin＠example.com')).toBe('lin@example.com');
  expect(readEmail('lin@例子.中国')).toBe('lin@xn--fsqu00a.xn--fiqs8s');
  expect(readEmail('"Lin, Wei" <lin@bücher.example>')).toBe('lin@xn--bcher-kva.example');
});

it('refuses what no mail server takes, or would be more than one address, with words', () => {
  const refused = [
    `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example.com`,
    '"lin wei"@example.com',
    "lin'@exa mple.com",
    'lin@example.com\r\nBcc: x@evil.example',
    'lin@example.com, x@evil.example',
    'Lin <lin@example.com> <x@evil.example>',
    '林@example.com',
    'lin@[127.0.0.1]',
    'lin@例子.中国/x',
    'lin@localhost',
  ];
  expect(refused[0]!.length).toBeGreaterThan(254);
  for (const text of refused) {
    const judged = email().safeParse(text);
    expect(judged.success && judged.data, text).toBe(false);
    expect(judged.error!.issues[0]!.message).toBe('rule:email');
  }
  expect(isEmail(`${'a'.repeat(64)}@example.com`)).toBe(true);
});
