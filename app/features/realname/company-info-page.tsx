import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getCompanyInfo, revealCompanyInfo } from '#core/realname/enterprise-calls.ts';
import { LONG_TERM } from '#core/realname/enterprise-form.ts';
import { call } from '../../call.ts';
import { ENTERPRISE_AUTH_BADGES } from '../../parts/badges/enterprise.ts';
import { ReminderPanel } from '../../parts/reminder/reminder-panel.tsx';
import { queryOf } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './realname.module.css';
import { usePicture } from './use-picture.ts';

/** /company/info ([2.3a], [3.1a]): the enterprise's data; its administrator edits it, people named in it unmask it. */
export function CompanyInfoPage() {
  const { t } = useTranslation('realname');
  const info = useQuery(queryOf(getCompanyInfo, {}));
  const reveal = useMutation({ mutationFn: () => call(revealCompanyInfo, {}) });
  const [licence, setLicence] = useState(false);
  const data = info.data;
  if (!data)
    return (
      <Page title={t('info.title')}>
        <Panel>
          {info.error ? (
            <ErrorState error={info.error} onRetry={() => void info.refetch()} />
          ) : (
            <LoadingState />
          )}
        </Panel>
      </Page>
    );
  const { fields } = data;
  const area = [fields.province, fields.city === fields.province ? '' : fields.city, fields.district];
  const legal = { ...data, ...reveal.data };
  const hongKong = data.region === 'HONG_KONG';
  return (
    <Page
      title={t('info.title')}
      about={<Badge {...ENTERPRISE_AUTH_BADGES[data.authStatus]}>{t(`entStatus.${data.authStatus}`)}</Badge>}
      actions={
        data.mayChange && (
          <LinkButton
            to={`/auth/company?currentComp=AuthInit&entId=${data.entId}`}
            kind="primary"
            icon="shield"
          >
            {t('ents.recertify')}
          </LinkButton>
        )
      }
    >
      {data.authStatus === 'PENDING_REAUTH' && <Notice tone="warning">{t('info.pending')}</Notice>}
      <Panel title={t('step.unit')}>
        <KnownFacts
          facts={[
            [t(hongKong ? 'field.entNameZh' : 'field.entName'), data.entName],
            [t('field.entNameEn'), data.entNameEn],
            [t('field.creditCode'), hongKong ? '' : data.creditCode],
            [t(hongKong ? 'field.companyNumberHk' : 'field.companyNumber'), data.companyNumber],
            [t(hongKong ? 'field.businessNumberHk' : 'field.businessNumber'), data.businessNumber],
            [t('field.organizationCode'), fields.organizationCode],
            [t('field.taxNumber'), fields.taxNumber],
            [t('field.phone'), fields.phone],
            [t('field.postcode'), fields.postcode],
            [t('field.address'), [...area, fields.address].filter(Boolean).join(' ')],
            [t('field.administrator'), data.administrator],
            [t('field.authorized'), data.authorizedName],
            [t('field.entId'), data.entId],
          ]}
        />
        {data.licence && (
          <div className={style.row}>
            <Button icon="image" onClick={() => setLicence(true)}>
              {t('info.licence')}
            </Button>
          </div>
        )}
      </Panel>
      <Panel
        title={t(hongKong ? 'step.authorizer' : 'step.legal')}
        actions={
          data.mayReveal &&
          data.legalName !== '' && (
            <Button
              size="small"
              icon={reveal.data ? 'eye-off' : 'eye'}
              pending={reveal.isPending}
              onClick={() => (reveal.data ? reveal.reset() : reveal.mutate())}
            >
              {t(reveal.data ? 'reveal.hide' : 'reveal.show')}
            </Button>
          )
        }
      >
        <KnownFacts
          facts={[
            [t('legal.name'), legal.legalName],
            [t('field.idType'), data.legalIdType && t(`idType.${data.legalIdType}`)],
            [t('field.idNumber'), legal.legalIdNumber],
            [
              t('field.validTo'),
              data.legalIdValidTo === LONG_TERM ? t('field.longTerm') : data.legalIdValidTo,
            ],
            [t('field.bankName'), fields.bankName],
            [t('field.bankAccount'), legal.bankAccount],
          ]}
        />
        {data.mayReveal && data.legalName !== '' && <p className={style.hint}>{t('reveal.kept')}</p>}
      </Panel>
      <ReminderPanel />
      {licence && <LicenceDialog imageId={data.licence} onClose={() => setLicence(false)} />}
    </Page>
  );
}

function KnownFacts({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTranslation('realname');
  const known = facts.filter(([, value]) => value);
  if (known.length === 0) return <p className={style.soft}>{t('info.unknown')}</p>;
  return <Facts facts={known} />;
}

function LicenceDialog({ imageId, onClose }: { imageId: string; onClose: () => void }) {
  const { t } = useTranslation('realname');
  const { url, error, retry } = usePicture(imageId);
  return (
    <Dialog open onClose={onClose} title={t('info.licence')} width="wide">
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : url ? (
        <img src={url} alt={t('info.licence')} className={style.whole} />
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
}
