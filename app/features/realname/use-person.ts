import { useQuery } from '@tanstack/react-query';
import { queryPersonInfo } from '#core/realname/calls.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';

/** The person's own real-name information ([7.11e]); disabled in a session opened by a customer's system. */
export function usePerson() {
  const userId = useSession((s) => (s.ssoCallback === undefined ? s.loginUser?.userId : undefined));
  return useQuery({
    ...queryOf(queryPersonInfo, { id: userId ?? '' }),
    enabled: userId !== undefined,
  });
}

/** Refetches the person everywhere: here, in the header, on the home page. */
export function useRefreshPerson(): () => Promise<void> {
  const refresh = useRefresh();
  return () => refresh('realname', 'identity');
}
