import { useNavigate, useParams } from '@remix-run/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { decideReview, getReview } from '#core/platform/calls.ts';
import { REALNAME_LIMITS } from '#core/realname/limits.ts';
import { call, isClientError } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import type { Action } from '../../kit/action.ts';
import { DetailPage } from '../../kit/detail-page.tsx';
import { APPLICATION_BADGES } from '../../parts/badges/person.ts';
import { queryOf } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/page.tsx';
import { PictureGrid } from './picture-grid.tsx';
import style from './platform.module.css';
import { ReviewFacts } from './review-facts.tsx';

type Review = OutputOf<typeof getReview>;

/** /platform/review/:id ([6.1]): the application's values beside its pictures, and the decision. */
export function ReviewPage() {
  const { t } = useTranslation('platform');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { id = '' } = useParams();
  const query = queryOf(getReview, { applicationId: id });
  const review = useQuery({
    ...query,
    // each fetch is recorded in the audit log
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const decides = (pass: boolean): Action<Review> => ({
    id: pass ? 'pass' : 'reject',
    label: t(pass ? 'review.pass' : 'review.reject'),
    icon: pass ? 'check' : 'close',
    when: ({ state, warnings }) => state === 'REVIEWING' && !warnings.includes('OWN'),
    ask: ([{ name }]) => ({
      title: t(pass ? 'review.passTitle' : 'review.rejectTitle'),
      thing: name,
      consequence: t(pass ? 'review.passText' : 'review.consequence'),
      reason: pass ? undefined : { label: t('review.reasonLabel'), maxLength: REALNAME_LIMITS.reason },
    }),
    run: async ([{ version, subject }], reason) => {
      try {
        await call(decideReview, { applicationId: id, version, pass, reason });
      } catch (error) {
        // Somebody else has decided: refetch the outdated data.
        if (isClientError(error) && error.code === ERROR_CODES.ALREADY_DECIDED) void review.refetch();
        throw error;
      }
      navigate(`/platform/review?subject=${subject}`);
      client.removeQueries({ queryKey: query.queryKey, type: 'inactive' });
    },
    done: () => t(pass ? 'review.passed' : 'review.rejected'),
    over: [ERROR_CODES.ALREADY_DECIDED],
    calls: [decideReview],
  });
  return (
    <DetailPage
      query={review}
      kind={t('review.detail')}
      title={({ name }) => t('review.detailOf', { name })}
      about={({ state }) => <Badge {...APPLICATION_BADGES[state]}>{t(`state.${state}`)}</Badge>}
      actions={[decides(false), decides(true)]}
      main="pass"
    >
      {(data) => (
        <>
          {data.warnings.map((warning) => (
            <Notice key={warning} tone="warning">
              {t(`warning.${warning}`)}
            </Notice>
          ))}
          {data.reason !== '' && <Notice tone="error">{t('review.reason', { reason: data.reason })}</Notice>}
          <div className={style.sides}>
            <Panel title={t('review.filled')}>
              <ReviewFacts
                fields={data.fields}
                rest={[
                  [t('review.kind'), t(data.recertify ? 'review.again' : 'review.first')],
                  [t('review.applicant'), `${data.applicant.name} ${data.applicant.mobile}`],
                  [t('review.submitTime'), formatDateTime(data.submitTime)],
                  data.decideTime !== null && [
                    t('review.decideTime'),
                    `${formatDateTime(data.decideTime)} ${data.reviewer ?? ''}`,
                  ],
                ]}
              />
            </Panel>
            <Panel title={t('review.pictures')}>
              <PictureGrid photos={data.photos} />
              <p className={style.soft}>{t('review.kept')}</p>
            </Panel>
          </div>
        </>
      )}
    </DetailPage>
  );
}
