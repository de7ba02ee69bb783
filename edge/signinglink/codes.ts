import { INVITATION_CODE_LENGTH } from '#core/invitation/code.ts';
import { sameSecret } from '#core/same-secret.ts';
import { sha256Hex } from '#core/sha256.ts';
import { COUNTER_GOOD_MS, COUNTER_SHOWN_MS } from '#core/signinglink/code.ts';
import type { Context } from '#edge/kernel/context.ts';

/** Digits and letters that cannot be mistaken for one another (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A code of 130 random bits. */
export const newCode = (): string =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(INVITATION_CODE_LENGTH)),
    (byte) => ALPHABET[byte & 31],
  ).join('');

/** Digest under which a code is stored. */
export const hashOfCode = (code: string): Promise<string> => sha256Hex(code);

/** The code as the database keeps it: by its digest, and encrypted for the publisher. */
export const keptCode = async ({ keys }: Pick<Context, 'keys'>, linkId: string, code: string) => ({
  codeHash: await hashOfCode(code),
  codeSealed: await keys.sealField(code, `signingLink:${linkId}`),
});

/** How long somebody who began at the counter may take to fill in: ms. */
const PASS_MS = 60 * 60_000;
const MAC_LENGTH = 32;

type Keys = Pick<Context, 'keys' | 'now'>;

const macOf = async ({ keys }: Keys, text: string): Promise<string> =>
  (await keys.indexOf(text, 'signing-link')).slice(0, MAC_LENGTH);

/** A text that proves until when something was allowed: the time in base 36 and a keyed digest of both. */
const timed = async (context: Keys, what: string, until: number): Promise<string> =>
  `${until.toString(36)}-${await macOf(context, `${what}|${until}`)}`;

async function isTimed(context: Keys, what: string, text: string): Promise<boolean> {
  const until = Number.parseInt(text.split('-')[0] ?? '', 36);
  return until > context.now && sameSecret(text, await timed(context, what, until));
}

/** Code of a counter, the same for everybody who looks within half a minute. */
export const counterCode = (context: Keys, linkId: string): Promise<string> => {
  const began = context.now - (context.now % COUNTER_SHOWN_MS);
  return timed(context, `counter|${linkId}`, began + COUNTER_GOOD_MS);
};
export const isCounterCode = (context: Keys, linkId: string, code: string): Promise<boolean> =>
  isTimed(context, `counter|${linkId}`, code);

/** What shows that a code was sent to this number while the counter's was good: reading the message takes its time. */
export const numberPass = (context: Keys, linkId: string, mobile: string): Promise<string> =>
  timed(context, `number|${linkId}|${mobile}`, context.now + PASS_MS);
export const isNumberPass = (context: Keys, linkId: string, mobile: string, pass: string): Promise<boolean> =>
  isTimed(context, `number|${linkId}|${mobile}`, pass);

/** What shows that this account began at the counter while its code was good. */
export const passOf = (context: Keys, linkId: string, accountId: string): Promise<string> =>
  timed(context, `pass|${linkId}|${accountId}`, context.now + PASS_MS);
export const isPass = (context: Keys, linkId: string, accountId: string, pass: string): Promise<boolean> =>
  isTimed(context, `pass|${linkId}|${accountId}`, pass);
