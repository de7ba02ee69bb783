import { maskMail } from '#core/identity/mask.ts';
import { type MessageTemplate, messageText } from '#core/locales/message-text.ts';
import type { Context } from '#edge/kernel/context.ts';
import { deliver, type Gateway, postToGateway } from './deliver.ts';
import { addressIn, type WrittenMail } from './written-mail.ts';

/** A plain mail: a code, or a sentence. */
export interface Mail {
  id?: string;
  mail: string;
  template: MessageTemplate;
  params: Record<string, string>;
  subject: MessageTemplate;
}

/** Sends mails. Throws if one was not accepted, so that the caller can retry. */
export interface MailProvider {
  send(message: Mail): Promise<void>;
  sendWritten(message: WrittenMail): Promise<void>;
}

/**
 * The gateway at MAIL_URL where one is set: POST { from, to: [address], subject, text, html, reply_to, headers, attachments }
 * as JSON with `Authorization: Bearer MAIL_KEY`, which is what Resend's `/emails` takes; any 2xx answer means taken. Else the
 * mail server at SMTP_URL (smtp.ts). Else the simulator, which mode `pro` refuses.
 */
export function openMail(context: Context): MailProvider {
  const sendWritten = (message: WrittenMail) => {
    const { id, mail: address, template, text, party, askedAt } = message;
    const masked = maskMail(address);
    const outgoing = { id, channel: 'mail' as const, address, masked, template, text, party, askedAt };
    return deliver(context, outgoing, gatewayFor(context, message));
  };
  return {
    sendWritten,
    send({ id = context.newId(), mail, template, params, subject }) {
      const say = (one: MessageTemplate) => messageText(one, params, context.language);
      return sendWritten({ id, mail, template, subject: say(subject), text: say(template) });
    },
  };
}

function gatewayFor({ env }: Context, message: WrittenMail): Gateway | null {
  const { MAIL_URL: url, MAIL_KEY: key, MAIL_FROM: from = '', SMTP_URL: smtpUrl } = env;
  if (url) return () => postToGateway(url, key, message.id, asJson(from, message));
  // Loaded where it is used: no other part of the product speaks this protocol.
  if (smtpUrl) return async () => (await import('./smtp.ts')).sendBySmtp(smtpUrl, from, message);
  return null;
}

const asJson = (
  from: string,
  { id, mail, subject, text, html, fromName, replyTo, headers, pictures = [] }: WrittenMail,
) => ({
  from: fromName ? namedAddress(fromName, from) : from,
  to: [mail],
  subject,
  text,
  ...(html ? { html } : {}),
  ...(replyTo ? { reply_to: replyTo } : {}),
  headers: { ...headers, 'X-Signet-Id': id },
  ...(pictures.length > 0
    ? {
        attachments: pictures.map(({ name, type, content }) => ({
          filename: name,
          content,
          content_type: type,
          content_id: name,
        })),
      }
    : {}),
});

/** A name in quotes, in which nothing ends the quotes, before the address of `from`. */
const namedAddress = (name: string, from: string): string =>
  `"${name.replace(/[\\"]/g, (one) => `\\${one}`)}" <${addressIn(from)}>`;
