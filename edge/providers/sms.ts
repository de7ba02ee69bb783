import { type MessageTemplate, messageText } from '#core/locales/message-text.ts';
import { simulatedMessage } from '#db/schema/index.ts';
import type { Context } from '../context.ts';

export interface Sms {
  mobile: string;
  template: MessageTemplate;
  params: Record<string, string>;
}

/** Sends short messages. Throws when the gateway did not take it, so that the sender can try again. */
export interface SmsProvider {
  send(message: Sms): Promise<void>;
}

/**
 * The gateway at SMS_URL where one is set: POST { mobile, template, params, text } as JSON with
 * `Authorization: Bearer SMS_KEY`; any 2xx answer means taken. Else the simulator, which mode `pro` refuses.
 */
export function openSms(context: Context): SmsProvider {
  const { SMS_URL: url, SMS_KEY: key } = context.env;
  if (!url) return simulator(context);
  return {
    async send({ mobile, template, params }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key ?? ''}` },
        body: JSON.stringify({
          mobile,
          template,
          params,
          text: messageText(template, params, context.language),
        }),
        signal: AbortSignal.timeout(10_000),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`SMS gateway answered ${response.status}`);
    },
  };
}

function simulator(context: Context): SmsProvider {
  if (context.env.SIGNET_MODE === 'pro') throw new Error('SIGNET_MODE is pro and SMS_URL is not set');
  return {
    async send({ mobile, template, params }) {
      await context.db.insert(simulatedMessage).values({
        id: context.newId(),
        channel: 'sms',
        target: mobile,
        text: messageText(template, params, context.language),
        createdAt: context.now,
      });
    },
  };
}
