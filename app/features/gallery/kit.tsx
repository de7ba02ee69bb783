import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../kit/action.ts';
import { ActionButtons } from '../../kit/action-button.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useActions } from '../../kit/use-actions.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Row, Section } from './section.tsx';

type Sample = { name: string; number: string };

/** Building blocks of pages: facts, actions as buttons, a form in a dialog. */
export function Kit() {
  const { t } = useTranslation('gallery');
  const [open, setOpen] = useState(false);
  const host = useActions<Sample>();
  const sample: Sample = { name: t('words.short'), number: 'QS-2026-10001' };
  const done = ([row]: readonly [Sample, ...Sample[]]) => row.name;
  const actions: Action<Sample>[] = [
    { id: 'urge', label: t('act.urge'), icon: 'bell', run: async () => undefined, done },
    {
      id: 'revoke',
      label: t('act.revoke'),
      icon: 'undo',
      danger: true,
      ask: ([row]) => ({
        title: t('confirm.title'),
        thing: row.number,
        consequence: t('confirm.consequence'),
      }),
      run: async () => undefined,
      done,
    },
    { id: 'sign', label: t('act.sign'), icon: 'pen', run: async () => undefined, done },
  ];
  const facts = [
    [t('field.taskName'), sample.name],
    [t('field.number'), sample.number],
    [t('field.note'), ''],
  ] as const;
  return (
    <Section id="kit" title={t('kit')}>
      <Facts facts={facts} />
      <Facts facts={facts} grid />
      <Row>
        <Button onClick={() => setOpen(true)}>{t('act.openDialog')}</Button>
        <ActionButtons actions={actions} row={sample} host={host} main="sign" />
      </Row>
      {open && (
        <FormDialog
          title={t('act.openDialog')}
          submit={t('act.save')}
          initial={{ taskName: '' }}
          save={async () => undefined}
          done={() => t('words.saved')}
          onClose={() => setOpen(false)}
        >
          <TextField name="taskName" label={t('field.taskName')} required maxLength={100} />
        </FormDialog>
      )}
      {host.layer}
    </Section>
  );
}
