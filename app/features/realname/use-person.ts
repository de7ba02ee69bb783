import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryPersonInfo } from '#core/realname/calls.ts';
import { call } from '../../call.ts';
import { useSession } from '../../session/session-store.ts';

/** One's own real-name information ([7.11e]). */
export function usePerson() {
  const userId = useSession((s) => s.loginUser?.userId);
  return useQuery({
    queryKey: ['realname', 'person', userId],
    queryFn: ({ signal }) => call(queryPersonInfo, { id: userId ?? '' }, { signal }),
    enabled: userId !== undefined,
  });
}

/** Reads the person anew wherever it is shown: here, in the header, on the home page. */
export function useRefreshPerson(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['realname'] }),
      client.invalidateQueries({ queryKey: ['identity'] }),
    ]);
  };
}
