import { z } from 'zod';
import { AGENT_FAILURES } from './failures.ts';
import { DOCUMENTS_PER_CALL, MESSAGE_MAX } from './ports.ts';

/** 2: messages can be batched. If page and agent have different versions, the person is asked to update. */
export const AGENT_PROTOCOL = 2;

const base64 = (max: number) =>
  z
    .string()
    .max(Math.ceil((max * 4) / 3) + 4)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/)
    // Four characters are three bytes: a single leftover character, or incomplete padding, is invalid.
    .refine((text) => (text.endsWith('=') ? text.length % 4 === 0 : text.length % 4 !== 1));
const point = base64(65);
export const tokenSerial = z.string().regex(/^[0-9A-Za-z-]{4,64}$/);
const keyId = z.string().regex(/^[0-9a-f]{2,128}$/);
const pin = z.string().min(1).max(64);

export const pinState = z.object({
  state: z.enum(['ok', 'low', 'final', 'locked']),
  attemptsLeft: z.number().int().nullable(),
});
export const tokenInfo = z.object({
  /** Serial number of the device. */
  serial: tokenSerial,
  label: z.string().max(64),
  maker: z.string().max(64),
  model: z.string().max(32),
  /** Key algorithms that the device supports. */
  algorithms: z.array(z.enum(['RSA', 'EC', 'SM2'])),
  pin: pinState,
  /** Whether the PIN was entered on this connection. */
  unlocked: z.boolean(),
});
export type TokenInfo = z.output<typeof tokenInfo>;
export const KEY_ALGORITHMS = ['RSA', 'EC', 'SM2'] as const;
export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number];

/**
 * A document to sign, with the data by which a person recognizes it. `message` is what the key signs: the signed
 * attributes of a CMS (PDF) or the TBS_Sign of GB/T 38540 (OFD); it must contain `digest`.
 */
export const documentToSign = z.object({
  title: z.string().trim().min(1).max(200),
  pages: z.number().int().min(1).max(100_000),
  /** Hexadecimal. */
  digest: z.string().regex(/^[0-9a-f]{64,128}$/),
  message: base64(MESSAGE_MAX / 2),
});
export type DocumentToSign = z.output<typeof documentToSign>;

const method = <P extends z.ZodType, R extends z.ZodType>(params: P, result: R) => ({ params, result });
const none = z.object({}).default({});
const withToken = z.object({ serial: tokenSerial });

/** Methods that a page can call without a session. */
export const OPEN_METHODS = {
  hello: method(
    none,
    z.object({
      name: z.literal('signet-agent'),
      version: z.string(),
      protocol: z.number().int(),
      /** ID of the agent's installation: the page stores its pairing under it. */
      agentId: z.string(),
      paired: z.boolean(),
    }),
  ),
  /** Makes the agent show a code. */
  'pair.begin': method(none, z.object({ salt: base64(32), expiresInMs: z.number().int() })),
  /** SPAKE2 as side A with the code that the person typed. */
  'pair.exchange': method(z.object({ share: point }), z.object({ share: point, confirmation: base64(32) })),
  'pair.confirm': method(z.object({ confirmation: base64(32) }), z.object({ pairingId: z.string() })),
  /** All messages after the response are encrypted frames. */
  'session.open': method(
    z.object({ pairingId: z.string().max(64), publicKey: point }),
    z.object({ publicKey: point }),
  ),
} as const;

/** Methods within a session. */
export const SESSION_METHODS = {
  health: method(
    none,
    z.object({
      version: z.string(),
      uptimeMs: z.number().int(),
      drivers: z.array(z.object({ name: z.string(), state: z.enum(['ready', 'failed']) })),
    }),
  ),
  'tokens.list': method(none, z.object({ tokens: z.array(tokenInfo) })),
  'certificates.list': method(
    withToken,
    z.object({ certificates: z.array(z.object({ keyId, der: base64(16_384) })) }),
  ),
  'token.login': method(withToken.extend({ pin }), z.object({ pin: pinState })),
  'token.logout': method(withToken, z.object({})),
  'token.changePin': method(withToken.extend({ pin, newPin: pin }), z.object({ pin: pinState })),
  /** Unlocks a PIN that was locked by wrong attempts, with the administrator's PIN. */
  'token.unlock': method(withToken.extend({ adminPin: pin, newPin: pin }), z.object({ pin: pinState })),
  'document.sign': method(
    withToken.extend({ keyId, documents: z.array(documentToSign).min(1).max(DOCUMENTS_PER_CALL) }),
    z.object({ values: z.array(base64(1_024)) }),
  ),
  /** Signs a text that only a login at this site can use; the agent builds it from the challenge. */
  'login.sign': method(
    withToken.extend({ keyId, challenge: z.string().regex(/^[\w.-]{20,200}$/) }),
    z.object({ value: base64(1_024) }),
  ),
  /** Generates a key pair in the token, and signs a PKCS#10 request with it. */
  'key.create': method(
    withToken.extend({ algorithm: z.enum(KEY_ALGORITHMS), subject: z.string().trim().min(1).max(64) }),
    z.object({ keyId, request: base64(8_192) }),
  ),
  'certificate.store': method(withToken.extend({ keyId, certificate: base64(16_384) }), z.object({})),
} as const;

export type OpenMethod = keyof typeof OPEN_METHODS;
export type SessionMethod = keyof typeof SESSION_METHODS;
export type AgentMethod = OpenMethod | SessionMethod;
type Methods = typeof OPEN_METHODS & typeof SESSION_METHODS;
export type ParamsOf<M extends AgentMethod> = z.output<Methods[M]['params']>;
export type ResultOf<M extends AgentMethod> = z.output<Methods[M]['result']>;

/** JSON-RPC 2.0 (jsonrpc.org). Requests always have an ID; only the agent sends notifications. */
export const rpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.number().int().min(0),
  method: z.string().max(40),
  /** Validated with the method's schema. */
  params: z.unknown().optional(),
});
export const rpcAnswer = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.number().int().nullable(),
  result: z.unknown().optional(),
  error: z
    .object({
      code: z.number().int(),
      message: z.string(),
      data: z.object({ name: z.enum(AGENT_FAILURES), pin: pinState.optional() }).optional(),
    })
    .optional(),
});
export const tokensChanged = z.object({
  jsonrpc: z.literal('2.0'),
  method: z.literal('tokens.changed'),
  params: z.object({ tokens: z.array(tokenInfo) }),
});

/** Error codes of JSON-RPC 2.0, clause 5.1; the agent's failures use FAILED with a name. */
export const RPC = {
  PARSE: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL: -32603,
  FAILED: -32000,
} as const;
