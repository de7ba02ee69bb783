import { useNavigate, useSearchParams } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { openApproval } from '#core/approval/external-calls.ts';
import { call } from '../../call.ts';
import { getSession } from '../../session/session-store.ts';
import { switchIdentity } from '../../shell/switch-identity.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';

/**
 * /contract/openApproval?approvalId=… from a message, or ?code=… from another system: after login leads to the approval, and
 * first offers to act for its enterprise where the session acts as somebody else.
 */
export function OpenApproval() {
  const { t } = useTranslation('approval');
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const approvalId = params.get('approvalId') ?? undefined;
  const code = params.get('code') ?? undefined;
  const examine = (id: string) => navigate(`/contract/examine?approvalId=${id}`, { replace: true });
  const open = useMutation({
    mutationFn: () => call(openApproval, code ? { code } : { approvalId }),
    onSuccess: (found) => {
      // The code worked once; the page may be loaded again, as switching does.
      setParams({ approvalId: found.approvalId }, { replace: true });
      if (getSession().token?.entId === found.entId) examine(found.approvalId);
    },
  });
  const change = useMutation({
    mutationFn: async ({ entId, approvalId: id }: { entId: string; approvalId: string }) => {
      await switchIdentity(entId);
      return id;
    },
    onSuccess: examine,
  });
  const { mutate } = open;
  useEffect(() => mutate(), [mutate]);
  const toList = <LinkButton to="/home">{t('open.toHome')}</LinkButton>;
  if (open.error)
    return (
      <ErrorState whole error={open.error} onRetry={() => mutate()} ways={toList}>
        {t('open.unreachable')}
      </ErrorState>
    );
  const found = open.data;
  if (!found || getSession().token?.entId === found.entId) return <LoadingState />;
  if (change.error)
    return <ErrorState whole error={change.error} onRetry={() => change.mutate(found)} ways={toList} />;
  return (
    <Page title={t('open.title', { name: found.entName })} about={t('open.text')}>
      <div>
        <Button kind="primary" pending={change.isPending} onClick={() => change.mutate(found)}>
          {t('open.switch')}
        </Button>
      </div>
    </Page>
  );
}
