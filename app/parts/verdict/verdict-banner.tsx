import type { ReactNode } from 'react';
import type { FileVerdict } from '#core/verification/verdict.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { toneClass } from '../../ui/tone.ts';
import { VERDICT_BADGES } from './badges.ts';
import style from './verdict.module.css';

type Props = { verdict: FileVerdict; word: string; sentence: string; children?: ReactNode };

/** The verdict on a file: icon, word and one plain sentence. */
export function VerdictBanner({ verdict, word, sentence, children }: Props) {
  const { tone, icon } = VERDICT_BADGES[verdict];
  return (
    <div className={classes(style.banner, toneClass(tone === 'info' ? 'neutral' : tone))}>
      <Icon name={icon} size={28} />
      <div className={style.bannerWords}>
        <h2>{word}</h2>
        <p>{sentence}</p>
        {children}
      </div>
    </div>
  );
}
