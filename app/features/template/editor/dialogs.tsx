import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as Y from 'yjs';
import { z } from 'zod';
import { contentPage } from '#core/template/content.ts';
import { setPage, type TemplatePage } from '#core/template/room.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/state.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { insertChip, insertTable, setTable, tableAround } from './commands.ts';
import style from './editor.module.css';
import { clauseViews } from './structure.ts';

interface Props {
  editor: Editor;
  onClose: () => void;
}

const { size, numbering } = contentPage.shape;
const MARGINS = ['marginTop', 'marginRight', 'marginBottom', 'marginLeft'] as const;
const DEFAULTS = contentPage.parse({});

/** Paper, margins, header, footer and clause numbering. */
export function PageDialog({ doc, page, onClose }: { doc: Y.Doc; page: TemplatePage; onClose: () => void }) {
  const { t } = useTranslation('templateEdit');
  return (
    <FormDialog
      title={t('page.title')}
      initial={{ ...DEFAULTS, ...page }}
      rules={contentPage}
      submit={t('save')}
      save={async (values) => setPage(doc, values)}
      onClose={onClose}
    >
      <Select
        name="size"
        label={t('page.size')}
        options={size.unwrap().options.map((value) => ({ value, label: t(`page.sizes.${value}`) }))}
      />
      <div className={style.pair}>
        {MARGINS.map((name) => (
          <NumberField
            key={name}
            name={name}
            label={t(`page.${name}`)}
            unit="mm"
            min={5}
            max={80}
            decimals={1}
          />
        ))}
      </div>
      <TextField name="header" label={t('page.header')} hint={t('page.marginHint')} maxLength={100} />
      <TextField name="footer" label={t('page.footer')} maxLength={100} />
      <Select
        name="numbering"
        label={t('page.numbering')}
        options={numbering.unwrap().options.map((value) => ({ value, label: t(`page.numberings.${value}`) }))}
      />
    </FormDialog>
  );
}

const newTable = z.object({
  rows: z.number().int().min(1).max(100),
  columns: z.number().int().min(1).max(20),
});

export function TableDialog({ editor, onClose }: Props) {
  const { t } = useTranslation('templateEdit');
  return (
    <FormDialog
      title={t('table.add')}
      initial={{ rows: 3, columns: 3 }}
      rules={newTable}
      submit={t('insert')}
      save={async ({ rows, columns }) =>
        insertTable(rows, columns)(editor.state, editor.view.dispatch, editor.view)
      }
      onClose={onClose}
    >
      <NumberField name="rows" label={t('table.rows')} required min={1} max={100} />
      <NumberField name="columns" label={t('table.columns')} required min={1} max={20} />
    </FormDialog>
  );
}

const setting = z.object({
  widths: z.array(z.number().min(1).max(100)),
  headerRows: z.number().int().min(0).max(5),
  border: z.boolean(),
});

/** Column widths in percent: not draggable, because two users dragging at once would undo each other. */
export function TableSettingDialog({ editor, onClose }: Props) {
  const { t } = useTranslation('templateEdit');
  const [around] = useState(() => tableAround(editor.state));
  if (!around) return null;
  const { node, columns } = around;
  const own = node.attrs.widths as number[];
  const sum = own.reduce((all, width) => all + width, 0);
  const widths = Array.from({ length: columns }, (_, at) =>
    own.length === columns ? Math.round((own[at]! / sum) * 1000) / 10 : Math.round(1000 / columns) / 10,
  );
  return (
    <FormDialog
      title={t('table.setting')}
      initial={{ widths, headerRows: node.attrs.headerRows, border: node.attrs.border }}
      rules={setting}
      submit={t('save')}
      save={async (values) => setTable(values)(editor.state, editor.view.dispatch, editor.view)}
      onClose={onClose}
    >
      <div className={style.pair}>
        {widths.map((_, at) => (
          <NumberField
            key={at}
            name={`widths.${at}`}
            label={t('table.width', { n: at + 1 })}
            unit="%"
            min={1}
            max={100}
            decimals={1}
          />
        ))}
      </div>
      <NumberField
        name="headerRows"
        label={t('table.headerRows')}
        hint={t('table.headerHint')}
        min={0}
        max={5}
      />
      <Checkbox name="border">{t('table.border')}</Checkbox>
    </FormDialog>
  );
}

/** Chooses the target clause of a reference, which shows the current number of that clause. */
export function ReferenceDialog({ editor, onClose }: Props) {
  const { t } = useTranslation('templateEdit');
  const [query, setQuery] = useState('');
  const [clauses] = useState(() => clauseViews(editor.state));
  const found = clauses.filter(({ label, text }) =>
    `${label} ${text}`.toLowerCase().includes(query.toLowerCase()),
  );
  return (
    <Dialog open onClose={onClose} title={t('reference.title')}>
      {clauses.length === 0 ? (
        <EmptyState icon="clause" title={t('reference.none')}>
          {t('reference.noneText')}
        </EmptyState>
      ) : (
        <>
          <TextField
            label={t('reference.search')}
            icon="search"
            value={query}
            onChange={setQuery}
            autoFocus
          />
          <ul className={style.choices}>
            {found.map(({ id, label, text }) => (
              <li key={id}>
                <Button
                  kind="quiet"
                  wide
                  onClick={() => {
                    insertChip('reference', { clause: id })(editor.state, editor.view.dispatch, editor.view);
                    onClose();
                  }}
                >
                  <strong>{label}</strong>
                  <span>{text.slice(0, 60)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
