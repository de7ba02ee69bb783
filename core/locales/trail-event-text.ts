import type { TrailEvent } from '#core/task/states.ts';
import enUS from './en-US/trail-event.ts';
import type { Language } from './languages.ts';
import zhCN from './zh-CN/trail-event.ts';
import zhTW from './zh-TW/trail-event.ts';

const TEXTS: Record<Language, Record<TrailEvent, string>> = { 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS };

/** An event of a trail, in words. */
export const trailEventText = (event: TrailEvent, language: Language): string => TEXTS[language][event];
