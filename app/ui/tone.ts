import style from './tone.module.css';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error';

/** Background and text colour of a tone, the same wherever a state is shown. */
export const toneClass = (tone: Tone): string => style[tone]!;
