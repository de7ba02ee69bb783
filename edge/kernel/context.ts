import type { KeyScope, Role } from '#core/call.ts';
import type { EmbedKind } from '#core/embed/reach.ts';
import type { OwnerType } from '#core/identity/states.ts';
import type { Language } from '#core/locales/languages.ts';
import type { Keyring } from '#edge/kernel/crypto/keys.ts';
import type { Database } from '#edge/kernel/storage/database.ts';
import type { FileStore } from '#edge/kernel/storage/files.ts';
import type { Statement, Unit } from '#edge/kernel/storage/statement.ts';
import type { Env } from './env.ts';

/** The caller and the identity they act as. */
export interface Actor {
  accountId: string;
  sessionId: string;
  /** Real name, or the login name until one is verified. */
  name: string;
  /** Verified real name; empty until it is verified. */
  verifiedName: string;
  loginName: string;
  accountOwnerType: OwnerType;
  personalAuthStatus: string;
  platformAdmin: boolean;
  /** Enterprise that the caller acts for; empty when acting as a person. */
  entId: string;
  entName: string;
  entOwnerType: OwnerType;
  roles: Role[];
  /** Whether salaries on the roster are withheld from the member; never from administrators. */
  salaryWithheld: boolean;
  /**
   * Whether the actor stands for the enterprise only, as a session of single sign-on or an API key, and never reaches what
   * is the person's own.
   */
  sso: boolean;
  /** The customer's system or identity provider that began the session of single sign-on; '' for everybody else. */
  signOn: string;
  /** The API key that the request came with; null for a session. */
  key: ActingKey | null;
  /** The one thing that the session of an embedded page reaches; null for everybody else. */
  embed: EmbedActor | null;
  /** The seal that an outbox effect stamps with under an opening of automatic signing; '' for every request. */
  automaticSeal: string;
  /** Owner of the data within reach of the identity: `P:accountId` or `E:entId`. */
  ownerKey: string;
}

/** An API key of an enterprise, as far as it limits what its holder does with it. */
export interface ActingKey {
  id: string;
  name: string;
  scopes: readonly KeyScope[];
  /** Business types of the tasks and templates that it reaches; null for all. */
  businessTypes: readonly string[] | null;
}

/** An embedded page: what it is for, which task, draft or template, and in whose page it is shown. */
export interface EmbedActor {
  kind: EmbedKind;
  subjectId: string;
  /** The only template that it reaches; empty: none. */
  templateId: string;
  /** The business types of the key that made its link; null for all. */
  businessTypes: readonly string[] | null;
  origin: string;
}

/** Handler of one outbox topic; `id` identifies the effect. Must be idempotent: an effect may be delivered twice. */
export interface EffectHandler {
  topic: string;
  /** `causedAt`: when what caused the effect happened, epoch ms; the effect itself may run much later. */
  carryOut(context: Context, payload: unknown, id: string, causedAt: number): Promise<void>;
}

/** Dependencies of every edge procedure for one request or job. */
export interface Context {
  env: Env;
  db: Database;
  files: FileStore;
  /** Outbox handlers by topic, as registered by the domains. */
  effects: ReadonlyMap<string, EffectHandler>;
  keys: Keyring;
  /** Time of the request, epoch ms. */
  now: number;
  newId(): string;
  language: Language;
  requestId: string;
  /** Client IP address, for rate limits and the log of refusals. */
  address: string;
  userAgent: string;
  /** Set-Cookie headers of the response; omitted on errors. */
  cookies: string[];
  /** Further headers of the response, on errors too. */
  answerHeaders: Record<string, string>;
  /** Continues work after the response (`waitUntil`). */
  defer(work: Promise<unknown>): void;
  /** Collects what is committed, to be written together with other changes; see commitTogether. */
  unit?: Unit | undefined;
}

export interface SignedInContext extends Context {
  actor: Actor;
  /** Idempotency key of the request, derived from its id and content; the same for a repeated request. */
  requestKey?: string;
  /** For idempotent calls: statements that store the response, to be committed together with the change. */
  remember(answer: unknown): Statement[];
  /** Reports the start of a step to callers that read a streamed response. */
  tell(step: string): void;
}

export const personKey = (accountId: string): string => `P:${accountId}`;
export const enterpriseKey = (entId: string): string => `E:${entId}`;
