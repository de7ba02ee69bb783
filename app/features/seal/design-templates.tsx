import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteSealTemplate, listSealTemplates, saveSealTemplate } from '#core/seal/template-calls.ts';
import type { SealDesign } from '#core/sealart/design.ts';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './seal.module.css';

type Props = {
  design: SealDesign;
  /** Applies a saved design; the texts of the current seal are kept. */
  onChoose: (design: SealDesign) => void;
};

/** The enterprise's saved designs ([2.19b]): apply one, save the current one under a name, or delete one. */
export function DesignTemplates({ design, onChoose }: Props) {
  const { t } = useTranslation('seal');
  const refresh = useRefresh();
  const [name, setName] = useState('');
  const [chosen, choose] = useState('');
  const list = useQuery(queryOf(listSealTemplates, {}));
  const again = () => refresh(saveSealTemplate);
  const keep = useMutation({
    mutationFn: () => call(saveSealTemplate, { name: name.trim(), design }),
    onSuccess: async ({ templateId }) => {
      toast({ tone: 'success', text: t('template.saved', { name: name.trim() }) });
      setName('');
      await again();
      choose(templateId);
    },
  });
  const forget = useMutation({
    mutationFn: () => call(deleteSealTemplate, { templateId: chosen }),
    onSuccess: async () => {
      choose('');
      await again();
    },
  });
  const templates = list.data ?? [];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the name must not submit the surrounding form
    <div
      className={style.templates}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <Select
        label={t('template.own')}
        placeholder={templates.length === 0 ? t('template.none') : t('template.choose')}
        value={chosen}
        disabled={templates.length === 0}
        onChange={(id) => {
          choose(id);
          const found = templates.find(({ templateId }) => templateId === id);
          if (found) onChoose(found.design);
        }}
        options={templates.map((one) => ({ value: one.templateId, label: one.name }))}
      />
      {chosen !== '' && (
        <IconButton
          icon="trash"
          label={t('template.forget')}
          disabled={forget.isPending}
          onClick={() => forget.mutate()}
        />
      )}
      <TextField label={t('template.name')} value={name} onChange={setName} maxLength={20} />
      <Button disabled={name.trim() === ''} pending={keep.isPending} onClick={() => keep.mutate()}>
        {t('template.save')}
      </Button>
    </div>
  );
}
