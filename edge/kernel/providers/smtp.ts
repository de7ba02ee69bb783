import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import nodemailer from 'nodemailer';
import { addressIn, type WrittenMail } from './written-mail.ts';

const CONNECT_MS = 10_000;
const ANSWER_MS = 20_000;

/**
 * Hands a mail to a mail server: `smtp://user:password@host:587` begins TLS after the greeting (STARTTLS), which the server
 * must offer; `smtps://user:password@host:465` begins with it. User and password are percent-encoded. Throws if the server
 * did not take it; the words contain neither addresses nor the server's own, which may repeat them.
 */
export async function sendBySmtp(url: string, from: string, message: WrittenMail): Promise<void> {
  // Without its own words, which would repeat the password.
  if (!/^smtps?:\/\/./.test(url) || !URL.canParse(url))
    throw new Error('SMTP_URL is no address of a mail server');
  const { hostname, port, username, password, protocol } = new URL(url);
  const secure = protocol === 'smtps:';
  // In brackets in a URL, without them where it is connected to.
  const host = hostname.replace(/^\[|\]$/g, '');
  const to = { host, port: Number(port) || (secure ? 465 : 587) };
  const transport = nodemailer.createTransport({
    ...to,
    secure,
    // Never a word in the clear: neither a password nor a contract's name.
    requireTLS: true,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    // The runtime resolves the name; the library would ask a public resolver, which knows no names of an own network.
    getSocket: (_options, callback) => {
      const socket = secure ? connectTls({ ...to, servername: host }) : connect(to);
      const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), CONNECT_MS);
      socket.once('error', (error) => {
        clearTimeout(timer);
        callback(error);
      });
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        callback(null, { connection: socket, secured: secure });
      });
    },
  });
  try {
    await transport.sendMail(mailOf(from, message));
  } catch (error) {
    throw new Error(reasonOf(error));
  } finally {
    transport.close();
  }
}

const mailOf = (
  from: string,
  { id, mail, subject, text, html, fromName, replyTo, headers, pictures = [] }: WrittenMail,
) => ({
  from: fromName ? { name: fromName, address: addressIn(from) } : from,
  to: { name: '', address: mail },
  subject,
  text,
  ...(html ? { html } : {}),
  ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
  // The same for each attempt, so that a mail that arrives twice is one.
  messageId: `<${id.replace(/[^0-9A-Za-z]/g, '.')}@${addressIn(from).split('@').at(-1)}>`,
  headers: { ...headers, 'X-Signet-Id': id },
  attachments: pictures.map(({ name, type, content }) => ({
    filename: name,
    cid: name,
    content,
    encoding: 'base64',
    contentType: type,
  })),
});

function reasonOf(error: unknown): string {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  if (code === 'EAUTH') return 'the mail server refused the user and password of SMTP_URL';
  if (code === 'ETLS') return 'the mail server offers no encryption, which SMTP_URL requires';
  if (responseCode) return `the mail server answered ${responseCode}`;
  return 'the mail server could not be reached';
}
