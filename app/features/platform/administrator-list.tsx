import { useTranslation } from 'react-i18next';
import {
  type AdminApplicationRow,
  decideOrphanApplication,
  listOrphanApplications,
} from '#core/company/administrator-calls.ts';
import { ADMIN_STATES } from '#core/company/states.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { choice } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { ADMIN_BADGES } from '../../parts/badges/enterprise.ts';
import { ProvenDialog } from '../../parts/proof/proven-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';

const FILTERS = { applyStatus: 'TO_APPROVE' };
const REASON_LENGTH = 100;

/** Somebody was faster: it cannot be decided any more. */
const OVER = [ERROR_CODES.APPLICATION_DECIDED, ERROR_CODES.APPLICATION_WITHDRAWN];

/** /platform/administrator ([4.9b]): applications to become administrator of an enterprise without one. */
export function AdministratorList() {
  const { t } = useTranslation('platform');
  const list = useList(listOrphanApplications, {
    filters: FILTERS,
    input: ({ applyStatus }) => ({ applyStatus: ADMIN_STATES.find((one) => one === applyStatus) }),
  });
  const waits = (row: AdminApplicationRow) => row.state === 'TO_APPROVE';
  const pass: Action<AdminApplicationRow> = {
    id: 'pass',
    label: t('review.pass'),
    icon: 'check',
    when: waits,
    layer: ({ rows: [{ applyId, name, mobile, entName }], close, renew }) => (
      <ProvenDialog
        title={t('lead.passTitle')}
        thing={`${name} ${mobile}`}
        consequence={t('lead.passText', { enterprise: entName })}
        submit={t('review.pass')}
        purpose="APPOINT"
        run={(proof) => call(decideOrphanApplication, { applyId, pass: true, remark: '', proof })}
        done={() => t('lead.passed', { name, enterprise: entName })}
        over={OVER}
        onClose={close}
        onSettled={renew}
      />
    ),
    calls: [decideOrphanApplication],
  };
  const reject: Action<AdminApplicationRow> = {
    id: 'reject',
    label: t('review.reject'),
    icon: 'ban',
    when: waits,
    ask: ([{ name, mobile, entName }]) => ({
      title: t('review.rejectTitle'),
      thing: `${name} ${mobile}`,
      consequence: t('lead.rejectText', { enterprise: entName }),
      reason: { label: t('review.reasonLabel'), maxLength: REASON_LENGTH },
    }),
    run: ([{ applyId }], remark) => call(decideOrphanApplication, { applyId, pass: false, remark }),
    done: ([{ name, entName }]) => t('lead.rejected', { name, enterprise: entName }),
    over: OVER,
    calls: [decideOrphanApplication],
  };
  return (
    <ListPage
      title={t('lead.title')}
      about={t('lead.about')}
      code="platform.administrator"
      list={list}
      rowKey={(row) => row.applyId}
      columns={[
        { id: 'entName', title: t('ent.name'), minWidth: 220, fixed: true },
        { id: 'name', title: t('lead.applicant'), minWidth: 110, brief: true },
        { id: 'mobile', title: t('lead.mobile'), minWidth: 130 },
        { id: 'reason', title: t('lead.why'), kind: 'long', minWidth: 200 },
        {
          id: 'state',
          title: t('review.state'),
          minWidth: 112,
          brief: true,
          cell: (row) => <Badge {...ADMIN_BADGES[row.state]}>{t(`lead.state.${row.state}`)}</Badge>,
        },
        { id: 'applyTime', title: t('review.submitTime'), kind: 'dateTime' },
      ]}
      fields={[
        choice(
          'applyStatus',
          t('review.state'),
          t('any'),
          ADMIN_STATES,
          (value) => t(`lead.state.${value}`),
          'ALL',
        ),
      ]}
      actions={[pass, reject]}
      empty={{ icon: 'user', title: t('review.none'), text: t('lead.noneText') }}
    />
  );
}
