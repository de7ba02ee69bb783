import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocxParagraph } from '#core/docx/read-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { TextRange } from './make-word-host.ts';
import style from './word.module.css';

interface Props {
  paragraphs: readonly DocxParagraph[];
  chosen: TextRange | undefined;
  onChoose: (chosen: TextRange | undefined) => void;
}

const MOST_FOUND = 8;
/** Number of characters of context shown on each side. */
const AROUND = 10;

/** Shows the selected words and lets the person select by typing words instead. */
export function ChooseText({ paragraphs, chosen, onChoose }: Props) {
  const { t } = useTranslation('templateWord');
  const [words, setText] = useState('');
  const found = words.trim() === '' ? [] : find(paragraphs, words.trim());
  const text = chosen && paragraphs[chosen.paragraph]?.text;
  return (
    <section className={style.choose} aria-label={t('choose.title')}>
      <p className={style.hint} role="status">
        {chosen && text !== undefined
          ? chosen.from === chosen.to
            ? t('choose.point', { before: text.slice(Math.max(0, chosen.from - AROUND), chosen.from) || '…' })
            : t('choose.words', { words: text.slice(chosen.from, chosen.to).slice(0, 40) })
          : t('choose.none')}
      </p>
      <TextField label={t('choose.find')} value={words} onChange={setText} maxLength={50} />
      {words.trim() !== '' && found.length === 0 && <p className={style.hint}>{t('choose.notFound')}</p>}
      <ul className={style.found}>
        {found.map((place) => {
          const { text: line } = paragraphs[place.paragraph]!;
          return (
            <li key={`${place.paragraph} ${place.from}`}>
              <Button kind="quiet" size="small" onClick={() => onChoose(place)}>
                <span>
                  {line.slice(Math.max(0, place.from - AROUND), place.from)}
                  <mark>{line.slice(place.from, place.to)}</mark>
                  {line.slice(place.to, place.to + AROUND)}
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function find(paragraphs: readonly DocxParagraph[], words: string): TextRange[] {
  const found: TextRange[] = [];
  for (const { index, text } of paragraphs)
    for (let from = text.indexOf(words); from >= 0; from = text.indexOf(words, from + 1)) {
      found.push({ paragraph: index, from, to: from + words.length });
      if (found.length >= MOST_FOUND) return found;
    }
  return found;
}
