import { useLocation, useNavigate } from '@remix-run/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { AT_ONCE } from '#core/employee/states.ts';
import { HR_PURPOSES, type HrPurpose } from '#core/template/fill/for-employee.ts';
import {
  type ChosenEmployee,
  type HrBegin,
  START_HR_CONTRACT,
  useKeepsRoster,
} from '../../../parts/hr-contract/begin-contract.ts';
import { usePageTitle } from '../../../shell/page-title.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page, Panel } from '../../../ui/page.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx';
import { usableQuery } from '../draft/offline-templates.ts';
import { ChooseEmployees } from './choose-employees.tsx';
import type { HrDraft } from './fill-for-employees.tsx';
import style from './hr.module.css';

const MOST_TEMPLATES = 50;
const NOBODY: HrBegin = { purpose: 'CONTRACT', employees: [] };

/**
 * The start of a contract with employees: for whom, of which business type, from which template. One employee becomes a
 * single contract, several a batch; the wizard goes on with either. Whoever does not keep the roster names the employee
 * there.
 */
export function StartHr() {
  const { t } = useTranslation('hr');
  const navigate = useNavigate();
  const { state } = useLocation();
  const begin: HrBegin = state?.hr ?? NOBODY;
  const hasRoster = useKeepsRoster();
  const [purpose, setPurpose] = useState(begin.purpose);
  const [employees, setEmployees] = useState<readonly ChosenEmployee[]>(begin.employees);
  const [businessType, setType] = useState<string>('LABOUR');
  const [templateId, setTemplate] = useState('');
  const tooMany = employees.length > AT_ONCE.contract;
  const title = t(`title.${purpose}`);
  usePageTitle({ page: title });
  const lacks = hasRoster && employees.length === 0;
  const goOn = () => {
    const hrDraft: HrDraft = {
      employeeIds: employees.map(({ employeeId }) => employeeId),
      templateId,
      purpose,
    };
    navigate(START_HR_CONTRACT, { state: { hrDraft } });
  };
  return (
    <Page
      title={title}
      about={t('about')}
      actions={
        <Button
          kind="primary"
          iconAfter="arrow-right"
          disabled={lacks || tooMany || templateId === ''}
          onClick={goOn}
        >
          {t(employees.length > 1 ? 'goOnMany' : 'goOn', { count: employees.length })}
        </Button>
      }
    >
      <Panel title={t('whom')}>
        {hasRoster ? (
          <>
            <RadioGroup
              label={t('purposeLabel')}
              value={purpose}
              onChange={(next: HrPurpose) => {
                // certificates are given to who left, contracts to who is employed
                if ((next === 'LEAVING') !== (purpose === 'LEAVING')) setEmployees([]);
                setPurpose(next);
              }}
              options={HR_PURPOSES.map((value) => ({
                value,
                label: t(`purpose.${value}`),
                hint: t(`purposeHint.${value}`),
              }))}
            />
            {tooMany && <Notice tone="warning">{t('tooMany', { max: AT_ONCE.contract })}</Notice>}
            <ChooseEmployees
              state={purpose === 'LEAVING' ? 'DEPARTED' : 'ACTIVE'}
              chosen={employees}
              onChange={setEmployees}
            />
          </>
        ) : (
          <Notice>{t('noRoster')}</Notice>
        )}
      </Panel>
      <Panel title={t('which')}>
        <div className={style.form}>
          <Select
            name="businessType"
            label={t('businessType')}
            value={businessType}
            onChange={(next) => {
              setType(next);
              setTemplate('');
            }}
            options={BUSINESS_TYPES.map((value) => ({ value, label: t(`ui:businessType.${value}`) }))}
          />
          <Templates businessType={businessType} value={templateId} onChange={setTemplate} />
        </div>
      </Panel>
    </Page>
  );
}

/** Templates in force of a business type that are for contracts with employees. */
function Templates({
  businessType,
  value,
  onChange,
}: {
  businessType: string;
  value: string;
  onChange: (templateId: string) => void;
}) {
  const { t } = useTranslation('hr');
  const found = useQuery({
    ...usableQuery({
      size: MOST_TEMPLATES,
      sceneType: 'HR',
      businessType: BUSINESS_TYPES.find((one) => one === businessType),
    }),
    placeholderData: keepPreviousData,
  });
  if (found.error && !found.data)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <LoadingState />;
  const { records } = found.data;
  if (records.length === 0)
    return (
      <EmptyState icon="template" title={t('noTemplate')}>
        {t('noTemplateText')}
      </EmptyState>
    );
  return (
    <RadioGroup
      label={t('template')}
      required
      column
      value={value}
      onChange={onChange}
      options={records.map(({ id, templateName, entName, number }) => ({
        value: id,
        label: templateName,
        hint: t('templateAbout', { owner: entName, n: number }),
      }))}
    />
  );
}
