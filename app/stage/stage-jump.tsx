import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';
import { pageFromText } from '../ui/table/page-buttons.ts';
import style from './stage.module.css';

/** Buttons for the previous and next page, and an input for a page number ([5.18a]). `current` counts from 0. */
export function StageJump({
  current,
  last,
  label,
  onGo,
}: {
  current: number;
  last: number;
  /** What the file calls the current page, if that is not its number. */
  label: string | undefined;
  onGo: (page: number) => void;
}) {
  const { t } = useTranslation('stage');
  const [text, setText] = useState<string | null>(null);
  const go = () => {
    const page = text === null ? undefined : pageFromText(text, last);
    setText(null);
    if (page !== undefined) onGo(page);
  };
  return (
    <span className={style.jump}>
      <IconButton
        icon="chevron-up"
        size="small"
        kind="quiet"
        label={t('previousPage')}
        disabled={current === 0}
        onClick={() => onGo(current)}
      />
      <input
        aria-label={t('pageOf', { last })}
        inputMode="numeric"
        autoComplete="off"
        value={text ?? String(current + 1)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          const page = pageFromText(event.target.value, last);
          setText(page === undefined ? '' : String(page));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
        }}
        onBlur={go}
      />
      <span>/ {last}</span>
      {label !== undefined && <span className={style.pageLabel}>{t('label', { label })}</span>}
      <IconButton
        icon="chevron-down"
        size="small"
        kind="quiet"
        label={t('nextPage')}
        disabled={current >= last - 1}
        onClick={() => onGo(current + 2)}
      />
    </span>
  );
}
