import { useTranslation } from 'react-i18next';
import { saveMenuEntry } from '#core/config/calls.ts';
import { ALWAYS_SHOWN, type MenuChange, type MenuEntryView, menuChange } from '#core/config/menu-changes.ts';
import { call } from '../../call.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/languages.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import style from './config.module.css';
import { useSaved } from './use-saved.ts';

type Props = { entry: MenuEntryView; version: number; onClose: () => void };

/** Edits a menu entry. */
export function MenuDialog({ entry, version, onClose }: Props) {
  const { t, i18n } = useTranslation('config');
  const saved = useSaved();
  return (
    <FormDialog
      title={t('menu.editNamed', { name: entry.standardTitles[i18n.language] })}
      submit={t('save')}
      initial={entry.change}
      rules={menuChange}
      save={(change: MenuChange) => call(saveMenuEntry, { name: entry.name, change, version })}
      onSaved={saved}
      onClose={onClose}
    >
      {LANGUAGES.map((lang) => (
        <TextField
          key={lang}
          name={`titles.${lang}`}
          label={t('menu.titleIn', { language: LANGUAGE_NAMES[lang] })}
          placeholder={entry.standardTitles[lang] ?? ''}
          maxLength={20}
        />
      ))}
      <NumberField name="order" label={t('menu.order')} hint={t('menu.orderHint')} min={0} max={999} />
      {entry.type === 'MENU' && (
        <Checkbox
          name="hidden"
          disabled={entry.alwaysHidden || ALWAYS_SHOWN.includes(entry.name)}
          hint={t('menu.hideHint')}
        >
          {t('menu.hide')}
        </Checkbox>
      )}
      <p className={style.hint}>{t('menu.noRight')}</p>
    </FormDialog>
  );
}
