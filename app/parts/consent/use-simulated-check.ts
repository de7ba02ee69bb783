import { useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { InputOf, OutputOf } from '#core/call.ts';
import type { decideSimulatedCheck, getSimulatedCheck } from '#core/realname/calls.ts';
import { call } from '../../call.ts';

type Decision = InputOf<typeof decideSimulatedCheck>['state'];

/** The simulated check named by `ref` in the address, and its decision, which leads back to where it was asked for. */
export function useSimulatedCheck() {
  const [params] = useSearchParams();
  const ref = params.get('ref') ?? '';
  const [check, setCheck] = useState<OutputOf<typeof getSimulatedCheck>>();
  const [error, setError] = useState<unknown>();
  const [pending, setPending] = useState<Decision>();
  useEffect(() => {
    const read = async () => {
      const { getSimulatedCheck } = await import('#core/realname/calls.ts');
      setCheck(await call(getSimulatedCheck, { ref }));
    };
    read().catch(setError);
  }, [ref]);
  const decide = async (state: Decision) => {
    setPending(state);
    try {
      const { decideSimulatedCheck } = await import('#core/realname/calls.ts');
      await call(decideSimulatedCheck, { ref, state });
      // Safe to follow: this server created the URL, for its own result page.
      if (check) window.location.assign(check.returnUrl);
    } catch (failure) {
      setError(failure);
      setPending(undefined);
    }
  };
  return { check, error, pending, decide };
}
