import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Conditions, FlowNode } from '#core/approval/flow.ts';
import { type FlowRow, listFlows, listStaff, removeFlow, switchFlow } from '#core/approval/flow-calls.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import type { Action } from '../../kit/action.ts';
import { ActionButtons } from '../../kit/action-button.tsx';
import { useActions } from '../../kit/use-actions.tsx';
import { queryOf } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { useAmountText } from './amount-condition.tsx';
import style from './approval.module.css';
import { FlowEditor } from './flow-editor.tsx';

const NEW = 'new';

/** /company/approvalFlow: the enterprise's approval flows, and the designer of one. */
export function FlowPage() {
  const { t } = useTranslation('approval');
  const [params, setParams] = useSearchParams();
  const edited = params.get('edit');
  const flows = useQuery(queryOf(listFlows, {}));
  const all = flows.data?.flows;
  const row = all?.find(({ flowId }) => flowId === edited);
  if (edited && all && (edited === NEW || row))
    return <FlowEditor key={edited} {...(row ? { row } : {})} onClose={() => setParams({})} />;
  const add = (
    <LinkButton kind="primary" icon="plus" to={`?edit=${NEW}`}>
      {t('flow.add')}
    </LinkButton>
  );
  return (
    <Page title={t('flow.title')} about={t('flow.about')} actions={all && all.length > 0 && add}>
      <Panel>
        {flows.error && !all ? (
          <ErrorState error={flows.error} onRetry={() => void flows.refetch()} />
        ) : !all ? (
          <LoadingState />
        ) : all.length === 0 ? (
          <EmptyState icon="check" title={t('flow.none')} actions={add}>
            {t('flow.noneText')}
          </EmptyState>
        ) : (
          <FlowList flows={all} />
        )}
      </Panel>
    </Page>
  );
}

function FlowList({ flows }: { flows: readonly FlowRow[] }) {
  const { t } = useTranslation('approval');
  const host = useActions<FlowRow>();
  const conditionsOf = useConditionsText();
  const approversOf = useApproversText();
  const turn = (enabled: boolean): Action<FlowRow> => ({
    id: enabled ? 'on' : 'off',
    label: t(enabled ? 'flow.on' : 'flow.off'),
    when: (row) => row.enabled !== enabled,
    run: ([{ flowId }]) => call(switchFlow, { flowId, enabled }),
    done: ([{ flow }]) => t(enabled ? 'flow.isOn' : 'flow.isOff', { name: flow.name }),
    calls: [switchFlow],
  });
  const actions: Action<FlowRow>[] = [
    {
      id: 'remove',
      label: t('action.delete'),
      danger: true,
      ask: ([{ flow, running }]) => ({
        title: t('flow.removeTitle'),
        thing: flow.name,
        consequence: t('flow.removeText', { count: running }),
      }),
      run: ([{ flowId }]) => call(removeFlow, { flowId }),
      done: ([{ flow }]) => t('flow.removed', { name: flow.name }),
      calls: [removeFlow],
    },
    turn(true),
    turn(false),
    { id: 'edit', label: t('flow.edit'), icon: 'pen', to: ({ flowId }) => `?edit=${flowId}` },
  ];
  return (
    <>
      <ul className={style.flows}>
        {flows.map((row) => (
          <li key={row.flowId} className={style.flow}>
            <div className={style.flowHead}>
              <h2>{row.flow.name}</h2>
              <Badge {...(row.enabled ? BADGE.done : BADGE.off)}>
                {t(row.enabled ? 'flow.enabled' : 'flow.disabled')}
              </Badge>
            </div>
            <span className={style.soft}>
              {t(`flow.applies.${row.flow.applies}`)} ·{' '}
              {conditionsOf(row.flow.when).map((one) => `${one} · `)}
              {t('flow.version', { version: row.version })} · {row.changedBy} {formatDateTime(row.changedAt)}
              {row.running > 0 && ` · ${t('flow.running', { count: row.running })}`}
            </span>
            <ol>
              {row.flow.nodes.map((node) => (
                <li key={node.key}>
                  {node.name} <span>{approversOf(node)}</span>{' '}
                  <span className={style.soft}>
                    {t(`mode.${node.mode}`)}
                    {conditionsOf(node.when).map((one) => ` · ${one}`)}
                  </span>
                </li>
              ))}
            </ol>
            <div className={style.foot}>
              <ActionButtons actions={actions} row={row} host={host} />
            </div>
          </li>
        ))}
      </ul>
      {host.layer}
    </>
  );
}

/** The approvers of a node in words: persons and roles by their names, others by how they are found. */
function useApproversText(): (node: FlowNode) => string {
  const { t } = useTranslation(['approval', 'company']);
  const people = useQuery(queryOf(listStaff, {})).data?.staff;
  return ({ approvers }) => {
    if (approvers.by === 'ROLE') return t(`company:role.${approvers.role}`);
    const accounts = approvers.by === 'PERSONS' ? approvers.accounts : [];
    const names = accounts.flatMap((id) => people?.find(({ accountId }) => accountId === id)?.name ?? []);
    return names.length > 0 ? names.join(t('between')) : t(`by.${approvers.by}`);
  };
}

/** What must hold, in words, one text a condition; seals are counted, because not everybody may see their names. */
function useConditionsText(): (when: Conditions) => string[] {
  const { t } = useTranslation(['approval', 'company']);
  const amountText = useAmountText();
  return (when) => {
    const { businessTypes = [], counterparties = [], senderRoles = [], seals = [] } = when;
    const some = (label: string, names: readonly string[]) =>
      names.length > 0 ? [`${label} ${names.join(t('between'))}`] : [];
    const amount = amountText(when);
    return [
      ...some(
        t('flow.businessTypes'),
        businessTypes.map((type) => t(`ui:businessType.${type}`)),
      ),
      ...some(
        t('flow.senderRoles'),
        senderRoles.map((role) => t(`company:role.${role}`)),
      ),
      ...some(t('flow.counterparties'), counterparties),
      ...(seals.length > 0 ? [`${t('flow.seals')} ${seals.length}`] : []),
      ...(amount ? [amount] : []),
    ];
  };
}
