import { fillText } from './fill-text.ts';
import type { Language } from './languages.ts';

/** Words around the message of a mail. `{sender}` is who sent the contract, `{system}` the platform's name. */
interface MailText {
  system: string;
  from: string;
  open: string;
  copy: string;
  proof: string;
  about: string;
  reply: string;
  noReply: string;
  quiet: string;
}

const TEXTS: Record<Language, MailText> = {
  'zh-CN': {
    system: 'Signet 签章',
    from: '{sender}（{system}）',
    open: '打开合同',
    copy: '如按钮打不开，请将此链接复制到浏览器：',
    proof: '打开后需输入发送给您本人的验证码，他人仅凭此链接不能查看合同。',
    about: '此邮件由 {system} 代“{sender}”发送。',
    reply: '如有疑问，可直接回复此邮件联系发起方。',
    noReply: '请勿回复此邮件。如有疑问，请联系发起方。',
    quiet: '不再接收这份合同的提醒',
  },
  'zh-TW': {
    system: 'Signet 簽章',
    from: '{sender}（{system}）',
    open: '開啟合約',
    copy: '如按鈕無法開啟，請將此連結複製到瀏覽器：',
    proof: '開啟後需輸入傳送給您本人的驗證碼，他人僅憑此連結無法檢視合約。',
    about: '此郵件由 {system} 代「{sender}」傳送。',
    reply: '如有疑問，可直接回覆此郵件聯絡發起方。',
    noReply: '請勿回覆此郵件。如有疑問，請聯絡發起方。',
    quiet: '不再接收這份合約的提醒',
  },
  'en-US': {
    system: 'Signet',
    from: '{sender} ({system})',
    open: 'Open the contract',
    copy: 'If the button does not work, copy this link into your browser:',
    proof:
      'You will be asked for a code that is sent to you. Nobody can read the contract with this link alone.',
    about: '{system} sent this mail on behalf of {sender}.',
    reply: 'Questions? Reply to this mail to reach the sender.',
    noReply: 'Please do not reply to this mail. With questions, contact the sender.',
    quiet: 'Stop reminders about this contract',
  },
};

export interface ContractMail {
  /** The message, as it stands in a short message without its mark. */
  message: string;
  /** Who sent the contract. */
  sender: string;
  /** The platform's name; empty: the product's in the reader's language. */
  system: string;
  /** Whether answers reach the sender. */
  answers: boolean;
  /** Where the contract is opened; empty where there is nothing to open. */
  link: string;
  /** Where reminders are ended; empty in a mail that is none. */
  quietLink: string;
  /** `src` of the platform's picture; empty: its name alone. */
  logo: string;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * A mail about a contract: subject, name of its sender, text and HTML of the same words. Names are data: they are escaped,
 * and a subject is one line.
 */
export function contractMail(mail: ContractMail, language: Language) {
  const system = mail.system || TEXTS[language].system;
  const say = (key: keyof MailText) => fillText(TEXTS[language][key], { sender: mail.sender, system });
  const foot = [...(mail.link ? [say('proof')] : []), say('about'), say(mail.answers ? 'reply' : 'noReply')];
  const text = [
    mail.message,
    ...(mail.link ? [`${say('open')}\n${mail.link}`] : []),
    foot.join('\n'),
    ...(mail.quietLink ? [`${say('quiet')}\n${mail.quietLink}`] : []),
  ].join('\n\n');
  return {
    subject: oneLine(mail.message.replace(/[。.]$/, '')),
    fromName: oneLine(say('from')),
    text,
    html: htmlOf({ ...mail, system }, say, foot, language),
  };
}

/** Control characters would end a header and begin another. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Tables and styles in place, which is what mail programs show alike; both schemes of colours are legible. */
function htmlOf(
  { message, sender, system, link, quietLink, logo }: ContractMail,
  say: (key: keyof MailText) => string,
  foot: readonly string[],
  language: Language,
): string {
  const url = escapeHtml(link);
  const small = 'font-size:13px;line-height:1.7;color:#5c6470';
  const head = logo
    ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(system)}" height="32" style="display:block;height:32px;border:0">`
    : `<strong style="font-size:15px">${escapeHtml(system)}</strong>`;
  const button = `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 28px;border-radius:6px;background:#1a4fd6;color:#ffffff;font-size:16px;text-decoration:none">${escapeHtml(say('open'))}</a></p><p style="margin:0 0 20px;${small}">${escapeHtml(say('copy'))}<br><a href="${url}" style="color:#1a4fd6;word-break:break-all">${url}</a></p>`;
  const quiet = `<p style="margin:12px 0 0;${small}"><a href="${escapeHtml(quietLink)}" style="color:#5c6470">${escapeHtml(say('quiet'))}</a></p>`;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head>
<body style="margin:0;padding:24px 12px;background:#f3f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto;background:#ffffff;border-radius:8px">
<tr><td style="padding:28px 32px;font-family:-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei',sans-serif;color:#1c2430">
<div style="margin:0 0 20px">${head}</div>
<p style="margin:0 0 6px;${small}">${escapeHtml(sender)}</p>
<p style="margin:0;font-size:17px;line-height:1.6">${escapeHtml(message)}</p>
${link ? button : ''}
<p style="margin:20px 0 0;padding:16px 0 0;border-top:1px solid #e3e6eb;${small}">${foot.map(escapeHtml).join('<br>')}</p>
${quietLink ? quiet : ''}
</td></tr></table>
</body></html>
`;
}
