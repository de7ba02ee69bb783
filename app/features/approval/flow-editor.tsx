import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApprovalFlow, approvalFlow, type FlowNode } from '#core/approval/flow.ts';
import { type FlowRow, saveFlow } from '#core/approval/flow-calls.ts';
import { APPROVAL_SUBJECTS } from '#core/approval/states.ts';
import { ROLES } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { listSeals } from '#core/seal/calls.ts';
import { call } from '../../call.ts';
import { useUnsaved } from '../../kit/unsaved.tsx';
import { queryOf, useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { MultiSelect } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { AmountCondition } from './amount-condition.tsx';
import style from './approval.module.css';
import { FlowTrial } from './flow-trial.tsx';
import { NodeFields } from './node-fields.tsx';

const newKey = () => crypto.randomUUID().replaceAll('-', '').slice(0, 20);

const newNode = (name: string): FlowNode => ({
  key: newKey(),
  name,
  mode: 'SINGLE',
  approvers: { by: 'ROLE', role: 'APPROVER' },
  when: {},
  late: 'REMIND',
  copies: [],
  ownAllowed: false,
});

/** The designer of a flow: conditions, nodes in order, and a trial run. */
export function FlowEditor({ row, onClose }: { row?: FlowRow; onClose: () => void }) {
  const { t } = useTranslation('approval');
  const refresh = useRefresh();
  const [flow, setFlow] = useState<ApprovalFlow>(
    () =>
      row?.flow ?? {
        name: '',
        subjects: ['TASK'],
        applies: 'ALWAYS',
        when: {},
        nodes: [newNode(t('flow.firstNode'))],
      },
  );
  const [first] = useState(() => JSON.stringify(flow));
  const unsaved = useUnsaved(JSON.stringify(flow) !== first, {
    title: t('flow.leave'),
    thing: flow.name || t('flow.add'),
    consequence: t('flow.leaveAbout'),
    discard: t('flow.discard'),
  });
  const [tried, setTried] = useState(false);
  const change = (some: Partial<ApprovalFlow>) => setFlow((old) => ({ ...old, ...some }));
  const parsed = approvalFlow.safeParse(flow);
  const wrong = new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.')));
  const problemAt = (path: string) =>
    tried && [...wrong].some((one) => one === path || one.startsWith(`${path}.`))
      ? t('flow.needed')
      : undefined;
  const save = useMutation({
    mutationFn: () => call(saveFlow, { flow, ...(row ? { flowId: row.flowId, version: row.version } : {}) }),
    onSuccess: async () => {
      toast({ tone: 'success', text: t(row ? 'flow.saved' : 'flow.added', { name: flow.name }) });
      await refresh(saveFlow);
      unsaved.release();
      onClose();
    },
  });
  const setNode = (index: number, node: FlowNode) =>
    change({ nodes: flow.nodes.map((one, i) => (i === index ? node : one)) });
  const move = (index: number, by: -1 | 1) => {
    const nodes = [...flow.nodes];
    const [node] = nodes.splice(index, 1);
    nodes.splice(index + by, 0, node!);
    change({ nodes });
  };
  return (
    <Page
      title={row ? row.flow.name : t('flow.add')}
      actions={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            {t('ui:cancel')}
          </Button>
          <Button
            kind="primary"
            pending={save.isPending}
            onClick={() => {
              setTried(true);
              if (parsed.success) save.mutate();
            }}
          >
            {t('flow.save')}
          </Button>
        </>
      }
    >
      {unsaved.layer}
      {tried && !parsed.success && <Notice tone="error">{t('flow.incomplete')}</Notice>}
      {row && row.running > 0 && <Notice>{t('flow.keeps', { count: row.running })}</Notice>}
      <Panel title={t('flow.when')}>
        <div className={style.fields}>
          <TextField
            label={t('flow.name')}
            required
            maxLength={20}
            value={flow.name}
            onChange={(name) => change({ name })}
            error={problemAt('name')}
          />
          <RadioGroup
            label={t('flow.appliesLabel')}
            column
            value={flow.applies}
            onChange={(applies) => change({ applies })}
            options={[
              { value: 'ALWAYS', label: t('flow.applies.ALWAYS'), hint: t('flow.appliesHint.ALWAYS') },
              { value: 'CHOSEN', label: t('flow.applies.CHOSEN'), hint: t('flow.appliesHint.CHOSEN') },
            ]}
          />
          <MultiSelect
            label={t('flow.subjects')}
            required
            value={flow.subjects}
            onChange={(chosen) =>
              change({ subjects: APPROVAL_SUBJECTS.filter((one) => chosen.includes(one)) })
            }
            options={APPROVAL_SUBJECTS.map((one) => ({ value: one, label: t(`subject.${one}`) }))}
            error={problemAt('subjects')}
          />
          <FlowConditions flow={flow} onChange={change} />
        </div>
      </Panel>
      <Panel title={t('flow.nodes')}>
        <ol className={style.nodes}>
          {flow.nodes.map((node, i) => (
            <NodeFields
              key={node.key}
              node={node}
              number={i + 1}
              problem={problemAt(`nodes.${i}`)}
              onChange={(next) => setNode(i, next)}
              {...(i > 0 ? { onUp: () => move(i, -1) } : {})}
              {...(i < flow.nodes.length - 1 ? { onDown: () => move(i, 1) } : {})}
              {...(flow.nodes.length > 1
                ? { onRemove: () => change({ nodes: flow.nodes.filter((one) => one !== node) }) }
                : {})}
            />
          ))}
        </ol>
        <AddNode nodes={flow.nodes} onChange={(nodes) => change({ nodes })} />
      </Panel>
      <Panel title={t('trial.title')}>
        <FlowTrial flow={parsed.success ? parsed.data : undefined} />
      </Panel>
    </Page>
  );
}

/** Adds a node at the end, as long as a flow takes one more. */
function AddNode({ nodes, onChange }: { nodes: FlowNode[]; onChange: (nodes: FlowNode[]) => void }) {
  const { t } = useTranslation('approval');
  if (nodes.length >= 20) return null;
  return (
    <div className={style.foot}>
      <Button
        icon="plus"
        onClick={() => onChange([...nodes, newNode(t('flow.nodeNumber', { n: nodes.length + 1 }))])}
      >
        {t('flow.addNode')}
      </Button>
    </div>
  );
}

/** The conditions for the contracts that a flow applies to. */
function FlowConditions({
  flow,
  onChange,
}: {
  flow: ApprovalFlow;
  onChange: (some: Partial<ApprovalFlow>) => void;
}) {
  const { t } = useTranslation('approval');
  return (
    <>
      <MultiSelect
        label={t('flow.businessTypes')}
        hint={t('flow.allHint')}
        value={flow.when.businessTypes ?? []}
        onChange={(chosen) =>
          onChange({
            when: { ...flow.when, businessTypes: BUSINESS_TYPES.filter((one) => chosen.includes(one)) },
          })
        }
        options={BUSINESS_TYPES.map((one) => ({ value: one, label: t(`ui:businessType.${one}`) }))}
      />
      <MultiSelect
        label={t('flow.senderRoles')}
        hint={t('flow.allHint')}
        value={flow.when.senderRoles ?? []}
        onChange={(chosen) =>
          onChange({ when: { ...flow.when, senderRoles: ROLES.filter((one) => chosen.includes(one)) } })
        }
        options={ROLES.map((one) => ({ value: one, label: t(`company:role.${one}`) }))}
      />
      {flow.subjects.includes('SEAL') && (
        <SealsOf
          value={flow.when.seals ?? []}
          onChange={(seals) => onChange({ when: { ...flow.when, seals } })}
        />
      )}
      <AmountCondition when={flow.when} onChange={(when) => onChange({ when })} />
      <Counterparties
        value={flow.when.counterparties ?? []}
        onChange={(counterparties) => onChange({ when: { ...flow.when, counterparties } })}
      />
    </>
  );
}

/** Chooses the seals of the enterprise whose use a flow applies to. */
function SealsOf({ value, onChange }: { value: readonly string[]; onChange: (value: string[]) => void }) {
  const { t } = useTranslation('approval');
  const seals = useQuery(queryOf(listSeals, { size: 200 }));
  return (
    <MultiSelect
      label={t('flow.seals')}
      hint={t('flow.allHint')}
      value={[...value]}
      onChange={onChange}
      options={(seals.data?.records ?? []).map(({ stampId, stampName }) => ({
        value: stampId,
        label: stampName,
      }))}
    />
  );
}

/** Names of counterparties, or parts of them, separated by commas. The raw input is preserved. */
function Counterparties({
  value,
  onChange,
}: {
  value: readonly string[];
  onChange: (value: string[]) => void;
}) {
  const { t } = useTranslation('approval');
  const [text, setText] = useState(value.join('，'));
  return (
    <TextField
      label={t('flow.counterparties')}
      hint={t('flow.counterpartiesHint')}
      maxLength={500}
      value={text}
      onChange={(typed) => {
        setText(typed);
        onChange(
          typed
            .split(/[,，、;；]/)
            .map((one) => one.trim())
            .filter(Boolean),
        );
      }}
    />
  );
}
