import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageFromText } from './page-buttons.ts';
import style from './paging-bar.module.css';

/** A small input for a page number; Enter or blur goes to that page ([5.18a]). */
export function PageJump({ last, onGo }: { last: number; onGo: (page: number) => void }) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState('');
  const go = () => {
    const page = pageFromText(text, last);
    setText('');
    if (page !== undefined) onGo(page);
  };
  return (
    <label className={style.jump}>
      <span>{t('table.jump')}</span>
      <input
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          const page = pageFromText(event.target.value, last);
          setText(page === undefined ? '' : String(page));
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          go();
        }}
        onBlur={go}
      />
    </label>
  );
}
