import { maskMail } from '#core/identity/mask.ts';
import { type MessageTemplate, messageText } from '#core/locales/message-text.ts';
import type { Context } from '#edge/kernel/context.ts';
import { deliver, type Gateway, postToGateway } from './deliver.ts';

export interface Mail {
  id?: string;
  mail: string;
  template: MessageTemplate;
  params: Record<string, string>;
  subject: MessageTemplate;
}

/** Sends plain-text mails. Throws if the gateway did not accept one, so that the caller can retry. */
export interface MailProvider {
  send(message: Mail): Promise<void>;
}

/**
 * The gateway at MAIL_URL where one is set: POST { from, to: [address], subject, text } as JSON with
 * `Authorization: Bearer MAIL_KEY`, which is what Resend's `/emails` takes; any 2xx answer means taken. Else the
 * simulator, which mode `pro` refuses.
 */
export function openMail(context: Context): MailProvider {
  const { MAIL_URL: url, MAIL_KEY: key, MAIL_FROM: from } = context.env;
  return {
    async send({ id = context.newId(), mail, template, params, subject }) {
      const text = messageText(template, params, context.language);
      const gateway: Gateway | null = url
        ? () =>
            postToGateway(url, key, id, {
              from: from ?? '',
              to: [mail],
              subject: messageText(subject, params, context.language),
              text,
              headers: { 'X-Signet-Id': id },
            })
        : null;
      const masked = maskMail(mail);
      await deliver(context, { id, channel: 'mail', address: mail, masked, template, text }, gateway);
    },
  };
}
