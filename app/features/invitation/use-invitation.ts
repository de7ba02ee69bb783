import { useCallback, useEffect, useRef, useState } from 'react';
import type { OutputOf } from '#core/call.ts';
import type { openInvitation } from '#core/invitation/calls.ts';
import { companyPathFor } from '#core/realname/contract-way.ts';
import { call } from '../../call.ts';
import { forgetSession, mayJoinSession } from '../../session/end-session.ts';
import { getSession } from '../../session/session-store.ts';
import { pageCache } from '../../shell/query-client.ts';

export type Invitation = OutputOf<typeof openInvitation>;
type Answer = { data?: Invitation; error?: unknown };

/** Schemas are loaded on demand: this page is opened on phones, by visitors who are not signed in. */
const loadCalls = () => import('#core/invitation/calls.ts');

/** A link of a message opens a tab of its own, while its reader may be signed in in another. */
const joinedOnce = async () => {
  if (getSession().token || !mayJoinSession()) return;
  await (await import('../../session/join-session.ts')).joinSession();
};

/** What the link leads to for whoever is signed in; `again` asks once more, after that has changed. */
export function useInvitation(code: string): Answer & { again: () => void } {
  const [answer, setAnswer] = useState<Answer>({});
  const latest = useRef(0);
  const ask = useCallback(() => {
    const own = ++latest.current;
    const show = (next: Answer) => {
      if (own === latest.current) setAnswer(next);
    };
    show({});
    joinedOnce()
      .then(loadCalls)
      .then(({ openInvitation: open }) => call(open, { code }))
      .then(
        (data) => show({ data }),
        (error: unknown) => show({ error }),
      );
  }, [code]);
  useEffect(() => {
    ask();
    return () => {
      latest.current++;
    };
  }, [ask]);
  return { ...answer, again: ask };
}

/** Ends the session of somebody else in this browser, without leaving the page. */
export async function leaveSession(): Promise<void> {
  const { logout } = await import('#core/identity/calls.ts');
  if (getSession().token) await call(logout, {}).catch(() => undefined);
  forgetSession({ everywhere: true });
  pageCache().clear();
}

/** Acts as the person, who alone may have an enterprise verified, and resolves to the page where that is done. */
export async function companyPageFor({ planId: taskId }: NonNullable<Invitation['target']>): Promise<string> {
  if (getSession().token?.entId !== '')
    await (await import('../../shell/switch-identity.ts')).switchIdentity('');
  return companyPathFor(taskId);
}

/** Acts as the identity that the contract is for, and resolves to the page where its recipient goes on. */
export async function pageFor({
  planId: taskId,
  entId,
  signs,
  lacks,
}: NonNullable<Invitation['target']>): Promise<string> {
  if (getSession().token?.entId !== entId)
    await (await import('../../shell/switch-identity.ts')).switchIdentity(entId);
  if (lacks === 'NAME') return `/auth/person?currentComp=AuthInit&planId=${taskId}`;
  return `${signs ? '/fileSign/fileSign' : '/contract/preview'}?planId=${taskId}`;
}
