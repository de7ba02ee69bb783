import type { Role } from '#core/call.ts';
import type { OwnerType } from '#core/identity/states.ts';
import type { Language } from '#core/locales/languages.ts';
import type { Keyring } from '#edge/kernel/crypto/keys.ts';
import type { Database } from '#edge/kernel/storage/database.ts';
import type { FileStore } from '#edge/kernel/storage/files.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { Env } from './env.ts';

/** Who makes a call, and as whom they act. */
export interface Actor {
  accountId: string;
  sessionId: string;
  /** Real name, or the login name while there is none. */
  name: string;
  /** Verified real name; empty while it is not verified, whatever the person calls themself. */
  verifiedName: string;
  loginName: string;
  accountOwnerType: OwnerType;
  personalAuthStatus: string;
  platformAdmin: boolean;
  /** Enterprise acted for; empty for the person. */
  entId: string;
  entName: string;
  entOwnerType: OwnerType;
  roles: Role[];
  /** Whether a customer's system opened the session: it stands for the enterprise alone, not for what is the person's own. */
  sso: boolean;
  /** Owner of the data that the identity reaches: P:accountId or E:entId. */
  ownerKey: string;
}

/** Carries out the effects of one topic; `id` is the effect's own. An effect may come twice and must do its work once. */
export interface EffectHandler {
  topic: string;
  carryOut(context: Context, payload: unknown, id: string): Promise<void>;
}

/** What every procedure of the edge gets: the outside world of one request or job. */
export interface Context {
  env: Env;
  db: Database;
  files: FileStore;
  /** Who carries out the effects of the outbox, by topic: what the domains registered. */
  effects: ReadonlyMap<string, EffectHandler>;
  keys: Keyring;
  /** Epoch ms at which the request came. */
  now: number;
  newId(): string;
  language: Language;
  requestId: string;
  /** Client address, for counting attempts only. */
  address: string;
  userAgent: string;
  /** Set-Cookie lines for the answer; an error sets none. */
  cookies: string[];
  /** Lets work go on after the answer. */
  defer(work: Promise<unknown>): void;
}

export interface SignedInContext extends Context {
  actor: Actor;
  /** Tells a call that must have one effect, with its content, from every other: the same when it is sent again. */
  requestKey?: string;
  /** For calls that must have one effect: statements that keep the answer, to be written with the effect. */
  remember(answer: unknown): Statement[];
  /** Says which step of a longer deed begins now, to a caller that reads an answer step by step. */
  tell(step: string): void;
}

export const personKey = (accountId: string): string => `P:${accountId}`;
export const enterpriseKey = (entId: string): string => `E:${entId}`;
