import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentProblem } from '#core/template/check/content-problem.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import type { TemplateParts } from '../room/use-template-room.ts';
import { FieldList } from './field-list.tsx';
import type { PanelProps } from './panel-props.ts';
import { ProblemLines } from './problem-lines.tsx';
import { SignerList } from './signer-list.tsx';
import { VariantList } from './variant-list.tsx';

const TABS = ['fields', 'signers', 'variants'] as const;
type Tab = (typeof TABS)[number];
const TAB_OF: Partial<Record<ContentProblem['on'], Tab>> = {
  fields: 'fields',
  signers: 'signers',
  anchors: 'signers',
  rows: 'variants',
  options: 'variants',
};

/** The panel beside the text: the template's fields, signers with their places, optional parts and repeated rows. */
export function PartsPanel(props: PanelProps) {
  const { t } = useTranslation('templateEdit');
  const [tab, setTab] = useState<Tab>('fields');
  const { parts, problems } = props;
  const counts: Record<Tab, number> = {
    fields: parts.fields.length,
    signers: parts.signers.length,
    variants: parts.options.length + parts.rows.length,
  };
  const wrong = (id: Tab) => problems.some(({ on }) => TAB_OF[on] === id);
  return (
    <Tabs
      label={t('parts.title')}
      selected={tab}
      onSelect={setTab}
      items={TABS.map((id) => ({
        id,
        label: t(`parts.tab.${id}`),
        count: counts[id],
        loud: wrong(id),
      }))}
    >
      {tab === 'fields' && <FieldList {...props} />}
      {tab === 'signers' && <SignerList {...props} />}
      {tab === 'variants' && <VariantList {...props} />}
      <ProblemLines
        problems={problems.filter(
          ({ on, key }) => TAB_OF[on] === tab && (key === undefined || isGone(parts, on, key)),
        )}
      />
    </Tabs>
  );
}

/** Whether the row that a problem refers to no longer exists; the problem is then shown below the list. */
const isGone = (parts: TemplateParts, on: ContentProblem['on'], key: string): boolean =>
  on !== 'body' && on !== 'page' && on !== 'docx' && !parts[on].some((row) => row.key === key);
