import { maskMobile } from '#core/identity/mask.ts';
import type { Language } from '#core/locales/languages.ts';
import { type MessageTemplate, messageText } from '#core/locales/message-text.ts';
import type { Context } from '#edge/kernel/context.ts';
import { deliver, type Gateway, postToGateway } from './deliver.ts';
import type { MessageParty } from './record-delivery.ts';

export interface Sms {
  /** Idempotency key, the id of the effect; a new one by default. */
  id?: string;
  mobile: string;
  template: MessageTemplate;
  params: Record<string, string>;
  /** Follows the text; a gateway with templates of its own gets it as the parameter `link`. */
  link?: string;
  /** The recipient's language; that of the request if the recipient made it. */
  language?: Language;
  /** The party of a contract that it is about, whose sender sees how it fares. */
  party?: MessageParty | undefined;
  /** When its cause happened, epoch ms; now by default. */
  askedAt?: number;
}

/** Sends text messages. Throws if the gateway did not accept one, so that the caller can retry. */
export interface SmsProvider {
  send(message: Sms): Promise<void>;
}

/**
 * The gateway at SMS_URL where one is set: POST { id, mobile, template, params, text } as JSON with
 * `Authorization: Bearer SMS_KEY`; any 2xx answer means taken. Else the simulator, which mode `pro` refuses.
 */
export function openSms(context: Context): SmsProvider {
  const { SMS_URL: url, SMS_KEY: key } = context.env;
  return {
    async send({ id = context.newId(), mobile, template, link, language = context.language, ...sms }) {
      const params = link === undefined ? sms.params : { ...sms.params, link };
      const said = messageText(template, params, language);
      // Blanks around the address: phones make a link of nothing else.
      const text = link === undefined ? said : `${said} ${link}`;
      const gateway: Gateway | null = url
        ? () => postToGateway(url, key, id, { id, mobile, template, params, text })
        : null;
      const masked = maskMobile(mobile);
      const { party, askedAt } = sms;
      await deliver(
        context,
        { id, channel: 'sms', address: mobile, masked, template, text, party, askedAt },
        gateway,
      );
    },
  };
}
