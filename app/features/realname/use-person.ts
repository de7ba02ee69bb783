import { useQuery } from '@tanstack/react-query';
import { queryPersonInfo } from '#core/realname/calls.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';

/** One's own real-name information ([7.11e]); never there in a session that a customer's system opened. */
export function usePerson() {
  const userId = useSession((s) => (s.ssoCallback === undefined ? s.loginUser?.userId : undefined));
  return useQuery({
    ...queryOf(queryPersonInfo, { id: userId ?? '' }),
    enabled: userId !== undefined,
  });
}

/** Reads the person anew wherever it is shown: here, in the header, on the home page. */
export function useRefreshPerson(): () => Promise<void> {
  const refresh = useRefresh();
  return () => refresh('realname', 'identity');
}
