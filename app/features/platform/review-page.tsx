import { useNavigate, useParams } from '@remix-run/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ERROR_CODES } from '#core/errors.ts';
import { decideReview, getReview } from '#core/platform/calls.ts';
import { REALNAME_LIMITS } from '#core/realname/limits.ts';
import { call, isClientError } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { APPLICATION_LOOKS } from '../../looks/person.ts';
import { keyOf, queryOf, staleAfter } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import { PictureGrid } from './picture-grid.tsx';
import style from './platform.module.css';
import { ReviewFacts } from './review-facts.tsx';

const isDecided = (error: unknown): boolean =>
  isClientError(error) && error.code === ERROR_CODES.ALREADY_DECIDED;

/** /platform/review/:id ([6.1]): what was filled in beside the pictures, and the decision. */
export function ReviewPage() {
  const { t } = useTranslation('platform');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { id = '' } = useParams();
  const [rejecting, setRejecting] = useState(false);
  const review = useQuery({
    ...queryOf(getReview, { applicationId: id }),
    // each reading is a line in the audit log
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const decide = useMutation({
    mutationFn: (input: { pass: boolean; reason: string }) =>
      call(decideReview, { applicationId: id, version: review.data?.version ?? 0, ...input }),
    onSuccess: (_, { pass }) => {
      toast({ tone: 'success', text: t(pass ? 'review.passed' : 'review.rejected') });
      // Not what was opened: reading it anew would be one more look in the log.
      void client.invalidateQueries(staleAfter(decideReview));
      client.removeQueries({ queryKey: keyOf(getReview, { applicationId: id }), type: 'inactive' });
      navigate(`/platform/review?subject=${review.data?.subject ?? 'PERSON'}`);
    },
    onError: (error, { pass }) => {
      // Somebody else decided: what stands here is of before.
      if (isDecided(error)) void review.refetch();
      // The dialog that asks for a reason says it itself, and keeps what was typed.
      if (pass || isDecided(error)) toast({ tone: 'error', text: errorText(error, t) });
    },
    meta: { silent: true },
  });
  const data = review.data;
  if (!data)
    return (
      <Page title={t('review.detail')}>
        <Panel>
          {review.error ? (
            <ErrorState error={review.error} onRetry={() => void review.refetch()} />
          ) : (
            <LoadingState />
          )}
        </Panel>
      </Page>
    );
  const open = data.state === 'REVIEWING' && !data.warnings.includes('OWN');
  return (
    <Page
      title={t('review.detailOf', { name: data.name })}
      about={<Badge {...APPLICATION_LOOKS[data.state]}>{t(`state.${data.state}`)}</Badge>}
      actions={
        open && (
          <>
            <Button icon="close" disabled={decide.isPending} onClick={() => setRejecting(true)}>
              {t('review.reject')}
            </Button>
            <Button
              kind="primary"
              icon="check"
              pending={decide.isPending}
              onClick={() => decide.mutate({ pass: true, reason: '' })}
            >
              {t('review.pass')}
            </Button>
          </>
        )
      }
    >
      {data.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {t(`warning.${warning}`)}
        </Notice>
      ))}
      {data.reason !== '' && <Notice tone="error">{t('review.reason', { reason: data.reason })}</Notice>}
      <div className={style.sides}>
        <Panel title={t('review.filled')}>
          <ReviewFacts fields={data.fields} />
          <dl className={style.facts}>
            <dt>{t('review.kind')}</dt>
            <dd>{t(data.recertify ? 'review.again' : 'review.first')}</dd>
            <dt>{t('review.applicant')}</dt>
            <dd>
              {data.applicant.name} {data.applicant.mobile}
            </dd>
            <dt>{t('review.submitTime')}</dt>
            <dd>{formatDateTime(data.submitTime)}</dd>
            {data.decideTime && (
              <>
                <dt>{t('review.decideTime')}</dt>
                <dd>
                  {formatDateTime(data.decideTime)} {data.reviewer}
                </dd>
              </>
            )}
          </dl>
        </Panel>
        <Panel title={t('review.pictures')}>
          <PictureGrid photos={data.photos} />
          <p className={style.soft}>{t('review.kept')}</p>
        </Panel>
      </div>
      <ConfirmDialog
        open={rejecting}
        onClose={() => setRejecting(false)}
        title={t('review.rejectTitle')}
        thing={data.name}
        consequence={t('review.consequence')}
        tone="neutral"
        confirmLabel={t('review.reject')}
        reason={{ label: t('review.reasonLabel'), maxLength: REALNAME_LIMITS.reason }}
        onConfirm={async (reason) => {
          await decide.mutateAsync({ pass: false, reason }).catch((error: unknown) => {
            if (!isDecided(error)) throw error;
          });
        }}
      />
    </Page>
  );
}
