import { randomInt } from 'node:crypto';
import { AgentFailure } from '#core/agent/failures.ts';
import { beginSpake2, finishSpake2, numberOfCode, type Spake2Result, sameTag } from '#core/agent/spake2.ts';
import type { Bytes } from '#core/bytes.ts';

const CODE_MS = 3 * 60_000;
const TRIES = 3;
/** New codes per ten minutes over all sites: at most 30 guesses of a million. */
const CODES = 10;
const CODES_MS = 10 * 60_000;

export interface Pairing {
  begin(): { salt: Bytes; expiresInMs: number };
  exchange(share: Bytes): { share: Bytes; confirmation: Bytes };
  /** Throws PAIRING_CODE_WRONG; after three wrong attempts a new code is needed. */
  confirm(confirmation: Bytes): Bytes;
}

/** Times at which codes were shown recently, shared by all connections. */
export interface CodeDisplay {
  times: number[];
}

/** Pairing on one connection: a code shown by the agent and typed into the page, from which both derive a secret. */
export function pairingOf(origin: string, shown: CodeDisplay, show: (code: string) => void): Pairing {
  let code: { text: string; salt: Bytes; until: number; tries: number } | undefined;
  let result: Spake2Result | undefined;
  return {
    begin() {
      const now = Date.now();
      shown.times = shown.times.filter((at) => at > now - CODES_MS);
      if (shown.times.length >= CODES) throw new AgentFailure('PAIRING_TOO_OFTEN');
      shown.times.push(now);
      code = {
        text: String(randomInt(1_000_000)).padStart(6, '0'),
        salt: crypto.getRandomValues(new Uint8Array(16)),
        until: now + CODE_MS,
        tries: 0,
      };
      result = undefined;
      show(code.text);
      return { salt: code.salt, expiresInMs: CODE_MS };
    },
    exchange(share) {
      if (!code || code.until < Date.now() || code.tries >= TRIES)
        throw new AgentFailure('PAIRING_CODE_WRONG');
      // The answer already reveals whether a guess was right, so the attempt counts here and not at confirmation.
      code.tries += 1;
      const start = beginSpake2(
        'B',
        numberOfCode(code.text, code.salt),
        crypto.getRandomValues(new Uint8Array(48)),
      );
      result = finishSpake2(start, share, namesFor(origin));
      return { share: start.share, confirmation: result.confirmation };
    },
    confirm(confirmation) {
      const done = result;
      result = undefined;
      if (!done || !sameTag(done.expected, confirmation)) throw new AgentFailure('PAIRING_CODE_WRONG');
      code = undefined;
      return done.secret;
    },
  };
}

const namesFor = (origin: string): [string, string] => [origin, 'signet-agent'];
