import { holdsDigest } from '#core/agent/check-message.ts';
import { AgentFailure } from '#core/agent/failures.ts';
import { loginText } from '#core/agent/login-text.ts';
import type { ParamsOf, ResultOf, SessionMethod } from '#core/agent/protocol.ts';
import { fromBase64, toBase64, utf8 } from '#core/bytes.ts';
import { buildCertificateRequest } from '#core/pki/certificate/certificate-request.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import type { Log } from './log.ts';
import type { Tokens } from './tokens.ts';
import { VERSION } from './version.ts';

/** Dependencies of one connection's methods. */
export interface Session {
  connection: symbol;
  origin: string;
  tokens: Tokens;
  log: Log;
  startedAt: number;
}

type Handlers = {
  [M in SessionMethod]: (params: ParamsOf<M>, session: Session) => Promise<ResultOf<M>>;
};

/** The methods of a session. The caller validates parameters and converts exceptions to JSON-RPC errors. */
export const SESSION_HANDLERS: Handlers = {
  async health(_params, { tokens, startedAt }) {
    return {
      version: VERSION,
      uptimeMs: Date.now() - startedAt,
      // Module paths are private to the user.
      drivers: tokens.drivers.map((driver) => ({
        name: driver.name.split(/[/\\]/).at(-1)!,
        state: driver.state(),
      })),
    };
  },
  async 'tokens.list'(_params, { tokens, connection }) {
    await tokens.look();
    return { tokens: tokens.list(connection) };
  },
  async 'certificates.list'({ serial }, { tokens }) {
    const certificates = await tokens.driverOf(serial).certificates(serial);
    return { certificates: certificates.map(({ keyId, der }) => ({ keyId, der: toBase64(der) })) };
  },
  async 'token.login'({ serial, pin }, { tokens, connection, origin, log }) {
    try {
      const state = await tokens.driverOf(serial).login(serial, pin);
      tokens.unlocked(serial, connection);
      log.write(`${origin}: PIN of ${serial} accepted`);
      return { pin: state };
    } catch (error) {
      if (error instanceof AgentFailure) log.write(`${origin}: PIN of ${serial} refused (${error.name})`);
      await tokens.lock(serial, connection);
      throw error;
    } finally {
      await tokens.look();
    }
  },
  async 'token.logout'({ serial }, { tokens, connection }) {
    await tokens.lock(serial, connection);
    return {};
  },
  async 'token.changePin'({ serial, pin, newPin }, { tokens, connection, origin, log }) {
    await tokens.lock(serial, connection);
    const state = await tokens.driverOf(serial).changePin(serial, pin, newPin);
    log.write(`${origin}: PIN of ${serial} changed`);
    return { pin: state };
  },
  async 'token.unlock'({ serial, adminPin, newPin }, { tokens, connection, origin, log }) {
    await tokens.lock(serial, connection);
    const state = await tokens.driverOf(serial).unlock(serial, adminPin, newPin);
    log.write(`${origin}: ${serial} unlocked, its PIN is new`);
    await tokens.look();
    return { pin: state };
  },
  async 'document.sign'({ serial, keyId, documents }, { tokens, connection, origin, log }) {
    tokens.checkUnlocked(serial, connection);
    const messages = documents.map(({ message }) => fromBase64(message));
    if (!documents.every(({ digest }, i) => holdsDigest(messages[i]!, digest)))
      throw new AgentFailure('NOT_A_DOCUMENT');
    const key = await tokens.driverOf(serial).key(serial, keyId);
    const values: string[] = [];
    try {
      for (const message of messages) values.push(toBase64(await key.sign(message)));
    } finally {
      // Logs signatures made before the token was removed, too.
      const signed = documents.slice(0, values.length);
      log.write(
        ...signed.map(
          ({ title, pages, digest }) =>
            `${origin}: signed with ${serial}: ${title}, ${pages} page(s), digest ${digest}`,
        ),
      );
    }
    return { values };
  },
  async 'login.sign'({ serial, keyId, challenge }, { tokens, connection, origin, log }) {
    tokens.checkUnlocked(serial, connection);
    const key = await tokens.driverOf(serial).key(serial, keyId);
    const value = await key.sign(utf8(loginText(origin, challenge)));
    log.write(`${origin}: login signed with ${serial}`);
    return { value: toBase64(value) };
  },
  async 'key.create'({ serial, algorithm, subject }, { tokens, connection, origin, log }) {
    tokens.checkUnlocked(serial, connection);
    const driver = tokens.driverOf(serial);
    const { keyId, publicKey } = await driver.createKey(serial, algorithm, subject);
    const request = await buildCertificateRequest(
      { subject: [['CN', subject]], publicKey },
      await driver.key(serial, keyId),
    );
    log.write(`${origin}: made a key (${algorithm}) in ${serial} for ${subject}`);
    return { keyId, request: toBase64(request) };
  },
  async 'certificate.store'({ serial, keyId, certificate }, { tokens, connection, origin, log }) {
    tokens.checkUnlocked(serial, connection);
    const der = fromBase64(certificate);
    const { subject } = parseCertificate(der);
    await tokens.driverOf(serial).storeCertificate(serial, keyId, der);
    log.write(`${origin}: certificate of ${subject.text} put into ${serial}`);
    return {};
  },
};
