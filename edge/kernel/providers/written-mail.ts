import type { MessageTemplate } from '#core/locales/message-text.ts';
import type { MessageParty } from './record-delivery.ts';

/** A picture that the HTML of a mail shows as `cid:` and its name; base64. */
export interface MailPicture {
  name: string;
  type: string;
  content: string;
}

/** A mail whose words are made already. */
export interface WrittenMail {
  /** Idempotency key. */
  id: string;
  mail: string;
  /** What it is about, kept with its delivery. */
  template: MessageTemplate;
  subject: string;
  text: string;
  html?: string;
  /** Shown before the sender's address; empty: the one of MAIL_FROM. */
  fromName?: string;
  replyTo?: string;
  headers?: Record<string, string>;
  pictures?: readonly MailPicture[];
  /** The party of a contract that it is about. */
  party?: MessageParty | undefined;
  /** When its cause happened, epoch ms; now by default. */
  askedAt?: number;
}

/** The address in `Name <address>` or by itself. */
export const addressIn = (from: string): string => (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim();
