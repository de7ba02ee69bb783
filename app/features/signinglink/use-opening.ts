import { useCallback, useEffect, useRef, useState } from 'react';
import type { OutputOf } from '#core/call.ts';
import type { ERROR_CODES } from '#core/errors.ts';
import type { openSigningLink, readSigningLinkForm } from '#core/signinglink/opener-calls.ts';
import { call, isClientError } from '../../call.ts';
import { getSession } from '../../session/session-store.ts';
import { actAsIdentity, joinedOnce } from '../../shell/by-link.ts';

export type Opening = OutputOf<typeof openSigningLink>;
export type OpenerForm = OutputOf<typeof readSigningLinkForm>;

/** What the page shows: to a visitor, to whoever proved a number, or why they cannot go on with it. */
export type OpeningAnswer =
  | { step: 'LOADING' }
  | { step: 'FAILED'; error: unknown }
  | { step: 'UNKNOWN' }
  | { step: 'VISITOR'; opening: Opening }
  | { step: 'REFUSED'; opening: Opening; error: unknown }
  | { step: 'FORM'; form: OpenerForm };

type CodeOf<Name extends keyof typeof ERROR_CODES> = (typeof ERROR_CODES)[Name];
// The codes are repeated here, checked by their types, so that this page need not load the error catalogue.
const NOT_THERE: readonly number[] = [404313, 400000] satisfies [
  CodeOf<'SIGNING_LINK_UNKNOWN'>,
  CodeOf<'INPUT_INVALID'>,
];
const REFUSALS: readonly number[] = [409390, 409391, 409392, 409393, 409394, 409397, 409399] satisfies [
  CodeOf<'SIGNING_LINK_STOPPED'>,
  CodeOf<'SIGNING_LINK_ENDED'>,
  CodeOf<'SIGNING_LINK_FULL'>,
  CodeOf<'SIGNING_LINK_UNAVAILABLE'>,
  CodeOf<'SIGNING_LINK_NOT_LISTED'>,
  CodeOf<'SIGNING_LINK_NUMBER_NEEDED'>,
  CodeOf<'SIGNING_LINK_COUNTER'>,
];

/** Schemas are loaded on demand: this page is opened on phones, by visitors who are not signed in. */
const loadCalls = () => import('#core/signinglink/opener-calls.ts');

async function read(code: string, counter: string): Promise<OpeningAnswer> {
  await joinedOnce();
  const calls = await loadCalls();
  try {
    const opening = await call(calls.openSigningLink, { code, counter });
    if (!getSession().token) return { step: 'VISITOR', opening };
    await actAsIdentity('');
    try {
      return { step: 'FORM', form: await call(calls.readSigningLinkForm, { code, counter }) };
    } catch (error) {
      if (isClientError(error) && REFUSALS.includes(error.code)) return { step: 'REFUSED', opening, error };
      throw error;
    }
  } catch (error) {
    if (isClientError(error) && NOT_THERE.includes(error.code)) return { step: 'UNKNOWN' };
    return { step: 'FAILED', error };
  }
}

/**
 * What a signing link is for whoever is here; `again` asks once more, after that has changed, with what the counter's code was
 * exchanged for.
 */
export function useOpening(
  code: string,
  counter: string,
): { answer: OpeningAnswer; again: (pass?: string) => void } {
  const [answer, setAnswer] = useState<OpeningAnswer>({ step: 'LOADING' });
  const latest = useRef(0);
  const again = useCallback(
    (pass = counter) => {
      const own = ++latest.current;
      setAnswer({ step: 'LOADING' });
      void read(code, pass).then((next) => {
        if (own === latest.current) setAnswer(next);
      });
    },
    [code, counter],
  );
  useEffect(() => {
    again();
    return () => {
      latest.current++;
    };
  }, [again]);
  return { answer, again };
}
