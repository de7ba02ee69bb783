import style from './tone.module.css';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error';

/** Ground and ink of a tone, the same wherever a state is said. */
export const toneClass = (tone: Tone): string => style[tone]!;
