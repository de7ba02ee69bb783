import { useTranslation } from 'react-i18next';
import { type FlowNode, LATE_ACTS } from '#core/approval/flow.ts';
import { STEP_MODES } from '#core/approval/states.ts';
import { ROLES } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { PeopleField } from '../../parts/people/people-field.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldMessage } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { MultiSelect, Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AmountCondition } from './amount-condition.tsx';
import style from './approval.module.css';

const WAYS = ['PERSONS', 'ROLE', 'DEPARTMENT_HEAD', 'SEAL_KEEPER'] as const;
type By = FlowNode['approvers']['by'];

const approversBy = (by: By): FlowNode['approvers'] => {
  switch (by) {
    case 'PERSONS':
      return { by, accounts: [] };
    case 'ROLE':
      return { by, role: 'APPROVER' };
    case 'DEPARTMENT_HEAD':
      return { by, up: 0 };
    case 'SEAL_KEEPER':
      return { by };
  }
};

interface Props {
  node: FlowNode;
  /** From 1. */
  number: number;
  problem: string | undefined;
  onChange: (node: FlowNode) => void;
  onUp?: () => void;
  onDown?: () => void;
  onRemove?: () => void;
}

/** One node of a flow: approvers, required number, conditions, and time limit. */
export function NodeFields({ node, number, problem, onChange, ...moves }: Props) {
  const { t } = useTranslation('approval');
  const change = (some: Partial<FlowNode>) => onChange({ ...node, ...some });
  const { approvers } = node;
  const name = node.name || t('flow.nodeNumber', { n: number });
  return (
    <li className={style.node} aria-label={name}>
      <div className={style.nodeHead}>
        <h3>
          {number}. {name}
        </h3>
        <IconButton
          icon="chevron-up"
          size="small"
          label={t('flow.up', { name })}
          disabled={!moves.onUp}
          onClick={() => moves.onUp?.()}
        />
        <IconButton
          icon="chevron-down"
          size="small"
          label={t('flow.down', { name })}
          disabled={!moves.onDown}
          onClick={() => moves.onDown?.()}
        />
        <IconButton
          icon="trash"
          size="small"
          label={t('flow.removeNode', { name })}
          disabled={!moves.onRemove}
          onClick={() => moves.onRemove?.()}
        />
      </div>
      <FieldMessage error={problem} />
      <div className={style.fields}>
        <TextField
          label={t('flow.nodeName')}
          required
          maxLength={20}
          value={node.name}
          onChange={(typed) => change({ name: typed })}
        />
        <NodeApprovers approvers={approvers} onChange={(next) => change({ approvers: next })} />
        <RadioGroup
          label={t('flow.mode')}
          value={node.mode}
          onChange={(mode) => change({ mode })}
          options={STEP_MODES.map((one) => ({ value: one, label: t(`mode.${one}`) }))}
        />
        <MultiSelect
          label={t('flow.onlyTypes')}
          hint={t('flow.allHint')}
          value={node.when.businessTypes ?? []}
          onChange={(chosen) =>
            change({
              when: { ...node.when, businessTypes: BUSINESS_TYPES.filter((one) => chosen.includes(one)) },
            })
          }
          options={BUSINESS_TYPES.map((one) => ({ value: one, label: t(`ui:businessType.${one}`) }))}
        />
        <AmountCondition when={node.when} onChange={(when) => change({ when })} />
        <NumberField
          label={t('flow.hours')}
          hint={t('flow.hoursHint')}
          min={1}
          max={720}
          value={node.hours ?? null}
          onChange={(hours) => {
            const { hours: _, ...rest } = node;
            onChange(hours === null ? rest : { ...rest, hours });
          }}
        />
        {node.hours !== undefined && (
          <Select
            label={t('flow.late')}
            value={node.late}
            onChange={(value) => change({ late: LATE_ACTS.find((one) => one === value) ?? 'REMIND' })}
            options={LATE_ACTS.map((one) => ({ value: one, label: t(`late.${one}`) }))}
          />
        )}
        <PeopleField label={t('flow.copies')} value={node.copies} onChange={(copies) => change({ copies })} />
      </div>
      <Checkbox value={node.ownAllowed} onChange={(ownAllowed) => change({ ownAllowed })}>
        {t('flow.ownAllowed')}
      </Checkbox>
    </li>
  );
}

/** The kind of approvers of a node, and the parameters of that kind. */
function NodeApprovers({
  approvers,
  onChange,
}: {
  approvers: FlowNode['approvers'];
  onChange: (approvers: FlowNode['approvers']) => void;
}) {
  const { t } = useTranslation('approval');
  return (
    <>
      <Select
        label={t('flow.who')}
        value={approvers.by}
        onChange={(by) => onChange(approversBy(WAYS.find((one) => one === by) ?? 'ROLE'))}
        options={WAYS.map((by) => ({ value: by, label: t(`by.${by}`) }))}
      />
      {approvers.by === 'PERSONS' && (
        <PeopleField
          label={t('flow.persons')}
          required
          value={approvers.accounts}
          onChange={(accounts) => onChange({ by: 'PERSONS', accounts })}
        />
      )}
      {approvers.by === 'ROLE' && (
        <Select
          label={t('flow.role')}
          value={approvers.role}
          onChange={(value) =>
            onChange({ by: 'ROLE', role: ROLES.find((one) => one === value) ?? 'APPROVER' })
          }
          options={ROLES.map((one) => ({ value: one, label: t(`company:role.${one}`) }))}
        />
      )}
      {approvers.by === 'DEPARTMENT_HEAD' && (
        <NumberField
          label={t('flow.levels')}
          hint={t('flow.levelsHint')}
          min={0}
          max={5}
          value={approvers.up}
          onChange={(up) => onChange({ by: 'DEPARTMENT_HEAD', up: up ?? 0 })}
        />
      )}
    </>
  );
}
