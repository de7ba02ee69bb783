import type { Driver, Token } from '#agent/driver.ts';
import { AgentFailure, type PinState } from '#core/agent/failures.ts';
import { signatureAlgorithm } from '#core/pki/algorithm/algorithm-identifier.ts';
import { generateKeyPair } from '#core/pki/key/generate-key-pair.ts';
import { pkcs8Signer, type Signer } from '#core/pki/key/signer.ts';

export interface ScriptedToken extends Driver {
  /** What is known of its PIN; `attemptsLeft` counts down by wrong PINs unless `quiet`. */
  pin: PinState;
  /** Signatures until it is taken out. */
  leaveAfter: number;
  present: boolean;
  /** Its one key with its certificate, which a test may take away or exchange. */
  held: { signer: Signer; id: string; certificate?: Uint8Array<ArrayBuffer> } | undefined;
}

/** A token that does as told, for what SoftHSM never does: it locks, and goes after so many signatures. */
export function scriptedToken(serial: string, rightPin: string): ScriptedToken {
  const info = (): Token => ({
    serial,
    label: 'Scripted',
    maker: 'Test',
    model: 'S1',
    algorithms: ['EC'],
    pin: token.pin,
  });
  const there = () => {
    if (!token.present) throw new AgentFailure('TOKEN_NOT_FOUND');
  };
  const token: ScriptedToken = {
    name: 'scripted',
    pin: { state: 'ok', attemptsLeft: 3 },
    leaveAfter: Number.POSITIVE_INFINITY,
    present: true,
    held: undefined,
    state: () => 'ready',
    tokens: async () => (token.present ? [info()] : []),
    async certificates() {
      there();
      const { held } = token;
      return held?.certificate ? [{ keyId: held.id, der: held.certificate }] : [];
    },
    async login(_serial, pin) {
      there();
      const left = token.pin.attemptsLeft!;
      if (left === 0) throw new AgentFailure('PIN_LOCKED', token.pin);
      if (pin === rightPin) {
        token.pin = { state: 'ok', attemptsLeft: 3 };
        return token.pin;
      }
      token.pin = { state: left === 1 ? 'locked' : left === 2 ? 'final' : 'low', attemptsLeft: left - 1 };
      throw new AgentFailure(left === 1 ? 'PIN_LOCKED' : 'PIN_WRONG', token.pin);
    },
    async logout() {},
    async changePin() {
      return token.pin;
    },
    async unlock() {
      return token.pin;
    },
    async key() {
      there();
      if (!token.held) throw new AgentFailure('KEY_NOT_FOUND');
      const { signer } = token.held;
      return {
        algorithm: signatureAlgorithm('ECDSA', 'SHA-256'),
        async sign(message) {
          if (token.leaveAfter-- <= 0) token.present = false;
          if (!token.present) throw new AgentFailure('TOKEN_REMOVED');
          return signer.sign(message);
        },
      };
    },
    async createKey() {
      const { pkcs8, spki } = await generateKeyPair('P-256');
      token.held = { signer: await pkcs8Signer(pkcs8), id: 'aa' };
      return { keyId: 'aa', publicKey: spki };
    },
    async storeCertificate(_serial, _keyId, certificate) {
      token.held!.certificate = certificate;
    },
    async close() {},
  };
  return token;
}
