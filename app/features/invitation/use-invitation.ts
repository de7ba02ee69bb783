import { useCallback, useEffect, useRef, useState } from 'react';
import type { OutputOf } from '#core/call.ts';
import type { openInvitation } from '#core/invitation/calls.ts';
import { companyPathFor } from '#core/realname/contract-way.ts';
import { call } from '../../call.ts';
import { actAsIdentity, joinedOnce, signersPage } from '../../shell/by-link.ts';

export type Invitation = OutputOf<typeof openInvitation>;
type Answer = { data?: Invitation; error?: unknown };

/** Schemas are loaded on demand: this page is opened on phones, by visitors who are not signed in. */
const loadCalls = () => import('#core/invitation/calls.ts');

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

/** Acts as the person, who alone may have an enterprise verified, and resolves to the page where that is done. */
export async function companyPageFor({ planId: taskId }: NonNullable<Invitation['target']>): Promise<string> {
  await actAsIdentity('');
  return companyPathFor(taskId);
}

/** Acts as the identity that the contract is for, and resolves to the page where its recipient goes on. */
export async function pageFor({
  planId: taskId,
  entId,
  signs,
  lacks,
}: NonNullable<Invitation['target']>): Promise<string> {
  await actAsIdentity(entId);
  return signersPage(taskId, signs, lacks === 'NAME');
}
